import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  BridgeLedger,
  DOOR,
  ISSUING_DOOR,
  LEAST_DROPS,
  LOCKED_ISSUER,
  MASTER_ID,
  REWARD_DROPS,
  TOKEN_BRIDGE,
  XRP_BRIDGE,
} from '../../../../test/support/bridge-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { TokenLedger, tokens, USD } from '../../../../test/support/token-ledger.ts';
import { bridgeKeylet, ownerDirKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { StObject } from '../../../protocol/values.ts';

const STRANGER = testAccount('X');
const MPT = { mptIssuanceId: '1'.repeat(48) };
const { lsfAllowTrustLineClawback } = EntryFlags.AccountRoot;
const { tfClearAccountCreateAmount } = TransactionFlags.XChainModifyBridge;
const CREATE = {
  TransactionType: 'XChainCreateBridge',
  Account: DOOR,
  XChainBridge: XRP_BRIDGE,
  SignatureReward: REWARD_DROPS,
};
const MODIFY = { TransactionType: 'XChainModifyBridge', Account: DOOR, XChainBridge: XRP_BRIDGE };
const TOKENS = { XChainBridge: TOKEN_BRIDGE };

function emptyLedger(): TokenLedger {
  const ledger = new TokenLedger();
  for (const account of [DOOR, STRANGER, MASTER_ID, LOCKED_ISSUER, ISSUING_DOOR]) ledger.fund(account);
  return ledger;
}

function result(ledger: TokenLedger, fields: StObject): string {
  return ledger.apply(fields).result;
}

describe('XChainCreateBridge', () => {
  const cases: readonly [string, StObject, string][] = [
    [
      'one door at both ends',
      { XChainBridge: { ...XRP_BRIDGE, IssuingChainDoor: DOOR }, Account: STRANGER },
      'temXCHAIN_EQUAL_DOOR_ACCOUNTS',
    ],
    ['doors of others', { Account: STRANGER, SignatureReward: -1n }, 'temXCHAIN_BRIDGE_NONDOOR_OWNER'],
    ['a multi-purpose token', { XChainBridge: { ...XRP_BRIDGE, LockingChainIssue: MPT } }, 'tefEXCEPTION'],
    [
      'drops and tokens',
      { XChainBridge: { ...TOKEN_BRIDGE, LockingChainIssue: XRP_BRIDGE.LockingChainIssue }, SignatureReward: -1n },
      'temXCHAIN_BRIDGE_BAD_ISSUES',
    ],
    ['a reward of tokens', { SignatureReward: tokens('1', DOOR) }, 'temXCHAIN_BRIDGE_BAD_REWARD_AMOUNT'],
    ['a negative reward', { SignatureReward: -1n, MinAccountCreateAmount: 0n }, 'temXCHAIN_BRIDGE_BAD_REWARD_AMOUNT'],
    ['accounts for nothing', { MinAccountCreateAmount: 0n }, 'temXCHAIN_BRIDGE_BAD_MIN_ACCOUNT_CREATE_AMOUNT'],
    [
      'accounts for tokens',
      { MinAccountCreateAmount: tokens('1', DOOR) },
      'temXCHAIN_BRIDGE_BAD_MIN_ACCOUNT_CREATE_AMOUNT',
    ],
    [
      'accounts at a bridge for tokens',
      { ...TOKENS, MinAccountCreateAmount: 1n },
      'temXCHAIN_BRIDGE_BAD_MIN_ACCOUNT_CREATE_AMOUNT',
    ],
    [
      'drops from any account',
      { XChainBridge: { ...XRP_BRIDGE, IssuingChainDoor: STRANGER } },
      'temXCHAIN_BRIDGE_BAD_ISSUES',
    ],
    [
      'tokens that its door does not issue',
      { XChainBridge: { ...TOKEN_BRIDGE, IssuingChainIssue: { currency: USD, issuer: STRANGER } } },
      'temXCHAIN_BRIDGE_BAD_ISSUES',
    ],
    [
      'tokens that its other door issues',
      { XChainBridge: { ...TOKEN_BRIDGE, LockingChainIssue: { currency: USD, issuer: DOOR } } },
      'temXCHAIN_BRIDGE_BAD_ISSUES',
    ],
    [
      'tokens of nobody',
      { XChainBridge: { ...TOKEN_BRIDGE, LockingChainIssue: { currency: USD, issuer: testAccount('N') } } },
      'tecNO_ISSUER',
    ],
    ['drops, without a reward', { SignatureReward: 0n, MinAccountCreateAmount: 1n }, 'tesSUCCESS'],
    ['tokens', TOKENS, 'tesSUCCESS'],
    ['tokens, from their issuer', { ...TOKENS, Account: ISSUING_DOOR }, 'tesSUCCESS'],
  ];
  for (const [name, fields, expected] of cases) {
    test(`for ${name}: ${expected}`, () => {
      assert.equal(result(emptyLedger(), { ...CREATE, ...fields }), expected);
    });
  }

  test('not for tokens that can be clawed back', () => {
    const ledger = emptyLedger();
    ledger.view.rawReplace({ ...ledger.account(LOCKED_ISSUER), Flags: lsfAllowTrustLineClawback });
    assert.equal(result(ledger, { ...CREATE, ...TOKENS }), 'tecNO_PERMISSION');
    assert.equal(result(ledger, { ...CREATE, ...TOKENS, Account: ISSUING_DOOR }), 'tesSUCCESS');
  });

  test('needs the reserve, before the fee', () => {
    for (const [Balance, expected] of [
      [1_199_999n, 'tecINSUFFICIENT_RESERVE'],
      [1_200_000n, 'tesSUCCESS'],
    ] as const) {
      const ledger = emptyLedger();
      ledger.view.rawReplace({ ...ledger.account(DOOR), Balance });
      assert.equal(result(ledger, CREATE), expected);
    }
  });

  test('a door has one bridge for a currency, whatever is on the other side', () => {
    const ledger = emptyLedger();
    assert.equal(result(ledger, CREATE), 'tesSUCCESS');
    assert.equal(result(ledger, CREATE), 'tecDUPLICATE');
    assert.equal(result(ledger, { ...CREATE, Account: MASTER_ID }), 'tecDUPLICATE');
    assert.equal(result(ledger, { ...CREATE, ...TOKENS }), 'tesSUCCESS');
  });

  test('belongs to its door, and counts from zero', () => {
    const ledger = emptyLedger();
    assert.equal(result(ledger, { ...CREATE, MinAccountCreateAmount: LEAST_DROPS }), 'tesSUCCESS');
    const keylet = bridgeKeylet(XRP_BRIDGE, 'Locking');
    assert.deepEqual(ledger.read(keylet), {
      index: keylet.key,
      LedgerEntryType: 'Bridge',
      Flags: 0,
      Account: DOOR,
      SignatureReward: REWARD_DROPS,
      MinAccountCreateAmount: LEAST_DROPS,
      XChainBridge: XRP_BRIDGE,
      XChainClaimID: 0n,
      XChainAccountCreateCount: 0n,
      XChainAccountClaimCount: 0n,
      OwnerNode: 0n,
      PreviousTxnID: '0'.repeat(64),
      PreviousTxnLgrSeq: 0,
    });
    assert.deepEqual(ledger.read(ownerDirKeylet(DOOR))?.Indexes, [keylet.key]);
    assert.equal(ledger.account(DOOR).OwnerCount, 1);
  });

  test('at the issuing end the entry is that of the issuing door', () => {
    const ledger = emptyLedger();
    assert.equal(result(ledger, { ...CREATE, Account: MASTER_ID }), 'tesSUCCESS');
    assert.equal(ledger.read(bridgeKeylet(XRP_BRIDGE, 'Issuing'))?.Account, MASTER_ID);
  });
});

describe('XChainModifyBridge', () => {
  const cases: readonly [string, StObject, string][] = [
    ['nothing', {}, 'temMALFORMED'],
    [
      'a least amount that it also ends',
      { MinAccountCreateAmount: 1n, Flags: tfClearAccountCreateAmount },
      'temMALFORMED',
    ],
    ["others' bridges", { Account: STRANGER, SignatureReward: -1n }, 'temXCHAIN_BRIDGE_NONDOOR_OWNER'],
    [
      'a bridge for multi-purpose tokens',
      { XChainBridge: { ...XRP_BRIDGE, IssuingChainIssue: MPT }, SignatureReward: 1n },
      'tefEXCEPTION',
    ],
    ['the reward to less than nothing', { SignatureReward: -1n }, 'temXCHAIN_BRIDGE_BAD_REWARD_AMOUNT'],
    ['the least amount to nothing', { MinAccountCreateAmount: 0n }, 'temXCHAIN_BRIDGE_BAD_MIN_ACCOUNT_CREATE_AMOUNT'],
    [
      'the least amount of a bridge for tokens',
      { ...TOKENS, MinAccountCreateAmount: 1n },
      'temXCHAIN_BRIDGE_BAD_MIN_ACCOUNT_CREATE_AMOUNT',
    ],
    ['a bridge that is not there', { ...TOKENS, SignatureReward: 1n }, 'tecNO_ENTRY'],
    ['a bridge whose door is on the other side', { Account: MASTER_ID, SignatureReward: 1n }, 'tecNO_ENTRY'],
  ];
  for (const [name, fields, expected] of cases) {
    test(`${name}: ${expected}`, () => {
      const ledger = new BridgeLedger();
      ledger.fund(MASTER_ID);
      assert.equal(result(ledger, { ...MODIFY, ...fields }), expected);
    });
  }

  test('changes what it names, and leaves the rest', () => {
    const ledger = new BridgeLedger();
    const terms = () => [ledger.bridge.SignatureReward, ledger.bridge.MinAccountCreateAmount];
    ledger.must({ ...MODIFY, MinAccountCreateAmount: LEAST_DROPS });
    assert.deepEqual(terms(), [REWARD_DROPS, LEAST_DROPS]);
    ledger.must({ ...MODIFY, SignatureReward: 0n });
    assert.deepEqual(terms(), [0n, LEAST_DROPS]);
    ledger.must({ ...MODIFY, SignatureReward: 5n, Flags: tfClearAccountCreateAmount });
    assert.deepEqual(terms(), [5n, undefined]);
    ledger.must({ ...MODIFY, Flags: tfClearAccountCreateAmount });
    assert.equal('MinAccountCreateAmount' in ledger.bridge, false);
  });
});
