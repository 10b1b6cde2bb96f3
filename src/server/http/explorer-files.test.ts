/** The files of the explorer as browsers get them, and the role of its page. */

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { type ServedEnv, serveEnv } from '../../../test/support/served-env.ts';
import { ExplorerFiles, isExplorerPath } from './explorer-files.ts';

const BROWSER = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Sends a path unchanged: `fetch` would normalise it. */
function ask(port: number, place: string, headers: object = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, host: '127.0.0.1', path: place, method, headers: { ...headers } });
    request.on('error', reject);
    request.on('response', async (response) => {
      resolve({ status: response.statusCode!, headers: response.headers, body: await text(response) });
    });
    request.end();
  });
}

/** The path of the files of the page: `/explorer/VERSION`. */
async function folderOf(port: number): Promise<string> {
  const { body } = await ask(port, '/', { accept: BROWSER });
  return /src="(\/explorer\/[0-9a-f]+)\/app\.js"/.exec(body)![1]!;
}

describe('the explorer of a server', () => {
  let served: ServedEnv;
  let port: number;
  let folder: string;
  before(async () => {
    served = await serveEnv({ explorer: new ExplorerFiles() });
    port = served.port;
    folder = await folderOf(port);
  });
  after(() => served.stop());

  test('is the page of a browser that opens the port', async () => {
    const page = await ask(port, '/', { accept: BROWSER });
    assert.deepEqual([page.status, page.headers['content-type']], [200, 'text/html; charset=UTF-8']);
    assert.match(page.body, /^<!doctype html>/);
    assert.equal(page.headers.vary, 'accept, accept-encoding');
    assert.equal((await ask(port, '/?utm=1', { accept: BROWSER })).status, 200);
    const places = [...page.body.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map((match) => match[1]!);
    assert.ok(places.length >= 3);
    for (const place of places) assert.equal((await ask(port, place)).status, 200, place);
  });

  test('has one address: opened as localhost, it redirects browsers there', async () => {
    const { status, headers } = await ask(port, '/?utm=1', { accept: BROWSER, host: `LocalHost:${port}` });
    assert.deepEqual([status, headers.location], [307, `http://127.0.0.1:${port}/?utm=1`]);
    const others = ['localhost', `localhost:${port + 1}`, `127.0.0.1:${port}`, `[::1]:${port}`, 'a.localhost'];
    for (const host of others) assert.equal((await ask(port, '/', { accept: BROWSER, host })).status, 200, host);
    const request = await ask(port, '/', { accept: '*/*', host: `localhost:${port}` });
    assert.equal(request.status, 405);
  });

  test('is named in the answer to curl', async () => {
    const { body } = await ask(port, '/', { accept: '*/*', 'user-agent': 'curl/8.5.0' });
    assert.match(JSON.parse(body).result.error_what, /browser.*explorer.*JSON-RPC.*POST/);
  });

  test('does not change the API for programs', async () => {
    for (const accept of ['*/*', 'application/json', 'text/htmlx', undefined]) {
      const { status, headers } = await ask(port, '/', accept === undefined ? {} : { accept });
      assert.deepEqual([status, headers.allow], [405, 'POST'], accept);
    }
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { accept: 'text/html' },
      body: '{"method":"ping"}',
    });
    assert.match(await answer.text(), /"status":"success"/);
    const file = await ask(port, `${folder}/app.js`, {}, 'POST');
    assert.deepEqual([file.status, file.headers.allow], [405, 'GET, HEAD']);
  });

  test('may load and run only files of its server', async () => {
    for (const place of ['/', `${folder}/app.js`, `${folder}/styles/base.css`]) {
      const { headers } = await ask(port, place, { accept: BROWSER });
      const policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
      const expected = {
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      };
      assert.partialDeepStrictEqual(headers, expected);
    }
  });

  test('sends each file with its type, and its length alone for HEAD', async () => {
    for (const [place, type] of [
      [`${folder}/app.js`, 'text/javascript; charset=UTF-8'],
      [`${folder}/styles/base.css`, 'text/css; charset=UTF-8'],
      [`${folder}/icon.svg`, 'image/svg+xml'],
    ] as const) {
      const { headers, body } = await ask(port, place);
      assert.equal(headers['content-type'], type);
      const head = await ask(port, place, {}, 'HEAD');
      assert.deepEqual([head.status, head.body], [200, '']);
      assert.equal(head.headers['content-length'], String(Buffer.byteLength(body)));
    }
  });

  test('is compressed for clients that accept gzip', async () => {
    const plain = await ask(port, `${folder}/app.js`);
    assert.equal(plain.headers['content-encoding'], undefined);
    for (const [encodings, isCompressed] of [
      ['gzip, deflate, br', true],
      ['br;q=1, gzip;q=0.5', true],
      ['gzip;q=0', false],
      ['gzipped', false],
    ] as const) {
      const { headers } = await ask(port, `${folder}/app.js`, { 'accept-encoding': encodings }, 'HEAD');
      assert.equal(headers['content-encoding'] === 'gzip', isCompressed, encodings);
      assert.equal(Number(headers['content-length']) < plain.body.length, isCompressed, encodings);
      assert.equal(headers.etag !== plain.headers.etag, isCompressed, encodings);
      assert.match(headers.vary ?? '', /accept-encoding/);
    }
    const fetched = await fetch(`http://127.0.0.1:${port}${folder}/app.js`);
    assert.equal(fetched.headers.get('content-encoding'), 'gzip');
    assert.equal(await fetched.text(), plain.body);
  });

  test('is not sent again to a browser that has it', async () => {
    const file = await ask(port, `${folder}/app.js`);
    assert.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable');
    const { headers } = await ask(port, '/', { accept: BROWSER });
    assert.equal(headers['cache-control'], 'no-cache');
    const tag = String(headers.etag);
    const askAgain = (condition: string) => ask(port, '/', { accept: BROWSER, 'if-none-match': condition });
    for (const condition of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await askAgain(condition);
      assert.deepEqual([again.status, again.body, again.headers.etag], [304, '', tag], condition);
    }
    assert.equal((await askAgain('"other"')).status, 200);
  });

  test('serves no file outside of its folder', async () => {
    const outside = [
      ...['/explorer/', '/explorer/app.js', `/explorer/${'0'.repeat(16)}/app.js`, '/explorer//etc/passwd', folder],
      ...['/explorer/../package.json', '/explorer/%2e%2e/package.json', '/explorer/..%2fpackage.json'],
      ...['/', '/views', '/index.html', '/../package.json', '/views/../../package.json', '/constructor'].map(
        (name) => folder + name,
      ),
      ...['/app.js%00.html', '/app.js/'].map((name) => folder + name),
    ];
    for (const place of outside) {
      const { status, body } = await ask(port, place, { accept: BROWSER });
      assert.equal(status, 404, place);
      assert.doesNotMatch(body, /"version"|root:/);
    }
  });
});

