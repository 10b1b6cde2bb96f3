import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, party } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import type { JsonObject } from '../../../protocol/values.ts';

const alice = party('alice');
const bob = party('bob');
const LOCKING = { LockingChainDoor: alice.address, LockingChainIssue: { currency: 'XRP' } };
const BRIDGE = { ...LOCKING, IssuingChainDoor: bob.address, IssuingChainIssue: { currency: 'XRP' } };
const HASH = 'AB'.repeat(32);

describe('ledger_entry', () => {
  let env: Env;
  let call: Call;
  const entry = (params: JsonObject, apiVersion: 1 | 2 = 1) =>
    call('ledger_entry', { ledger_index: 'validated', ...params }, { apiVersion });

  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(1000, alice, bob);
    env.submit(alice, { TransactionType: 'TicketCreate', TicketCount: 1 }, 'tesSUCCESS');
    env.submit(bob, { TransactionType: 'DepositPreauth', Authorize: alice.id }, 'tesSUCCESS');
    await env.close();
  });
  after(() => env.node.stop());

  test('finds entries by what identifies them, and by their keys', async () => {
    const sequence = (await entry({ account: alice.address })).node.Sequence as number;
    const forms: [JsonObject, string][] = [
      [{ account_root: alice.address }, 'AccountRoot'],
      [{ ticket: { account: alice.address, ticket_seq: sequence - 1 } }, 'Ticket'],
      [{ ticket: { account: alice.address, ticket_seq: `+${sequence - 1}` } }, 'Ticket'],
      [{ deposit_preauth: { owner: bob.address, authorized: alice.address } }, 'DepositPreauth'],
      [{ directory: { owner: alice.address } }, 'DirectoryNode'],
      [{ fee: true }, 'FeeSettings'],
      [{ amendments: true }, 'Amendments'],
      [{ hashes: true }, 'LedgerHashes'],
    ];
    for (const [params, type] of forms) {
      const found = await entry(params);
      assert.equal(found.node?.LedgerEntryType, type, JSON.stringify(params));
      const again = await entry({ index: found.index.toLowerCase() });
      assert.deepEqual(again.node, found.node);
      const { node, node_binary } = await entry({ index: found.index, binary: true });
      assert.equal(node, undefined);
      assert.match(node_binary, /^11[0-9A-F]+$/);
    }
  });

  test('requires exactly one entry', async () => {
    assert.deepEqual(
      [(await entry({})).error, (await entry({})).error_code, (await entry({}, 2)).error],
      ['unknownOption', undefined, 'invalidParams'],
    );
    const both = await entry({ account: alice.address, fee: true });
    assert.deepEqual([both.error, both.error_message], ['invalidParams', 'Too many fields provided.']);
    assert.equal((await entry({ index: '0' })).error, 'entryNotFound');
    assert.equal((await entry({ hashes: -1 })).error, 'invalidParams');
    assert.equal((await entry({ hashes: -1 }, 2)).error, 'invalidParams');
  });

  test('names the malformed part', async () => {
    const account = alice.address;
    const cases: [JsonObject, string, string][] = [
      [{ index: 'x' }, 'malformedRequest', "Invalid field 'index', not hex string."],
      [{ account: 5 }, 'malformedAddress', "Invalid field 'account', not AccountID."],
      [{ fee: false }, 'invalidParams', "Invalid field 'fee', not true."],
      [{ escrow: { owner: account } }, 'malformedRequest', "Missing field 'seq'."],
      [{ escrow: { owner: 'x', seq: 1 } }, 'malformedOwner', "Invalid field 'owner', not AccountID."],
      [{ vault: { owner: account, seq: -1 } }, 'malformedRequest', "Invalid field 'seq', not number."],
      [
        { oracle: { account, oracle_document_id: {} } },
        'malformedDocumentID',
        "Invalid field 'oracle_document_id', not number.",
      ],
      [{ directory: { owner: account, sub_index: '1' } }, 'malformedRequest', "Invalid field 'sub_index', not number."],
      [{ directory: { dir_root: 'zz' } }, 'malformedDirRoot', "Invalid field 'dir_root', not hash."],
      [{ amm: { asset: { currency: 'XRP' }, asset2: 'x' } }, 'malformedRequest', "Invalid field 'asset2', not Asset."],
      [{ mpt_issuance: HASH }, 'malformedMPTokenIssuance', "Invalid field 'mpt_issuance', not Hash192."],
      [{ loan: { loan_broker_id: 1, loan_seq: 1 } }, 'malformedBroker', "Invalid field 'loan_broker_id', not Hash256."],
      [{ bridge: BRIDGE }, 'malformedRequest', "Missing field 'bridge_account'."],
      [
        { bridge: { ...BRIDGE, IssuingChainIssue: {} }, bridge_account: account },
        'malformedIssue',
        "Invalid field 'IssuingChainIssue', not Issue.",
      ],
      [{ bridge: BRIDGE, bridge_account: party('nobody').address }, 'malformedRequest', ''],
      [
        { credential: { subject: account, issuer: account, credential_type: 'xyz' } },
        'malformedRequest',
        "Invalid field 'credential_type', not hex string.",
      ],
    ];
    for (const [params, error, message] of cases) {
      const result = await entry(params);
      assert.deepEqual(
        [result.error, result.error_code, result.error_message],
        [error, 31, message],
        JSON.stringify(params),
      );
    }
  });

  test('computes the keys of entries of all types', async () => {
    const account = alice.address;
    const keys: [JsonObject, string?][] = [
      [{ escrow: { owner: account, seq: 1 } }],
      [{ offer: { account, seq: '7' } }],
      [{ amm: { asset: { currency: 'XRP' }, asset2: { currency: 'USD', issuer: account } } }],
      [{ bridge: BRIDGE, bridge_account: bob.address }],
      [{ xchain_owned_claim_id: { ...BRIDGE, xchain_owned_claim_id: 3 } }],
      [{ mptoken: { mpt_issuance_id: 'CD'.repeat(24), account } }],
      [{ did: account }],
      [{ delegate: { account, authorize: bob.address } }],
      [{ nft_page: HASH }],
      [{ loan_broker: { owner: account, seq: 2 } }],
    ];
    for (const [params] of keys) {
      const { error, index } = await entry(params);
      assert.equal(error, 'entryNotFound', JSON.stringify(params));
      assert.match(index, /^[0-9A-F]{64}$/);
    }
  });
});
