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
  STRANGER,
  TOKEN_BRIDGE,
  WITNESSES,
  type Witness,
  XRP_BRIDGE,
} from '../../../../test/support/bridge-ledger.ts';
import { TEST_FEE_DROPS, testAccount } from '../../../../test/support/test-view.ts';
import { tokens } from '../../../../test/support/token-ledger.ts';
import {
  accountKeylet,
  depositPreauthKeylet,
  ownerDirKeylet,
  signersKeylet,
  xchainClaimIdKeylet,
} from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { EntryFlags } from '../../../protocol/tables/flags.ts';
import type { StObject, XChainBridge } from '../../../protocol/values.ts';
import { consequencesOf } from '../../engine/consequences.ts';

const { lsfDepositAuth, lsfDisableMaster, lsfRequireDestTag, lsfDefaultRipple } = EntryFlags.AccountRoot;
const [FIRST, SECOND, THIRD] = WITNESSES as readonly [Witness, Witness, Witness, Witness];
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
const KEYLET = xchainClaimIdKeylet(XRP_BRIDGE, 1n);

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
  const cases: readonly [string, StObject, string][] = [
    ['a reward of tokens', { SignatureReward: tokens('1', DOOR) }, 'temXCHAIN_BRIDGE_BAD_REWARD_AMOUNT'],
    ['a negative reward', { SignatureReward: -1n }, 'temXCHAIN_BRIDGE_BAD_REWARD_AMOUNT'],
    ['a bridge for multi-purpose tokens', { XChainBridge: MPT_BRIDGE }, 'tefEXCEPTION'],
    ['no such bridge', { XChainBridge: TOKEN_BRIDGE }, 'tecNO_ENTRY'],
    ['a bridge that differs', { XChainBridge: { ...XRP_BRIDGE, IssuingChainDoor: OWNER } }, 'tecNO_ENTRY'],
    ['another reward', { SignatureReward: 1n }, 'tecXCHAIN_REWARD_MISMATCH'],
  ];
  for (const [name, fields, expected] of cases) {
    test(`${name}: ${expected}`, () => {
      assert.equal(new BridgeLedger().result({ ...CLAIM_ID, ...fields }), expected);
    });
  }

  test('needs the reserve, before the fee', () => {
    const ledger = new BridgeLedger();
    ledger.setRoot(OWNER, { Balance: 1_199_999n });
    assert.equal(ledger.result(CLAIM_ID), 'tecINSUFFICIENT_RESERVE');
    ledger.setRoot(OWNER, { Balance: 1_200_000n });
    assert.equal(ledger.result(CLAIM_ID), 'tesSUCCESS');
  });

  test('is numbered by the bridge and belongs to who took it', () => {
    const ledger = claimLedger();
    const { Account, XChainClaimID, OtherChainSource, SignatureReward, XChainClaimAttestations } = ledger.read(KEYLET)!;
    assert.deepEqual(
      { Account, XChainClaimID, OtherChainSource, SignatureReward, XChainClaimAttestations },
      {
        Account: OWNER,
        XChainClaimID: 1n,
        OtherChainSource: SENDER,
        SignatureReward: REWARD_DROPS,
        XChainClaimAttestations: [],
      },
    );
    assert.deepEqual(ledger.read(ownerDirKeylet(OWNER))?.Indexes, [KEYLET.key]);
    assert.equal(ledger.account(OWNER).OwnerCount, 1);
    ledger.takeClaimId();
    assert.equal(ledger.bridge.XChainClaimID, 2n);
    assert.ok(ledger.read(xchainClaimIdKeylet(XRP_BRIDGE, 2n)) !== undefined);
  });

  test('the numbers end after 32 bits', () => {
    const ledger = new BridgeLedger();
    ledger.put({ ...ledger.bridge, XChainClaimID: 0xffffffffn });
    assert.equal(ledger.result(CLAIM_ID), 'tecINTERNAL');
  });
});

