import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { createToken, tokenHash } from './admin-token.ts';
import { type AdminAccess, callerOf, isLocalHost, isLoopback } from './caller.ts';

type Headers = Readonly<Record<string, string>>;

const requestOf = (remoteAddress: string, headers: Headers = {}, socket: object = {}) =>
  ({ socket: { remoteAddress, ...socket }, headers, rawHeaders: Object.entries(headers).flat() }) as IncomingMessage;
const roleOf = (access: AdminAccess, address: string, headers?: Headers) =>
  callerOf(requestOf(address, headers), access, false).role;

test('loopback addresses are those of this machine', () => {
  for (const address of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1']) assert.ok(isLoopback(address), address);
  for (const address of [undefined, '', '10.0.0.1', '::2', '::ffff:10.0.0.1', '128.0.0.1'])
    assert.ok(!isLoopback(address), String(address));
});

test('local hosts are addresses and localhost, so no DNS server can point to them', () => {
  const local = ['127.0.0.1', '127.0.0.1:5005', 'localhost', 'LOCALHOST:1', '[::1]', '[::1]:5005', '10.0.0.7:1'];
  for (const host of local) assert.ok(isLocalHost(host), host);
  const others = [
    ...['', 'evil.example', 'localhost.evil.example', 'localhost.', 'localhost:evil', 'evil@localhost', '127.0.0.1.'],
    ...['127.0.0.1.evil.example', '127.0.0.1:evil.example', '127.0.0.1:80@evil.example', '127.1', '2130706433'],
    ...['[::1', '[::1].evil.example', '127.0.0.1x'],
  ];
  for (const host of others) assert.ok(!isLocalHost(host), host);
});

describe('the role of a caller', () => {
  const FORM = 'application/x-www-form-urlencoded';
  const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0)';

  test('is admin on this machine, or on all machines with remote access', () => {
    assert.equal(roleOf('local', '127.0.0.1'), 'admin');
    assert.equal(roleOf('local', '10.0.0.1'), 'user');
    assert.equal(roleOf('remote', '10.0.0.1', { host: '10.0.0.7:5005' }), 'admin');
    assert.equal(roleOf('none', '127.0.0.1'), 'user');
    for (const type of [FORM, 'text/plain', 'application/json']) {
      const curl = { 'user-agent': 'curl/8.5', 'content-type': type, host: '[::1]:1' };
      assert.equal(roleOf('local', '::1', curl), 'admin');
    }
    assert.equal(roleOf('local', '::1', { 'user-agent': BROWSER, 'content-type': 'application/json' }), 'admin');
  });

  test('is admin on a unix socket, and with a token from everywhere', () => {
    const access = { tokenHash: tokenHash(createToken()) };
    const token = createToken();
    const own = { tokenHash: tokenHash(token) };
    assert.equal(roleOf('socket', '', { host: 'localhost' }), 'admin');
    assert.equal(roleOf('socket', '', { host: 'localhost', via: '1.1 proxy' }), 'user');
    assert.equal(roleOf('socket', '', { host: 'localhost', origin: 'http://localhost' }), 'user');
    const authorization = `Bearer ${token}`;
    for (const address of ['127.0.0.1', '10.0.0.1']) {
      assert.equal(roleOf(own, address), 'user');
      assert.equal(roleOf(own, address, { authorization, host: 'ledger.example' }), 'admin');
      assert.equal(roleOf(own, address, { 'sec-websocket-protocol': `weir, weir.token.${token}` }), 'admin');
      assert.equal(roleOf(access, address, { authorization }), 'user');
      for (const page of [{ origin: 'http://ledger.example' }, { 'x-forwarded-for': '10.0.0.2' }])
        assert.equal(roleOf(own, address, { authorization, ...page }), 'user');
    }
    assert.equal(roleOf('local', '10.0.0.1', { authorization }), 'user');
    assert.equal(roleOf('none', '127.0.0.1', { authorization }), 'user');
  });

  test('is admin by a name that no page of the internet has, with remote access only', () => {
    const names = ['test-bench:5005', 'weir', 'Test_Bench:1', 'host.docker.internal:5005', 'a.b.internal'];
    for (const host of names) {
      assert.equal(roleOf('remote', '10.0.0.1', { host }), 'admin', host);
      assert.equal(roleOf('remote', '10.0.0.1', { host, origin: `http://${host}` }), 'user', host);
      assert.equal(roleOf('local', '127.0.0.1', { host }), 'user', host);
    }
    const others = [
      'a.example',
      'internal.example',
      'a.internal.example',
      '.internal',
      'a..internal',
      'weir.',
      'a@b',
      '',
    ];
    for (const host of others) assert.equal(roleOf('remote', '10.0.0.1', { host }), 'user', host);
  });

  test('is user for requests of pages and of rebound names', () => {
    const strangers: readonly Headers[] = [
      { origin: 'https://a.example' },
      { origin: 'null' },
      { referer: 'https://a.example/' },
      { 'sec-fetch-site': 'cross-site' },
      { 'user-agent': BROWSER },
      { 'user-agent': BROWSER, 'content-type': FORM },
      { 'user-agent': BROWSER, 'content-type': 'text/plain;charset=UTF-8' },
      { 'user-agent': BROWSER, 'content-type': 'Multipart/Form-Data; boundary=x' },
      { host: 'rebound.example:5005' },
    ];
    for (const headers of strangers) {
      assert.equal(roleOf('local', '127.0.0.1', headers), 'user', JSON.stringify(headers));
      assert.equal(roleOf('remote', '10.0.0.1', headers), 'user');
    }
    const hosts = ['Host', 'localhost', 'accept', '*/*', 'hOST', 'evil.example'];
    const two = { ...requestOf('127.0.0.1', { host: 'localhost' }), rawHeaders: hosts } as IncomingMessage;
    assert.equal(callerOf(two, 'local', false).role, 'user');
  });

  test('is user, with limits, for requests that passed a proxy', () => {
    const headers = [
      ...['forwarded', 'via', 'cdn-loop', 'x-forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port'],
      ...['x-forwarded-proto', 'x-forwarded-server', 'x-original-forwarded-for', 'x-original-host', 'x-real-ip'],
      ...['x-client-ip', 'x-cluster-client-ip', 'x-envoy-external-address', 'x-envoy-internal', 'x-amzn-trace-id'],
      ...['cf-connecting-ip', 'fastly-client-ip', 'true-client-ip'],
    ];
    for (const name of headers) {
      for (const value of ['127.0.0.1', '']) {
        const request = requestOf('127.0.0.1', { host: 'localhost', [name]: value });
        const { role, isExempt } = callerOf(request, 'local', false);
        assert.deepEqual([role, isExempt], ['user', false], name);
      }
      assert.equal(roleOf('remote', '10.0.0.1', { [name]: '127.0.0.1' }), 'user', name);
    }
  });
});

