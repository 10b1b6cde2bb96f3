import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  BridgeLedger,
  claimWord,
  DOOR,
  ISSUING_DOOR,
  LOCKED_ISSUER,
  OWNER,
  RECEIVER,
  REWARD_DROPS,
  SENDER,
  TOKEN_BRIDGE,
  WITNESSES,
  type Witness,
  XRP_BRIDGE,
} from '../../../../test/support/bridge-ledger.ts';
import { tokens } from '../../../../test/support/token-ledger.ts';
import type { StObject, XChainBridge } from '../../../protocol/values.ts';
import { consequencesOf } from '../../engine/consequences.ts';

const [FIRST, SECOND] = WITNESSES as readonly [Witness, Witness, Witness, Witness];
const MPT = { mptIssuanceId: '1'.repeat(48) };
const MPT_BRIDGE: XChainBridge = { ...XRP_BRIDGE, LockingChainIssue: MPT };
const AMOUNT = 7_000_000n;
const CLAIM_ID = {
  TransactionType: 'XChainCreateClaimID',
  Account: OWNER,
  OtherChainSource: SENDER,
  SignatureReward: REWARD_DROPS,
};
const COMMIT = { TransactionType: 'XChainCommit', Account: SENDER, XChainClaimID: 1n, Amount: AMOUNT };
const CLAIM = {
  TransactionType: 'XChainClaim',
  Account: OWNER,
  XChainClaimID: 1n,
  Destination: RECEIVER,
  Amount: AMOUNT,
};

/** The owner has the first claim id. */
function claimLedger(spec = XRP_BRIDGE, door = spec.LockingChainDoor): BridgeLedger {
  const ledger = new BridgeLedger(spec, door);
  ledger.takeClaimId();
  return ledger;
}

/** Two witnesses said that the amount was sent, for whom it may concern. */
function provenLedger(): BridgeLedger {
  const ledger = claimLedger();
  for (const witness of [FIRST, SECOND]) ledger.must(claimWord(witness, AMOUNT));
  return ledger;
}

describe('XChainCreateClaimID', () => {
  test('the numbers end after 32 bits', () => {
    const ledger = new BridgeLedger();
    ledger.put({ ...ledger.bridge, XChainClaimID: 0xffffffffn });
    assert.equal(ledger.result(CLAIM_ID), 'tecINTERNAL');
  });
});

describe('XChainCommit', () => {
  const cases: readonly [string, StObject, string][] = [
    ['over a bridge for multi-purpose tokens', { XChainBridge: MPT_BRIDGE }, 'tefEXCEPTION'],
    ['by the door itself', { Account: DOOR }, 'tecXCHAIN_SELF_COMMIT'],
  ];
  for (const [name, fields, expected] of cases) {
    test(`${name}: ${expected}`, () => {
      assert.equal(new BridgeLedger().result({ ...COMMIT, ...fields }), expected);
    });
  }

  test('of tokens goes as the ledger calls them, and as a payment', () => {
    const ledger = new BridgeLedger(TOKEN_BRIDGE);
    const over = { ...COMMIT, Amount: tokens('10', LOCKED_ISSUER) };
    assert.equal(ledger.result({ ...COMMIT, Amount: tokens('10', ISSUING_DOOR) }), 'tecXCHAIN_BAD_TRANSFER_ISSUE');
    assert.equal(ledger.result(over), 'terNO_LINE');
    for (const holder of [SENDER, DOOR]) ledger.trust(holder, LOCKED_ISSUER, '100');
    assert.equal(ledger.result(over), 'tecPATH_DRY');
    assert.equal(ledger.pay(LOCKED_ISSUER, SENDER, '21', LOCKED_ISSUER).result, 'tesSUCCESS');
    ledger.must(over);
    assert.deepEqual([ledger.held(SENDER, LOCKED_ISSUER), ledger.held(DOOR, LOCKED_ISSUER)], ['11', '10']);
    ledger.setRoot(LOCKED_ISSUER, { TransferRate: 1_100_000_000 });
    ledger.must(over);
    assert.deepEqual([ledger.held(SENDER, LOCKED_ISSUER), ledger.held(DOOR, LOCKED_ISSUER)], ['0', '20']);
    assert.equal(ledger.result(over), 'tecPATH_DRY');
  });

  test('gives the queue its potential spend', () => {
    const spend = (Amount: StObject['Amount']) => {
      const { fields } = new BridgeLedger().transaction({ ...COMMIT, XChainBridge: XRP_BRIDGE, Amount });
      return consequencesOf(fields).potentialSpendDrops;
    };
    assert.deepEqual([AMOUNT, -1n, tokens('1', DOOR)].map(spend), [AMOUNT, 0n, 0n]);
  });
});

describe('XChainAddClaimAttestation', () => {
  const cases: readonly [string, StObject, string][] = [
    ['over a bridge for multi-purpose tokens', claimWord(FIRST, 1n, { XChainBridge: MPT_BRIDGE }), 'tefEXCEPTION'],
    ['about what was sent from here', claimWord(FIRST, AMOUNT, { WasLockingChainSend: 1 }), 'tecXCHAIN_WRONG_CHAIN'],
  ];
  for (const [name, fields, expected] of cases) {
    test(`${name}: ${expected}`, () => {
      assert.equal(claimLedger().apply(fields).result, expected);
    });
  }
});

describe('XChainClaim', () => {
  const cases: readonly [string, StObject, string][] = [
    ['over a bridge for multi-purpose tokens', { XChainBridge: MPT_BRIDGE }, 'tefEXCEPTION'],
    ['over no bridge', { XChainBridge: TOKEN_BRIDGE, Amount: tokens('1', LOCKED_ISSUER) }, 'tecNO_ENTRY'],
  ];
  for (const [name, fields, expected] of cases) {
    test(`${name}: ${expected}`, () => {
      assert.equal(provenLedger().result({ ...CLAIM, ...fields }), expected);
    });
  }

  test('of tokens names them as this ledger does, and fails as a payment does', () => {
    const ledger = claimLedger(TOKEN_BRIDGE);
    const claim = { ...CLAIM, Amount: tokens('10', LOCKED_ISSUER) };
    for (const witness of [FIRST, SECOND]) {
      ledger.must(claimWord(witness, tokens('10', ISSUING_DOOR), { XChainBridge: TOKEN_BRIDGE }));
    }
    assert.equal(ledger.result({ ...CLAIM, Amount: tokens('10', ISSUING_DOOR) }), 'tecXCHAIN_BAD_TRANSFER_ISSUE');
    assert.equal(ledger.result(claim), 'terNO_LINE');
    for (const holder of [RECEIVER, DOOR]) ledger.trust(holder, LOCKED_ISSUER, '100');
    assert.equal(ledger.pay(LOCKED_ISSUER, DOOR, '50', LOCKED_ISSUER).result, 'tesSUCCESS');
    ledger.must(claim);
    assert.deepEqual([ledger.held(DOOR, LOCKED_ISSUER), ledger.held(RECEIVER, LOCKED_ISSUER)], ['40', '10']);
  });
});
