import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, party } from '../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../test/support/rpc-call.ts';
import { accountKeylet, ownerDirKeylet } from '../../protocol/keylets.ts';

const alice = party('alice');
const bob = party('bob');

describe('ledger_entry', () => {
  let env: Env;
  let call: Call;

  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(1000, alice, bob);
    env.submit(
      alice,
      {
        TransactionType: 'PaymentChannelCreate',
        Destination: bob.id,
        Amount: 1000n,
        SettleDelay: 60,
        PublicKey: alice.keys.publicKey,
      },
      'tesSUCCESS',
    );
    await env.close();
  });
  after(() => env.stop());

  test('finds entries by what they are about, and by key', async () => {
    const { channels } = await call('account_channels', { account: alice.address });
    const rows: [object, string][] = [
      [{ account_root: alice.address }, 'AccountRoot'],
      [{ account: alice.address }, 'AccountRoot'],
      [{ index: accountKeylet(alice.id).key.toLowerCase() }, 'AccountRoot'],
      [{ payment_channel: channels[0].channel_id }, 'PayChannel'],
      [{ directory: { owner: alice.address } }, 'DirectoryNode'],
      [{ directory: { dir_root: ownerDirKeylet(alice.id).key, sub_index: 0 } }, 'DirectoryNode'],
      [{ directory: ownerDirKeylet(alice.id).key }, 'DirectoryNode'],
      [{ amendments: true }, 'Amendments'],
      [{ fee: true }, 'FeeSettings'],
      [{ hashes: true }, 'LedgerHashes'],
    ];
    for (const [params, type] of rows) {
      const result = await call('ledger_entry', { ...params, ledger_index: 'validated' });
      assert.equal(result.node?.LedgerEntryType, type, JSON.stringify(params));
      assert.equal(result.node.index, result.index);
      const binary = await call('ledger_entry', { ...params, binary: true });
      assert.match(binary.node_binary, /^11[0-9A-F]+$/);
    }
  });

  test('says what is missing, and that an entry has another type', async () => {
    const missing = await call('ledger_entry', { account_root: party('nobody').address });
    assert.equal(missing.error, 'entryNotFound');
    assert.equal(missing.index, accountKeylet(party('nobody').id).key);
    const wrong = await call('ledger_entry', { payment_channel: accountKeylet(alice.id).key });
    assert.equal(wrong.error, 'unexpectedLedgerType');
    assert.equal((await call('ledger_entry', { index: '0' })).error, 'entryNotFound');
  });

  test('has a token for each malformed locator', async () => {
    const owner = alice.address;
    const both = [alice.address, bob.address];
    const rows: [object, string, string][] = [
      [{ index: 'x' }, 'malformedRequest', "Invalid field 'index', not hex string."],
      [{ account_root: 'x' }, 'malformedAddress', "Invalid field 'account_root', not AccountID."],
      [{ fee: false }, 'invalidParams', "Invalid field 'fee', not true."],
      [{ payment_channel: {} }, 'malformedRequest', "Invalid field 'payment_channel', not hex string."],
      [{ directory: {} }, 'malformedRequest', 'Must have exactly one of `owner` and `dir_root` fields.'],
      [{ directory: { owner, sub_index: 'x' } }, 'malformedRequest', "Invalid field 'sub_index', not number."],
      [{ directory: { dir_root: 'x' } }, 'malformedDirRoot', "Invalid field 'dir_root', not hash."],
      [{ offer: { account: owner } }, 'malformedRequest', "Missing field 'seq'."],
      [{ ticket: { account: owner, ticket_seq: -1 } }, 'malformedRequest', "Invalid field 'ticket_seq', not number."],
      [{ ripple_state: {} }, 'malformedRequest', "Missing field 'currency'."],
      [
        { state: { currency: 'USD', accounts: [owner] } },
        'malformedRequest',
        "Invalid field 'accounts', not length-2 array of Accounts.",
      ],
      [
        { state: { currency: 'USD', accounts: [owner, owner] } },
        'malformedRequest',
        'Cannot have a trustline to self.',
      ],
      [{ state: { currency: '', accounts: both } }, 'malformedCurrency', "Invalid field 'currency', not Currency."],
      [
        { deposit_preauth: { owner } },
        'malformedRequest',
        'Must have exactly one of `authorized` and `authorized_credentials`.',
      ],
      [
        { deposit_preauth: { owner: 'x', authorized: owner } },
        'malformedOwner',
        "Invalid field 'owner', not AccountID.",
      ],
      [
        { deposit_preauth: { owner, authorized_credentials: [] } },
        'malformedAuthorizedCredentials',
        "Invalid field 'authorized_credentials', array empty.",
      ],
      [{ account: owner, offer: 'x' }, 'invalidParams', 'Too many fields provided.'],
    ];
    for (const [params, error, message] of rows) {
      const result = await call('ledger_entry', params as never);
      assert.deepEqual([result.error, result.error_code, result.error_message], [error, 31, message]);
    }
    assert.equal((await call('ledger_entry')).error, 'unknownOption');
    assert.equal((await call('ledger_entry', {}, { apiVersion: 2 })).error, 'invalidParams');
  });
});