describe('a folder of files', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'weir-explorer-'));
  after(() => rmSync(directory, { recursive: true, force: true }));
  const versionOf = (files: ExplorerFiles) =>
    /"\/explorer\/([0-9a-f]{16})\/inner\/a\.js"/.exec(String(files.answer('index.html', request('/')).body))?.[1];
  const request = (url: string) => ({ method: 'GET', url, headers: { accept: 'text/html' } }) as IncomingMessage;

  test('serves files of known types, no links, and nothing if the folder is missing', () => {
    mkdirSync(path.join(directory, 'inner'));
    for (const name of ['inner/a.js', 'secret.pem']) writeFileSync(path.join(directory, name), name);
    writeFileSync(path.join(directory, 'index.html'), '<script src="/explorer/inner/a.js"></script>');
    symlinkSync('/etc/hosts', path.join(directory, 'hosts.txt'));
    const files = new ExplorerFiles(directory);
    assert.equal(files.nameOf(request('/')), 'index.html');
    assert.equal(files.nameOf({ ...request('/'), method: 'POST' } as IncomingMessage), undefined, 'that is the API');
    const version = versionOf(files);
    assert.equal(files.nameOf(request(`/explorer/${version}/inner/a.js`)), 'inner/a.js');
    for (const name of ['secret.pem', 'hosts.txt', 'index.html']) {
      assert.throws(() => files.nameOf(request(`/explorer/${version}/${name}`)), { status: 404 });
    }
    assert.equal(new ExplorerFiles(path.join(directory, 'none')).nameOf(request('/')), undefined);
  });

  test('has one version, whose files no page of another version gets', () => {
    const files = new ExplorerFiles(directory);
    const version = versionOf(files);
    assert.equal(versionOf(new ExplorerFiles(directory)), version);
    writeFileSync(path.join(directory, 'inner/a.js'), 'changed');
    const upgraded = new ExplorerFiles(directory);
    const next = versionOf(upgraded);
    assert.notEqual(next, version);
    assert.throws(() => upgraded.nameOf(request(`/explorer/${version}/inner/a.js`)), { status: 404 });
    assert.equal(upgraded.nameOf(request(`/explorer/${next}/inner/a.js`)), 'inner/a.js');
    // A running server keeps the files that it has read when they are replaced.
    assert.equal(versionOf(files), version);
    assert.equal(String(files.answer('inner/a.js', request('/')).body), 'inner/a.js');
  });
});

test('the paths of the explorer begin with the whole name of its folder', () => {
  assert.ok(isExplorerPath('/explorer/app.js'));
  for (const url of ['/explorer', '/explorers/app.js', '/', '/x/explorer/app.js']) assert.ok(!isExplorerPath(url), url);
});
