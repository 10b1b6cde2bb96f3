import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  BridgeLedger,
  DOOR,
  ISSUING_DOOR,
  LOCKED_ISSUER,
  MASTER_ID,
  REWARD_DROPS,
  TOKEN_BRIDGE,
  XRP_BRIDGE,
} from '../../../../test/support/bridge-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { TokenLedger, USD } from '../../../../test/support/token-ledger.ts';
import { EntryFlags } from '../../../protocol/tables/flags.ts';
import type { StObject } from '../../../protocol/values.ts';

const STRANGER = testAccount('X');
const MPT = { mptIssuanceId: '1'.repeat(48) };
const { lsfAllowTrustLineClawback } = EntryFlags.AccountRoot;
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
    ['doors of others', { Account: STRANGER, SignatureReward: -1n }, 'temXCHAIN_BRIDGE_NONDOOR_OWNER'],
    ['a multi-purpose token', { XChainBridge: { ...XRP_BRIDGE, LockingChainIssue: MPT } }, 'tefEXCEPTION'],
    [
      'tokens of an account that does not exist',
      { XChainBridge: { ...TOKEN_BRIDGE, LockingChainIssue: { currency: USD, issuer: testAccount('N') } } },
      'tecNO_ISSUER',
    ],
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
});

describe('XChainModifyBridge', () => {
  const cases: readonly [string, StObject, string][] = [
    [
      'a bridge for multi-purpose tokens',
      { XChainBridge: { ...XRP_BRIDGE, IssuingChainIssue: MPT }, SignatureReward: 1n },
      'tefEXCEPTION',
    ],
    ['a bridge that is not there', { ...TOKENS, SignatureReward: 1n }, 'tecNO_ENTRY'],
  ];
  for (const [name, fields, expected] of cases) {
    test(`${name}: ${expected}`, () => {
      const ledger = new BridgeLedger();
      ledger.fund(MASTER_ID);
      assert.equal(result(ledger, { ...MODIFY, ...fields }), expected);
    });
  }
});
