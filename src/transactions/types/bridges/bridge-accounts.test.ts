import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  BridgeLedger,
  createWord,
  DOOR,
  LEAST_DROPS,
  LOCKED_ISSUER,
  RECEIVER,
  REWARD_DROPS,
  SENDER,
  STRANGER,
  TOKEN_BRIDGE,
  WITNESSES,
  type Witness,
  XRP_BRIDGE,
} from '../../../../test/support/bridge-ledger.ts';
import { TEST_FEE_DROPS, testAccount } from '../../../../test/support/test-view.ts';
import { tokens } from '../../../../test/support/token-ledger.ts';
import { accountKeylet, ownerDirKeylet, xchainCreateAccountClaimIdKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags } from '../../../protocol/tables/flags.ts';
import type { StObject } from '../../../protocol/values.ts';
import { consequencesOf } from '../../engine/consequences.ts';

const { lsfDepositAuth } = EntryFlags.AccountRoot;
const [FIRST, SECOND, THIRD] = WITNESSES as readonly [Witness, Witness, Witness, Witness];
const FRESH = testAccount('N');
const AMOUNT = LEAST_DROPS;
const MPT_BRIDGE = { ...XRP_BRIDGE, LockingChainIssue: { mptIssuanceId: '1'.repeat(48) } };
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
    ['with a reward of tokens', { SignatureReward: tokens('1', DOOR) }, 'temBAD_AMOUNT'],
    ['with a negative reward', { SignatureReward: -1n }, 'temBAD_AMOUNT'],
    ['over a bridge for multi-purpose tokens', { XChainBridge: MPT_BRIDGE }, 'tefEXCEPTION'],
    ['over no bridge', { XChainBridge: TOKEN_BRIDGE, SignatureReward: 1n }, 'tecNO_ENTRY'],
    ['with another reward', { SignatureReward: 1n, Amount: 1n }, 'tecXCHAIN_REWARD_MISMATCH'],
    ['of too little', { Amount: LEAST_DROPS - 1n, Account: DOOR }, 'tecXCHAIN_INSUFF_CREATE_AMOUNT'],
    ['by the door itself', { Account: DOOR }, 'tecXCHAIN_SELF_COMMIT'],
    ['that is good', {}, 'tesSUCCESS'],
  ];
  for (const [name, fields, expected] of cases) {
    test(`${name}: ${expected}`, () => {
      assert.equal(ledgerThatCreates().result({ ...COMMIT, ...fields }), expected);
    });
  }

  test('needs a bridge that makes accounts', () => {
    assert.equal(new BridgeLedger().result(COMMIT), 'tecXCHAIN_CREATE_ACCOUNT_DISABLED');
  });

  test('needs a bridge for drops', () => {
    const ledger = new BridgeLedger(TOKEN_BRIDGE);
    ledger.put({ ...ledger.bridge, MinAccountCreateAmount: LEAST_DROPS });
    assert.equal(ledger.result(COMMIT), 'tecXCHAIN_BAD_TRANSFER_ISSUE');
    const mixed = { ...XRP_BRIDGE, IssuingChainIssue: TOKEN_BRIDGE.IssuingChainIssue };
    const other = ledgerThatCreates();
    other.put({ ...other.bridge, XChainBridge: mixed });
    assert.equal(other.result({ ...COMMIT, XChainBridge: mixed }), 'tecXCHAIN_CREATE_ACCOUNT_NONXRP_ISSUE');
  });

  test('pays amount and reward to the door, which counts', () => {
    const ledger = ledgerThatCreates();
    const before = ledger.balances(SENDER, DOOR);
    ledger.must(COMMIT);
    const paid = AMOUNT + REWARD_DROPS;
    assert.deepEqual(ledger.balances(SENDER, DOOR), [before[0]! - paid - TEST_FEE_DROPS, before[1]! + paid]);
    assert.equal(ledger.bridge.XChainAccountCreateCount, 1n);
    assert.equal(ledger.bridge.XChainAccountClaimCount, 0n);
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
    ['with a key that is none', createWord(FIRST, AMOUNT, {}, { PublicKey: 'AB' }), 'temMALFORMED'],
    ['signed for another reward', createWord(FIRST, AMOUNT, {}, { SignatureReward: 1n }), 'temXCHAIN_BAD_PROOF'],
    ['of nothing', createWord(FIRST, 0n), 'temXCHAIN_BAD_PROOF'],
    ['of what the bridge does not move', createWord(FIRST, tokens('1', DOOR)), 'temXCHAIN_BAD_PROOF'],
    [
      'over no bridge',
      createWord(FIRST, tokens('1', LOCKED_ISSUER), { XChainBridge: TOKEN_BRIDGE, WasLockingChainSend: 1 }),
      'tecNO_ENTRY',
    ],
    ['of a stranger', createWord(STRANGER, AMOUNT), 'tecNO_PERMISSION'],
    [
      'for an account of the past',
      createWord(FIRST, AMOUNT, { XChainAccountCreateCount: 0n }),
      'tecXCHAIN_ACCOUNT_CREATE_PAST',
    ],
    [
      'for one too far ahead',
      createWord(FIRST, AMOUNT, { XChainAccountCreateCount: 128n, WasLockingChainSend: 1 }),
      'tecXCHAIN_ACCOUNT_CREATE_TOO_MANY',
    ],
    ['for the last that may wait', createWord(FIRST, AMOUNT, { XChainAccountCreateCount: 127n }), 'tesSUCCESS'],
    ['about what was sent from here', createWord(FIRST, AMOUNT, { WasLockingChainSend: 1 }), 'tecXCHAIN_WRONG_CHAIN'],
  ];
  for (const [name, fields, expected] of cases) {
    test(`${name}: ${expected}`, () => {
      assert.equal(ledgerThatCreates().apply(fields).result, expected);
    });
  }

  test('holds up what follows in the queue', () => {
    const { fields } = new BridgeLedger().transaction(createWord(FIRST, AMOUNT));
    assert.equal(consequencesOf(fields).isBlocker, true);
  });

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

  test('makes the account with the last word that it takes; the door pays the reward', () => {
    const ledger = ledgerThatCreates();
    const before = ledger.balances(DOOR, FIRST.rewardAccount, SECOND.rewardAccount);
    for (const witness of [FIRST, SECOND]) ledger.must(createWord(witness, AMOUNT, { Destination: FRESH }));
    assert.equal(ledger.account(FRESH).Balance, AMOUNT);
    const after = ledger.balances(DOOR, FIRST.rewardAccount, SECOND.rewardAccount);
    const half = REWARD_DROPS / 2n;
    assert.deepEqual(
      after.map((drops, at) => drops - before[at]!),
      [-AMOUNT - REWARD_DROPS, half, half],
    );
    assert.equal(waiting(ledger), undefined);
    assert.equal(ledger.bridge.XChainAccountClaimCount, 1n);
    assert.equal(ledger.account(DOOR).OwnerCount, 1);
    assert.equal(ledger.result(createWord(THIRD, AMOUNT, { Destination: FRESH })), 'tecXCHAIN_ACCOUNT_CREATE_PAST');
  });

  test('makes no entry when one word is enough', () => {
    const ledger = ledgerThatCreates();
    ledger.listWitnesses([FIRST], 1);
    ledger.must(createWord(FIRST, AMOUNT));
    assert.equal(ledger.bridge.XChainAccountClaimCount, 1n);
    assert.equal(ledger.account(DOOR).OwnerCount, 1);
  });

  test('makes accounts in their order', () => {
    const ledger = ledgerThatCreates();
    const second = { XChainAccountCreateCount: 2n, Destination: FRESH };
    for (const witness of [FIRST, SECOND]) ledger.must(createWord(witness, AMOUNT, second));
    assert.equal(ledger.read(accountKeylet(FRESH)), undefined);
    assert.equal(waiting(ledger, 2n)?.XChainCreateAccountAttestations.length, 2);
    for (const witness of [FIRST, SECOND]) ledger.must(createWord(witness, AMOUNT));
    assert.equal(ledger.read(accountKeylet(FRESH)), undefined, 'it takes one more word for it');
    ledger.must(createWord(THIRD, AMOUNT, second));
    assert.equal(ledger.account(FRESH).Balance, AMOUNT);
    assert.equal(ledger.bridge.XChainAccountClaimCount, 2n);
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

  test('goes on with the next one after an account that takes no funds, and rewards all the same', () => {
    for (const prepare of [
      (ledger: BridgeLedger) => ledger.setRoot(RECEIVER, { Flags: lsfDepositAuth }),
      (ledger: BridgeLedger) => ledger.view.rawErase(ledger.readAny(accountKeylet(RECEIVER).key)!),
    ]) {
      const ledger = ledgerThatCreates();
      prepare(ledger);
      const before = ledger.balances(DOOR, FIRST.rewardAccount);
      for (const witness of [FIRST, SECOND]) ledger.must(createWord(witness, 999_999n));
      const [door, witness] = ledger.balances(DOOR, FIRST.rewardAccount);
      assert.deepEqual([door! - before[0]!, witness! - before[1]!], [-REWARD_DROPS, REWARD_DROPS / 2n]);
      assert.equal(waiting(ledger), undefined);
      assert.equal(ledger.bridge.XChainAccountClaimCount, 1n);
    }
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

  test('where the account takes no funds, rewards the witnesses as far as the funds of the door go', () => {
    const ledger = ledgerThatCreates();
    ledger.must(createWord(FIRST, AMOUNT));
    ledger.setRoot(RECEIVER, { Flags: lsfDepositAuth });
    ledger.setRoot(DOOR, { Balance: 1_400_000n + REWARD_DROPS / 2n });
    const [before] = ledger.balances(FIRST.rewardAccount);
    ledger.must(createWord(SECOND, AMOUNT));
    assert.deepEqual(ledger.balances(FIRST.rewardAccount), [before! + REWARD_DROPS / 2n]);
    assert.equal(ledger.bridge.XChainAccountClaimCount, 1n);
  });
});
