import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Env, type Party, party, simulateNow, submitNow } from '../../../test/support/env.ts';
import { TEST_CONTEXT, TestLedger } from '../../../test/support/test-view.ts';
import { TransactionFlags } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { createTransaction } from '../../protocol/transaction/transaction.ts';
import type { FieldValue, StObject } from '../../protocol/values.ts';
import { applyTransaction } from './engine.ts';

const ALICE = party('alice');
const BOB = party('bob', 'ed25519');
const STRANGER = party('stranger');
const XRP = 1_000_000n;
const HASH = 'AB'.repeat(32);
const TOKENS = { mantissa: 10n ** 15n, exponent: -15, currency: `${'0'.repeat(24)}5553440000000000`, issuer: BOB.id };

type Fields = Record<string, FieldValue>;

/**
 * Each row adds one fault to a valid AccountSet of ALICE. The fault of a row is reported before the faults of the rows
 * below it.
 */
const PRECEDENCE: readonly [Ter, Fields][] = [
  ['telNETWORK_ID_MAKES_TX_NON_CANONICAL', { NetworkID: 5 }],
  ['temINVALID_FLAG', { Flags: 0x00000001 }],
  ['temBAD_FEE', { Fee: TOKENS }],
  ['temINVALID', { Sequence: 0, TicketSequence: 1, AccountTxnID: HASH }],
  ['temINVALID_FLAG', { SetFlag: 5, ClearFlag: 5 }],
  ['terPRE_SEQ', { Sequence: 4_000_000 }],
  ['tefWRONG_PRIOR', { AccountTxnID: HASH }],
  ['tefMAX_LEDGER', { LastLedgerSequence: 1 }],
  ['telINSUF_FEE_P', { Fee: 9n }],
  ['terINSUF_FEE_B', { Fee: 2000n * XRP }],
];

async function funded(...parties: readonly Party[]): Promise<Env> {
  const env = await Env.create();
  await env.fund(1000, ...parties);
  return env;
}

function accountSet(more: Fields = {}): StObject {
  return { TransactionType: 'AccountSet', ...more };
}

describe('the engine', () => {
  for (const [at, [expected, fault]] of PRECEDENCE.entries()) {
    test(`gives ${expected} for ${Object.keys(fault).join(', ')} before anything that comes later`, async () => {
      const env = await funded(ALICE);
      assert.equal(env.submit(ALICE, accountSet(fault)).result, expected);
      for (const [, other] of PRECEDENCE.slice(at + 1)) {
        const isCompatible = Object.keys(other).every((name) => !(name in fault));
        if (isCompatible) assert.equal(env.submit(ALICE, accountSet({ ...other, ...fault })).result, expected);
      }
    });
  }

  test('refuses what it does not apply', async () => {
    const env = await funded(ALICE);
    env.submit(ALICE, { TransactionType: 'DelegateSet', Authorize: BOB.id, Permissions: [] }, 'temDISABLED');
    env.submit(ALICE, accountSet({ Delegate: BOB.id }), 'temDISABLED');
  });

  test('checks the form of pseudo-transactions, which cannot be submitted', async () => {
    const env = await funded(ALICE);
    const amendment = { TransactionType: 'EnableAmendment', LedgerSequence: 5, Amendment: HASH };
    const zero = { Account: '0'.repeat(40), Fee: 0n, Sequence: 0, SigningPubKey: '' };
    const cases: readonly [Ter, Fields][] = [
      ['temINVALID_FLAG', { Flags: 0x00040000 }],
      ['temINVALID_FLAG', { Flags: TransactionFlags.universal.tfInnerBatchTxn, NetworkID: 5 }],
      ['telNETWORK_ID_MAKES_TX_NON_CANONICAL', { NetworkID: 5, Account: ALICE.id }],
      ['temBAD_SRC_ACCOUNT', { Account: ALICE.id, Delegate: BOB.id }],
      ['temBAD_FEE', { Fee: 10n, SigningPubKey: ALICE.keys.publicKey }],
      ['temBAD_SIGNATURE', { SigningPubKey: ALICE.keys.publicKey, Sequence: 1 }],
      ['temBAD_SEQUENCE', { Sequence: 1 }],
      ['telCAN_NOT_QUEUE', { Flags: TransactionFlags.EnableAmendment.tfGotMajority }],
    ];
    for (const [expected, fault] of cases) {
      const fields = { ...amendment, ...zero, ...fault };
      assert.equal(simulateNow(env.node, createTransaction(fields)).result, expected);
    }
  });

  test('refuses the last sequence number, since none follows it', () => {
    const ledger = new TestLedger();
    ledger.fund(ALICE.id, { Sequence: 0xffff_ffff });
    const transaction = ledger.transaction(accountSet({ Account: ALICE.id }));
    const { result } = applyTransaction(ledger.view, transaction, TEST_CONTEXT, { dryRun: true });
    assert.equal(result, 'tefINVARIANT_FAILED');
  });

  test('refuses the account of zeros, and retries for an absent account', async () => {
    const env = await funded(ALICE);
    env.submit(STRANGER, accountSet({ Account: '0'.repeat(40), Sequence: 1 }), 'temBAD_SRC_ACCOUNT');
    env.submit(STRANGER, accountSet({ Sequence: 1 }), 'terNO_ACCOUNT');
  });

  test('accepts only keys that may sign for the account', async () => {
    const env = await funded(ALICE, BOB);
    env.submit(ALICE, accountSet(), 'tefBAD_AUTH', BOB);
    env.submit(ALICE, { TransactionType: 'SetRegularKey', RegularKey: BOB.id }, 'tesSUCCESS');
    env.submit(ALICE, accountSet(), 'tesSUCCESS', BOB);
    env.submit(ALICE, accountSet({ SetFlag: 4 }), 'tesSUCCESS');
    env.submit(ALICE, accountSet(), 'tefMASTER_DISABLED');
    env.submit(ALICE, accountSet(), 'tesSUCCESS', BOB);
    const unsigned = createTransaction({ ...env.sign(BOB, accountSet()).fields, TxnSignature: 'AB'.repeat(64) });
    assert.equal(submitNow(env.node, unsigned).result, 'temINVALID');
    const nonsense = { ...env.sign(BOB, accountSet()).fields, SigningPubKey: '04'.repeat(33) };
    assert.equal(submitNow(env.node, createTransaction(nonsense)).result, 'temBAD_SIGNATURE');
  });
});