describe('XChainCommit', () => {
  const cases: readonly [string, StObject, string][] = [
    ['nothing', { Amount: 0n, XChainBridge: MPT_BRIDGE }, 'temBAD_AMOUNT'],
    ['less than nothing', { Amount: tokens('-1', DOOR) }, 'temBAD_AMOUNT'],
    ['over a bridge for multi-purpose tokens', { XChainBridge: MPT_BRIDGE }, 'tefEXCEPTION'],
    ['what the bridge does not move', { Amount: tokens('1', DOOR) }, 'temBAD_ISSUER'],
    ['over no bridge', { XChainBridge: TOKEN_BRIDGE, Amount: tokens('1', LOCKED_ISSUER) }, 'tecNO_ENTRY'],
    ['by the door itself', { Account: DOOR }, 'tecXCHAIN_SELF_COMMIT'],
    ['drops', {}, 'tesSUCCESS'],
  ];
  for (const [name, fields, expected] of cases) {
    test(`${name}: ${expected}`, () => {
      assert.equal(new BridgeLedger().result({ ...COMMIT, ...fields }), expected);
    });
  }

  test('moves drops to the door; the fee may come out of the reserve', () => {
    const ledger = new BridgeLedger();
    const [before] = ledger.balances(DOOR);
    ledger.setRoot(SENDER, { Balance: AMOUNT + 1_000_000n });
    ledger.must(COMMIT);
    assert.deepEqual(ledger.balances(SENDER, DOOR), [1_000_000n - TEST_FEE_DROPS, before! + AMOUNT]);
    ledger.setRoot(SENDER, { Balance: AMOUNT + 999_999n });
    assert.equal(ledger.result(COMMIT), 'tecUNFUNDED_PAYMENT');
  });

  test('heeds the flags of the door', () => {
    const ledger = new BridgeLedger();
    ledger.setRoot(DOOR, { Flags: lsfRequireDestTag | lsfDepositAuth });
    assert.equal(ledger.result(COMMIT), 'tecDST_TAG_NEEDED');
    ledger.setRoot(DOOR, { Flags: lsfDepositAuth });
    assert.equal(ledger.result(COMMIT), 'tecNO_PERMISSION');
    ledger.put(newEntry(depositPreauthKeylet(DOOR, SENDER)));
    assert.equal(ledger.result(COMMIT), 'tesSUCCESS');
  });

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

  test('gives tokens back to the door that issued them', () => {
    const ledger = new BridgeLedger(TOKEN_BRIDGE, ISSUING_DOOR);
    ledger.setRoot(ISSUING_DOOR, { Flags: lsfDefaultRipple });
    ledger.trust(SENDER, ISSUING_DOOR, '100');
    assert.equal(ledger.pay(ISSUING_DOOR, SENDER, '30', ISSUING_DOOR).result, 'tesSUCCESS');
    ledger.must({ ...COMMIT, Amount: tokens('10', ISSUING_DOOR) });
    assert.equal(ledger.held(SENDER, ISSUING_DOOR), '20');
  });

  test('tells the queue what it may spend', () => {
    const spend = (Amount: StObject['Amount']) => {
      const { fields } = new BridgeLedger().transaction({ ...COMMIT, XChainBridge: XRP_BRIDGE, Amount });
      return consequencesOf(fields).potentialSpendDrops;
    };
    assert.deepEqual([AMOUNT, -1n, tokens('1', DOOR)].map(spend), [AMOUNT, 0n, 0n]);
  });
});

