import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { NO_POSTGRES, startPostgres, type TestPostgres } from '../../../test/support/postgres.ts';
import { copyKey } from '../../../test/support/tls-fixtures.ts';
import { Connection } from './connection.ts';
import { parseServers } from './servers.ts';

const FIXTURES = path.join(import.meta.dirname, '../../../test/fixtures/tls');
const CERTIFICATE = path.join(FIXTURES, 'first.cert.pem');
const OTHER_CERTIFICATE = path.join(FIXTURES, 'second.cert.pem');

describe('the address of the database', () => {
  test('names one server or several, with everything else the same', () => {
    const urls = (url: string) => parseServers(url).map(([first]) => first!.connectionString);
    assert.deepEqual(urls('postgres://weir:pa%40ss@db:5432/weir?sslmode=require'), [
      'postgres://weir:pa%40ss@db:5432/weir?sslmode=require&uselibpqcompat=true',
    ]);
    assert.deepEqual(urls('postgresql://weir@a:1,[::1]:2/weir?sslmode=disable'), [
      'postgresql://weir@a:1/weir?sslmode=disable&uselibpqcompat=true',
      'postgresql://weir@[::1]:2/weir?sslmode=disable&uselibpqcompat=true',
    ]);
  });

  test('is refused in another form', () => {
    for (const url of ['mysql://x/y', 'postgres:weir', 'postgres://weir@a b:1/weir', 'postgres://a/b?sslmode=some'])
      assert.throws(() => parseServers(url), { name: 'StoreError' });
  });

  test('is refused with a key that other users can read', { skip: process.platform === 'win32' }, () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'weir-sslkey-'));
    const key = path.join(folder, 'key.pem');
    try {
      copyKey('first', key);
      assert.ok(parseServers(`postgres://weir@db/weir?sslkey=${key}`));
      chmodSync(key, 0o644);
      const message = /^sslkey of the database's address cannot be used: other users can read .*: chmod 600 /;
      assert.throws(() => parseServers(`postgres://weir@db/weir?sslkey=${key}`), { name: 'StoreError', message });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('is refused without a part of the password, where a character of it is not escaped', () => {
    for (const character of '@:/?#') {
      for (const [first, second] of [
        ['12', '34'],
        ['abc', 'def'],
      ]) {
        const refused = (error: Error) => {
          assert.equal(error.name, 'StoreError');
          assert.doesNotMatch(error.message, new RegExp(`${first}|${second}`));
          return true;
        };
        const url = `postgres://weir:${first}${character}${second}@db:5432/weir`;
        if (character === ':') assert.ok(parseServers(url));
        else assert.throws(() => parseServers(url), refused, url);
      }
    }
  });
});

describe('a connection to a database that offers TLS', { skip: NO_POSTGRES ?? false }, () => {
  let server: TestPostgres;

  before(async () => {
    server = await startPostgres({
      tls: { cert: CERTIFICATE, key: path.join(FIXTURES, 'first.key.pem') },
      rules: [
        'hostnossl all plain all trust',
        'host all plain all reject',
        'hostssl all secret all trust',
        'host all secret all reject',
      ],
    });
    for (const name of ['plain', 'secret']) await server.query(server.url('postgres'), `CREATE ROLE ${name} LOGIN`);
  });

  after(() => server.stop());

  /** Whether the connection is encrypted, or the error. */
  async function isEncrypted(user: string, query: string, host = '127.0.0.1'): Promise<boolean | string> {
    const url = `${server.url('postgres', user).replace('127.0.0.1', host)}${query}`;
    const connection = new Connection({ servers: parseServers(url), timeouts: { answerMs: 5_000, lockMs: 1_000 } });
    const text = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
    try {
      return (await connection.run({ text, effect: 'reads' }))[0]!.ssl as boolean;
    } catch (error) {
      return (error as Error).message;
    } finally {
      await connection.close();
    }
  }

  test("is encrypted where the address does not forbid it, as by PostgreSQL's own tools", async () => {
    assert.equal(await isEncrypted('weir', ''), true, 'prefer is the default');
    assert.equal(await isEncrypted('weir', '?sslmode=prefer'), true);
    assert.equal(await isEncrypted('weir', '?sslmode=require'), true, 'the certificate is not checked');
    assert.equal(await isEncrypted('weir', '?sslmode=allow'), false);
    assert.equal(await isEncrypted('weir', '?sslmode=disable'), false);
    assert.equal(await isEncrypted('plain', ''), false, 'a server that refuses TLS for a user');
    assert.equal(await isEncrypted('secret', '?sslmode=allow'), true);
    assert.match(String(await isEncrypted('secret', '?sslmode=disable')), /pg_hba/);
    assert.match(String(await isEncrypted('plain', '?sslmode=require')), /pg_hba/);
  });

  test('checks the certificate, and the name in it, when asked', async () => {
    const ca = (file: string) => `&sslrootcert=${encodeURIComponent(file)}`;
    assert.equal(await isEncrypted('weir', `?sslmode=verify-ca${ca(CERTIFICATE)}`), true);
    assert.match(String(await isEncrypted('weir', `?sslmode=verify-ca${ca(OTHER_CERTIFICATE)}`)), /certificate/);
    assert.match(String(await isEncrypted('weir', `?sslmode=require${ca(OTHER_CERTIFICATE)}`)), /certificate/);
    assert.equal(await isEncrypted('weir', `?sslmode=verify-full${ca(CERTIFICATE)}`, 'localhost'), true);
    assert.match(String(await isEncrypted('weir', '?sslmode=verify-full', 'localhost')), /certificate/);
  });

  test('is not encrypted where the server offers no TLS, unless it must be', async (t) => {
    const plain = await startPostgres();
    t.after(() => plain.stop());
    const connect = async (query: string) => {
      const servers = parseServers(`${plain.url('postgres')}${query}`);
      const connection = new Connection({ servers, timeouts: { answerMs: 5_000, lockMs: 1_000 } });
      await connection.client().finally(() => connection.close());
    };
    await connect('');
    await assert.rejects(connect('?sslmode=require'), /does not support SSL/);
  });
});