describe('the role of the page of the explorer', () => {
  const END = { localAddress: '127.0.0.1', localPort: 5005 };
  const OWN: Headers = { host: '127.0.0.1:5005', origin: 'http://127.0.0.1:5005' };
  const roleOfPage = (headers: Headers, access: AdminAccess = 'local', address = '127.0.0.1', socket: object = END) =>
    callerOf(requestOf(address, headers, socket), access, false, true).role;
  const roleAt = (authority: string, socket: object, scheme = 'http') =>
    roleOfPage({ host: authority, origin: `${scheme}://${authority}` }, 'local', '127.0.0.1', socket);

  test('is admin if the page has the local address of the connection', () => {
    assert.equal(roleOfPage(OWN), 'admin');
    assert.equal(roleOfPage({ ...OWN, 'sec-fetch-site': 'same-origin' }), 'admin');
    assert.equal(roleAt('[::1]:1', { localAddress: '::1', localPort: 1 }), 'admin');
    assert.equal(roleAt('127.0.0.1:1', { localAddress: '::ffff:127.0.0.1', localPort: 1 }), 'admin');
    assert.equal(roleAt('127.0.0.7:1', { localAddress: '127.0.0.7', localPort: 1 }), 'admin');
    assert.equal(roleAt('127.0.0.1', { ...END, localPort: 80 }), 'admin');
    assert.equal(roleAt('127.0.0.1:443', { ...END, localPort: 443 }), 'admin');
    assert.equal(roleAt('127.0.0.1:5005', { ...END, encrypted: true }, 'https'), 'admin');
    assert.equal(roleAt('127.0.0.1', { ...END, localPort: 443, encrypted: true }, 'https'), 'admin');
  });

  test('is user if the page has another address', () => {
    const others: readonly (readonly [authority: string, socket: object])[] = [
      // Another port: that of a program that forwards requests.
      ['127.0.0.1:5173', END],
      ['127.0.0.1', END],
      ['127.0.0.1:80', { ...END, localPort: 80 }],
      ['127.0.0.1', { ...END, localPort: 443 }],
      // The same port of another address.
      ['127.0.0.2:5005', END],
      ['[::1]:5005', END],
      ['127.0.0.1:5005', { ...END, localAddress: '::1' }],
      // A name that means two addresses.
      ['localhost:5005', END],
      ['localhost:5005', { ...END, localAddress: '::1' }],
      // An address that other machines reach.
      ['192.168.0.2:5005', { ...END, localAddress: '192.168.0.2' }],
      // The connection has ended.
      ['127.0.0.1:5005', {}],
    ];
    for (const [authority, socket] of others)
      assert.equal(roleAt(authority, socket), 'user', `${authority} at ${JSON.stringify(socket)}`);
  });

  test('is user with other headers, for other machines and on other ports', () => {
    const others: readonly Headers[] = [
      { ...OWN, origin: 'http://127.0.0.1:5006' },
      { ...OWN, origin: 'http://localhost:5005' },
      { ...OWN, origin: 'null' },
      { ...OWN, origin: 'https://127.0.0.1:5005' },
      { ...OWN, referer: 'http://127.0.0.1:5005/' },
      { ...OWN, 'sec-fetch-site': 'same-site' },
      { ...OWN, 'x-forwarded-for': '127.0.0.1' },
      { origin: OWN.origin! },
      { host: 'evil.example', origin: 'http://evil.example' },
      { host: '127.0.0.1:5005@evil', origin: 'http://127.0.0.1:5005@evil' },
    ];
    for (const headers of others) assert.equal(roleOfPage(headers), 'user', JSON.stringify(headers));
    assert.equal(roleOfPage(OWN, 'remote'), 'user');
    assert.equal(roleOfPage(OWN, 'none'), 'user');
    assert.equal(roleOfPage(OWN, 'local', '192.168.0.3'), 'user');
    const own = requestOf('127.0.0.1', OWN, END);
    assert.equal(callerOf(own, 'local', false).role, 'user', 'without the explorer');
    const two = { ...own, rawHeaders: ['Host', OWN.host!, 'host', 'evil.example'] } as IncomingMessage;
    assert.equal(callerOf(two, 'local', false, true).role, 'user', 'two hosts');
  });
});

test('the limits do not apply to admins, nor to this machine without limitLoopback or a proxy', () => {
  const isExempt = (address: string, headers: Headers, limitsLoopback: boolean) =>
    callerOf(requestOf(address, headers), 'local', limitsLoopback).isExempt;
  assert.ok(isExempt('127.0.0.1', {}, true));
  assert.ok(isExempt('127.0.0.1', { origin: 'null' }, false));
  assert.ok(!isExempt('127.0.0.1', { origin: 'null' }, true));
  assert.ok(!isExempt('127.0.0.1', { 'x-forwarded-for': '10.0.0.1' }, false));
  assert.ok(!isExempt('10.0.0.1', {}, false));
});