describe('XChainAddClaimAttestation', () => {
  const cases: readonly [string, StObject, string][] = [
    ['with a key that is none', claimWord(FIRST, AMOUNT, {}, { PublicKey: 'AB' }), 'temMALFORMED'],
    ['that was signed for another amount', claimWord(FIRST, AMOUNT, {}, { Amount: 1n }), 'temXCHAIN_BAD_PROOF'],
    [
      'that was signed for another destination',
      claimWord(FIRST, AMOUNT, {}, { Destination: RECEIVER }),
      'temXCHAIN_BAD_PROOF',
    ],
    ['of another claim id', claimWord(FIRST, AMOUNT, {}, { XChainClaimID: 2n }), 'temXCHAIN_BAD_PROOF'],
    ['of nothing', claimWord(FIRST, 0n), 'temXCHAIN_BAD_PROOF'],
    ['of what the bridge does not move', claimWord(FIRST, tokens('1', DOOR)), 'temXCHAIN_BAD_PROOF'],
    ['over a bridge for multi-purpose tokens', claimWord(FIRST, 1n, { XChainBridge: MPT_BRIDGE }), 'tefEXCEPTION'],
    ['over no bridge', claimWord(FIRST, tokens('1', ISSUING_DOOR), { XChainBridge: TOKEN_BRIDGE }), 'tecNO_ENTRY'],
    ['of a stranger', claimWord(STRANGER, AMOUNT), 'tecNO_PERMISSION'],
    [
      "with a stranger's key",
      claimWord(STRANGER, AMOUNT, {}, { AttestationSignerAccount: FIRST.id }),
      'tecXCHAIN_BAD_PUBLIC_KEY_ACCOUNT_PAIR',
    ],
    ['for no claim id', claimWord(FIRST, AMOUNT, { XChainClaimID: 2n }), 'tecXCHAIN_NO_CLAIM_ID'],
    [
      'about another sender',
      claimWord(FIRST, AMOUNT, { OtherChainSource: OWNER }),
      'tecXCHAIN_SENDING_ACCOUNT_MISMATCH',
    ],
    ['about what was sent from here', claimWord(FIRST, AMOUNT, { WasLockingChainSend: 1 }), 'tecXCHAIN_WRONG_CHAIN'],
    ['that is good', claimWord(FIRST, AMOUNT, { Destination: RECEIVER }), 'tesSUCCESS'],
  ];
  for (const [name, fields, expected] of cases) {
    test(`${name}: ${expected}`, () => {
      assert.equal(claimLedger().apply(fields).result, expected);
    });
  }

  test('holds up what follows in the queue', () => {
    const { fields } = new BridgeLedger().transaction(claimWord(FIRST, AMOUNT));
    assert.equal(consequencesOf(fields).isBlocker, true);
  });

  test('needs the signer list of the door', () => {
    const ledger = claimLedger();
    ledger.view.rawErase(ledger.readAny(listKey(ledger))!);
    assert.equal(ledger.result(claimWord(FIRST, AMOUNT)), 'tecXCHAIN_NO_SIGNERS_LIST');
  });

  test('is signed by the master key unless disabled, or the regular key, of a witness with an account', () => {
    const bad = 'tecXCHAIN_BAD_PUBLIC_KEY_ACCOUNT_PAIR';
    const regular = claimWord(STRANGER, AMOUNT, {}, { AttestationSignerAccount: FIRST.id });
    const cases = [
      [{}, 'tesSUCCESS', bad],
      [{ RegularKey: STRANGER.id }, 'tesSUCCESS', 'tesSUCCESS'],
      [{ RegularKey: SECOND.id, Flags: lsfDisableMaster }, bad, bad],
    ] as const;
    for (const [root, byMaster, byRegular] of cases) {
      const ledger = claimLedger();
      ledger.fund(FIRST.id, root);
      assert.equal(ledger.result(claimWord(FIRST, AMOUNT)), byMaster);
      assert.equal(ledger.result(regular), byRegular);
    }
  });

  test('pays the destination with the last word that it takes, and ends the claim', () => {
    const ledger = claimLedger();
    const everybody = [DOOR, RECEIVER, OWNER, FIRST.rewardAccount, THIRD.rewardAccount] as const;
    const before = ledger.balances(...everybody);
    ledger.must(claimWord(FIRST, AMOUNT, { Destination: RECEIVER }));
    assert.deepEqual(ledger.balances(...everybody), before);
    ledger.must(claimWord(THIRD, AMOUNT, { Destination: RECEIVER }));
    const moved = ledger.balances(...everybody).map((drops, at) => drops - before[at]!);
    assert.deepEqual(moved, [-AMOUNT, AMOUNT, -REWARD_DROPS, REWARD_DROPS / 2n, REWARD_DROPS / 2n]);
    assert.equal(ledger.read(KEYLET), undefined);
    assert.equal(ledger.account(OWNER).OwnerCount, 0);
    assert.deepEqual(ledger.read(ownerDirKeylet(OWNER))?.Indexes, []);
  });

  test('makes the account of the destination', () => {
    const ledger = claimLedger();
    const fresh = testAccount('N');
    for (const witness of [FIRST, SECOND]) ledger.must(claimWord(witness, AMOUNT, { Destination: fresh }));
    const { Account, Balance, Sequence } = ledger.account(fresh);
    assert.deepEqual([Account, Balance, Sequence], [fresh, AMOUNT, 1000]);
  });

  test('counts only words that agree on amount and destination', () => {
    const ledger = claimLedger();
    ledger.must(claimWord(FIRST, AMOUNT, { Destination: RECEIVER }));
    ledger.must(claimWord(SECOND, AMOUNT + 1n, { Destination: RECEIVER }));
    ledger.must(claimWord(THIRD, AMOUNT, { Destination: OWNER }));
    assert.equal(ledger.read(KEYLET)?.XChainClaimAttestations.length, 3);
    ledger.must(claimWord(SECOND, AMOUNT, { Destination: OWNER }));
    assert.equal(ledger.read(KEYLET), undefined, 'the new word of a witness replaces the old one');
  });

  test('drops the words of those who are no witnesses any more', () => {
    const ledger = claimLedger();
    ledger.must(claimWord(FIRST, AMOUNT));
    ledger.listWitnesses([SECOND, THIRD]);
    ledger.must(claimWord(SECOND, AMOUNT));
    const [only, ...others] = ledger.read(KEYLET)!.XChainClaimAttestations;
    assert.deepEqual(others, []);
    assert.deepEqual(only, {
      XChainClaimProofSig: {
        AttestationSignerAccount: SECOND.id,
        PublicKey: SECOND.keys.publicKey,
        Amount: AMOUNT,
        AttestationRewardAccount: SECOND.rewardAccount,
        WasLockingChainSend: 0,
      },
    });
  });

  test('without a destination waits for the owner, whatever the witnesses say', () => {
    assert.equal(provenLedger().read(KEYLET)?.XChainClaimAttestations.length, 2);
  });

  const stuck: readonly [string, (ledger: BridgeLedger) => void][] = [
    ['the destination wants a tag', (ledger) => ledger.setRoot(RECEIVER, { Flags: lsfRequireDestTag })],
    ['the destination wants to be asked', (ledger) => ledger.setRoot(RECEIVER, { Flags: lsfDepositAuth })],
    ['the door has not got so much', (ledger) => ledger.setRoot(DOOR, { Balance: AMOUNT })],
    ['the owner cannot pay the reward', (ledger) => ledger.setRoot(OWNER, { Balance: REWARD_DROPS })],
    ['it does not make an account', (ledger) => ledger.view.rawErase(ledger.readAny(accountKeylet(RECEIVER).key)!)],
  ];
  for (const [name, prepare] of stuck) {
    test(`keeps the words where ${name}`, () => {
      const ledger = claimLedger();
      prepare(ledger);
      const [before] = ledger.balances(DOOR);
      const small = name === 'it does not make an account' ? 999_999n : AMOUNT;
      for (const witness of [FIRST, SECOND]) ledger.must(claimWord(witness, small, { Destination: RECEIVER }));
      assert.equal(ledger.read(KEYLET)?.XChainClaimAttestations.length, 2);
      assert.deepEqual(ledger.balances(DOOR), [before]);
    });
  }

  test('issues tokens at the issuing end, for what was locked at the other', () => {
    const ledger = claimLedger(TOKEN_BRIDGE, ISSUING_DOOR);
    ledger.trust(RECEIVER, ISSUING_DOOR, '100');
    const said = { XChainBridge: TOKEN_BRIDGE, WasLockingChainSend: 7, Destination: RECEIVER };
    assert.equal(
      ledger.apply(claimWord(FIRST, tokens('10', ISSUING_DOOR), said)).result,
      'temXCHAIN_BAD_PROOF',
      'the amount is what the sending ledger calls it',
    );
    for (const witness of [FIRST, SECOND]) {
      const word = claimWord(witness, tokens('10', LOCKED_ISSUER), { ...said, WasLockingChainSend: 1 });
      ledger.must({ ...word, WasLockingChainSend: 7 });
    }
    assert.equal(ledger.held(RECEIVER, ISSUING_DOOR), '10');
  });
});

