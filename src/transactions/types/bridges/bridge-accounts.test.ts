import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  BridgeLedger,
  createWord,
  DOOR,
  LEAST_DROPS,
  RECEIVER,
  REWARD_DROPS,
  SENDER,
  TOKEN_BRIDGE,
  WITNESSES,
  type Witness,
  XRP_BRIDGE,
} from '../../../../test/support/bridge-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { tokens } from '../../../../test/support/token-ledger.ts';
import { ownerDirKeylet, xchainCreateAccountClaimIdKeylet } from '../../../protocol/entries/keylets.ts';
import type { StObject } from '../../../protocol/values.ts';

const [FIRST, SECOND] = WITNESSES as readonly [Witness, Witness, Witness, Witness];
const FRESH = testAccount('N');
const AMOUNT = LEAST_DROPS;
const COMMIT = {
  TransactionType: 'XChainAccountCreateCommit',
  Account: SENDER,
  Destination: RECEIVER,
  Amount: AMOUNT,
  SignatureReward: REWARD_DROPS,
};

function ledgerThatCreates(): BridgeLedger {
  return new BridgeLedger(XRP_BRIDGE, DOOR, { MinAccountCreateAmount: LEAST_DROPS });
}

function waiting(ledger: BridgeLedger, count = 1n) {
  return ledger.read(xchainCreateAccountClaimIdKeylet(XRP_BRIDGE, count));
}

describe('XChainAccountCreateCommit', () => {
  const cases: readonly [string, StObject, string][] = [
    ['of tokens', { Amount: tokens('1', DOOR) }, 'temBAD_AMOUNT'],
    ['of nothing', { Amount: 0n }, 'temBAD_AMOUNT'],
    ['over no bridge', { XChainBridge: TOKEN_BRIDGE, SignatureReward: 1n }, 'tecNO_ENTRY'],
    ['by the door itself', { Account: DOOR }, 'tecXCHAIN_SELF_COMMIT'],
  ];
  for (const [name, fields, expected] of cases) {
    test(`${name}: ${expected}`, () => {
      assert.equal(ledgerThatCreates().result({ ...COMMIT, ...fields }), expected);
    });
  }

  test('needs a bridge for drops', () => {
    const ledger = new BridgeLedger(TOKEN_BRIDGE);
    ledger.put({ ...ledger.bridge, MinAccountCreateAmount: LEAST_DROPS });
    assert.equal(ledger.result(COMMIT), 'tecXCHAIN_BAD_TRANSFER_ISSUE');
    const mixed = { ...XRP_BRIDGE, IssuingChainIssue: TOKEN_BRIDGE.IssuingChainIssue };
    const other = ledgerThatCreates();
    other.put({ ...other.bridge, XChainBridge: mixed });
    assert.equal(other.result({ ...COMMIT, XChainBridge: mixed }), 'tecXCHAIN_CREATE_ACCOUNT_NONXRP_ISSUE');
  });

  test('may pay the fee out of the reserve, and nothing else', () => {
    const ledger = ledgerThatCreates();
    ledger.setRoot(SENDER, { Balance: AMOUNT + REWARD_DROPS + 999_999n });
    assert.equal(ledger.result(COMMIT), 'tecUNFUNDED_PAYMENT');
    assert.equal(ledger.bridge.XChainAccountCreateCount, 0n);
    ledger.setRoot(SENDER, { Balance: AMOUNT + REWARD_DROPS + 1_000_000n });
    assert.equal(ledger.result(COMMIT), 'tesSUCCESS');
  });
});

describe('XChainAddAccountCreateAttestation', () => {
  const cases: readonly [string, StObject, string][] = [
    ['of nothing', createWord(FIRST, 0n), 'temXCHAIN_BAD_PROOF'],
    ['of what the bridge does not move', createWord(FIRST, tokens('1', DOOR)), 'temXCHAIN_BAD_PROOF'],
    [
      'for one too far ahead',
      createWord(FIRST, AMOUNT, { XChainAccountCreateCount: 128n, WasLockingChainSend: 1 }),
      'tecXCHAIN_ACCOUNT_CREATE_TOO_MANY',
    ],
    ['about what was sent from here', createWord(FIRST, AMOUNT, { WasLockingChainSend: 1 }), 'tecXCHAIN_WRONG_CHAIN'],
  ];
  for (const [name, fields, expected] of cases) {
    test(`${name}: ${expected}`, () => {
      assert.equal(ledgerThatCreates().apply(fields).result, expected);
    });
  }

  test('keeps the first words in an entry of the door, which needs the reserve for it', () => {
    const ledger = ledgerThatCreates();
    ledger.setRoot(DOOR, { Balance: 1_399_999n });
    assert.equal(ledger.result(createWord(FIRST, AMOUNT)), 'tecINSUFFICIENT_RESERVE');
    ledger.setRoot(DOOR, { Balance: 1_400_000n });
    ledger.must(createWord(FIRST, AMOUNT));
    assert.equal(ledger.result(createWord(FIRST, AMOUNT)), 'tesSUCCESS', 'the entry is there');
    const entry = waiting(ledger)!;
    assert.deepEqual([entry.Account, entry.XChainAccountCreateCount, entry.XChainBridge], [DOOR, 1n, XRP_BRIDGE]);
    assert.deepEqual(entry.XChainCreateAccountAttestations, [
      {
        XChainCreateAccountProofSig: {
          AttestationSignerAccount: FIRST.id,
          PublicKey: FIRST.keys.publicKey,
          Amount: AMOUNT,
          SignatureReward: REWARD_DROPS,
          AttestationRewardAccount: FIRST.rewardAccount,
          WasLockingChainSend: 0,
          Destination: RECEIVER,
        },
      },
    ]);
    assert.ok(ledger.read(ownerDirKeylet(DOOR))?.Indexes.includes(entry.index));
    assert.equal(ledger.account(DOOR).OwnerCount, 2);
  });

  test('makes no entry when one word is enough', () => {
    const ledger = ledgerThatCreates();
    ledger.listWitnesses([FIRST], 1);
    ledger.must(createWord(FIRST, AMOUNT));
    assert.equal(ledger.bridge.XChainAccountClaimCount, 1n);
    assert.equal(ledger.account(DOOR).OwnerCount, 1);
  });

  test('counts only words that agree on amount, reward and destination', () => {
    const ledger = ledgerThatCreates();
    ledger.must(createWord(FIRST, AMOUNT));
    for (const fields of [{ SignatureReward: 1n }, { SignatureReward: tokens('1', DOOR) }, { Destination: FRESH }]) {
      ledger.must(createWord(SECOND, AMOUNT, fields));
    }
    ledger.must(createWord(SECOND, AMOUNT + 1n));
    assert.equal(ledger.bridge.XChainAccountClaimCount, 0n);
    ledger.must(createWord(SECOND, AMOUNT));
    assert.equal(ledger.bridge.XChainAccountClaimCount, 1n);
  });

  test('waits for a door that has not got the funds', () => {
    const ledger = ledgerThatCreates();
    ledger.must(createWord(FIRST, AMOUNT));
    ledger.setRoot(DOOR, { Balance: 1_400_000n + AMOUNT - 1n });
    assert.equal(ledger.result(createWord(SECOND, AMOUNT)), 'tecUNFUNDED_PAYMENT');
    ledger.setRoot(DOOR, { Balance: 1_400_000n + AMOUNT });
    assert.equal(ledger.result(createWord(SECOND, AMOUNT)), 'tecUNFUNDED_PAYMENT', 'nor for the reward');
    assert.equal(waiting(ledger)?.XChainCreateAccountAttestations.length, 1);
  });
});
