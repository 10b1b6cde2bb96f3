import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CommandError } from '../../util/command-error.ts';
import { readWebhooksFile } from './webhooks-file.ts';

const SECRET = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const ADDRESS = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const WHOLE = {
  name: 'desk',
  url: 'https://desk.example/hooks?key=hush',
  secret_env: 'DESK',
  accounts: [ADDRESS],
  events: ['payment.received'],
};

function read(webhooks: unknown, files: Record<string, string> = {}) {
  const all: Record<string, string> = { '/etc/hooks.json': JSON.stringify(webhooks), ...files };
  const readFile = (path: string) => {
    if (all[path] === undefined) throw Object.assign(new Error(`no ${path}`), { code: 'ENOENT' });
    return all[path];
  };
  return readWebhooksFile('/etc/hooks.json', {
    readFile,
    readSecret: readFile,
    environment: (name) => ({ DESK: SECRET, WRONG: 'hush' })[name],
  });
}

const readOne = (more: object) => read({ webhooks: [{ ...WHOLE, ...more }] });

describe('the file of webhooks', () => {
  test('has endpoints with defaults, and secrets in other files', () => {
    const keys = [SECRET, `whsec_${Buffer.alloc(64, 2).toString('base64')}`];
    const webhooks = [
      WHOLE,
      { ...WHOLE, name: 'b', secret_env: undefined, secret_file: 'keys/b', attempts: 2, start_ledger: 5 },
    ];
    const [first, second] = read({ webhooks }, { '/etc/keys/b': `${keys.join('\n')}\n` });
    assert.deepEqual(first, {
      name: 'desk',
      url: WHOLE.url,
      keys: [Buffer.alloc(24, 1)],
      accounts: new Set([ADDRESS]),
      events: new Set(['payment.received']),
      attempts: 16,
      timeoutMs: 10_000,
      expiringSeconds: 86_400,
      startLedger: undefined,
    });
    assert.deepEqual(second?.keys, [Buffer.alloc(24, 1), Buffer.alloc(64, 2)]);
    assert.deepEqual([second?.attempts, second?.startLedger], [2, 5]);
  });

  test('may use http on this machine, and elsewhere if it is allowed', () => {
    for (const url of ['http://127.0.0.1:8081/', 'http://localhost:8080/a', 'http://[::1]:9/'])
      assert.equal(readOne({ url })[0]?.url, url);
    assert.equal(readOne({ url: 'http://desk.example/', allow_http: true })[0]?.url, 'http://desk.example/');
  });

  test('is refused with the member that is wrong, and without secrets', () => {
    const rows: readonly (readonly [more: object, message: RegExp])[] = [
      [{ name: '' }, /'webhooks\[0\]\.name' must have 1 to 64 letters/],
      [{ nmae: 'x' }, /unknown member 'webhooks\[0\]\.nmae' \(known: name, url/],
      [{ url: undefined }, /'webhooks\[0\]\.url' must be an https URL$/],
      [{ url: 'ftp://hush.example' }, /'webhooks\[0\]\.url' must be an https URL$/],
      [{ url: 'http://desk.example/hush' }, /'webhooks\[0\]\.url' must be an https URL: add "allow_http": true/],
      [{ url: 'http://127.0.0.1.example/hush' }, /add "allow_http": true/],
      [{ url: 'https://user:hush@desk.example/' }, /'webhooks\[0\]\.url' must not hold a user name or a password/],
      [{ allow_http: 1 }, /'webhooks\[0\]\.allow_http' must be true or false/],
      [{ secret_env: undefined }, /'webhooks\[0\]' needs one of 'secret_file' and 'secret_env'/],
      [{ secret_file: 'x' }, /'webhooks\[0\]' needs one of/],
      [{ secret_env: 7 }, /'webhooks\[0\]\.secret_env' must be a name/],
      [{ secret_env: 'NONE' }, /'webhooks\[0\]\.secret_env': the variable NONE is not set/],
      [{ secret_env: 'WRONG' }, /'webhooks\[0\]\.secret_env': the secret must be whsec_ and 24 to 64 bytes in base64/],
      [{ secret_env: undefined, secret_file: 'x' }, /'webhooks\[0\]\.secret_file' cannot be used: ENOENT/],
      [{ accounts: [] }, /'webhooks\[0\]\.accounts' must be a list of 1 to 1000 addresses/],
      [{ accounts: [ADDRESS, 'rNo'] }, /'webhooks\[0\]\.accounts\[1\]' must be the address of an account/],
      [{ events: 'all' }, /'webhooks\[0\]\.events' must be a list of payment\.received/],
      [{ events: ['payment'] }, /'webhooks\[0\]\.events\[0\]' must be one of payment\.received/],
      [{ attempts: 0 }, /'webhooks\[0\]\.attempts' must be a whole number from 1 to 100/],
      [{ start_ledger: 1.5 }, /'webhooks\[0\]\.start_ledger' must be a whole number/],
    ];
    const isRefused = (message: RegExp) => (error: Error) =>
      error instanceof CommandError &&
      error.message.startsWith('cannot use the webhooks file /etc/hooks.json: ') &&
      message.test(error.message) &&
      !/hush/.test(error.message);
    for (const [more, message] of rows) assert.throws(() => readOne(more), isRefused(message), JSON.stringify(more));
    assert.throws(() => read([]), isRefused(/it must hold one JSON object/));
    assert.throws(() => read({ webhooks: [] }), isRefused(/'webhooks' must be a list of 1 to 100 objects/));
    assert.throws(
      () => read({ webhooks: [WHOLE, WHOLE] }),
      isRefused(/'webhooks\[1\]\.name' is that of another webhook: desk/),
    );
  });
});