describe('XChainClaim', () => {
  const cases: readonly [string, StObject, string][] = [
    ['of nothing', { Amount: 0n, XChainBridge: MPT_BRIDGE }, 'temBAD_AMOUNT'],
    ['over a bridge for multi-purpose tokens', { XChainBridge: MPT_BRIDGE }, 'tefEXCEPTION'],
    ['of what the bridge does not move', { Amount: tokens('1', DOOR) }, 'temBAD_AMOUNT'],
    ['over no bridge', { XChainBridge: TOKEN_BRIDGE, Amount: tokens('1', LOCKED_ISSUER) }, 'tecNO_ENTRY'],
    ['for nobody', { Destination: testAccount('N'), XChainClaimID: 2n }, 'tecNO_DST'],
    ['of no claim id', { XChainClaimID: 2n }, 'tecXCHAIN_NO_CLAIM_ID'],
    ["of another's claim id", { Account: SENDER }, 'tecXCHAIN_BAD_CLAIM_ID'],
    ['of an amount that nobody attested to', { Amount: AMOUNT + 1n }, 'tecXCHAIN_CLAIM_NO_QUORUM'],
    ['that is good', {}, 'tesSUCCESS'],
  ];
  for (const [name, fields, expected] of cases) {
    test(`${name}: ${expected}`, () => {
      assert.equal(provenLedger().result({ ...CLAIM, ...fields }), expected);
    });
  }

  test('holds up what follows in the queue', () => {
    const { fields } = new BridgeLedger().transaction({ ...CLAIM, XChainBridge: XRP_BRIDGE });
    assert.equal(consequencesOf(fields).isBlocker, true);
  });

  test('needs the signer list of the door, and the witnesses who are on it now', () => {
    const ledger = provenLedger();
    ledger.listWitnesses([SECOND, THIRD]);
    assert.equal(ledger.result(CLAIM), 'tecXCHAIN_CLAIM_NO_QUORUM');
    assert.equal(ledger.read(KEYLET)?.XChainClaimAttestations.length, 2);
    ledger.view.rawErase(ledger.readAny(listKey(ledger))!);
    assert.equal(ledger.result(CLAIM), 'tecXCHAIN_NO_SIGNERS_LIST');
  });

  test('sends the funds where the owner likes, whatever was attested to', () => {
    const ledger = claimLedger();
    ledger.setRoot(RECEIVER, { Flags: lsfRequireDestTag });
    for (const witness of [FIRST, SECOND]) ledger.must(claimWord(witness, AMOUNT, { Destination: RECEIVER }));
    const before = ledger.balances(DOOR, RECEIVER, SENDER, FIRST.rewardAccount);
    assert.equal(ledger.result(CLAIM), 'tecDST_TAG_NEEDED');
    ledger.must({ ...CLAIM, Destination: SENDER });
    const after = ledger.balances(DOOR, RECEIVER, SENDER, FIRST.rewardAccount);
    assert.deepEqual(
      after.map((drops, at) => drops - before[at]!),
      [-AMOUNT, 0n, AMOUNT, REWARD_DROPS / 2n],
    );
    assert.equal(ledger.read(KEYLET), undefined);
  });

  test('with a tag, for who wants one', () => {
    const ledger = provenLedger();
    ledger.setRoot(RECEIVER, { Flags: lsfRequireDestTag });
    assert.equal(ledger.result({ ...CLAIM, DestinationTag: 0 }), 'tesSUCCESS');
  });

  test('is a deposit that needs permission, unless the owner is its own destination', () => {
    const ledger = provenLedger();
    for (const account of [OWNER, RECEIVER]) ledger.setRoot(account, { Flags: lsfDepositAuth });
    assert.equal(ledger.result(CLAIM), 'tecNO_PERMISSION');
    assert.equal(ledger.result({ ...CLAIM, Destination: OWNER }), 'tesSUCCESS');
  });

  test('needs an owner who can pay the reward', () => {
    const ledger = provenLedger();
    ledger.setRoot(OWNER, { Balance: 1_200_000n + REWARD_DROPS / 2n });
    const before = ledger.balances(DOOR, FIRST.rewardAccount);
    assert.equal(ledger.result(CLAIM), 'tecUNFUNDED_PAYMENT');
    assert.deepEqual(ledger.balances(DOOR, FIRST.rewardAccount), before);
  });

  test('rounds the shares of the reward down, and goes on where a witness cannot take one', () => {
    const ledger = provenLedger();
    ledger.must(claimWord(THIRD, AMOUNT));
    ledger.put({ ...ledger.read(KEYLET)!, SignatureReward: 8n });
    ledger.setRoot(SECOND.rewardAccount, { Flags: lsfDepositAuth });
    ledger.view.rawErase(ledger.readAny(accountKeylet(THIRD.rewardAccount).key)!);
    const before = ledger.balances(OWNER, FIRST.rewardAccount, SECOND.rewardAccount);
    ledger.must(CLAIM);
    const after = ledger.balances(OWNER, FIRST.rewardAccount, SECOND.rewardAccount);
    assert.deepEqual(
      after.map((drops, at) => drops - before[at]!),
      [-2n - TEST_FEE_DROPS, 2n, 0n],
    );
  });

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

function listKey(ledger: BridgeLedger): string {
  return signersKeylet(ledger.door).key;
}
