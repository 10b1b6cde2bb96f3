/** Results of bridge transactions that no recording shows, and the effects of claims and attestations. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  BridgeLedger,
  claimWord,
  createWord,
  DOOR,
  ISSUING_DOOR,
  LEAST_DROPS,
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
import { testAccount } from '../../../../test/support/test-view.ts';
import { TokenLedger, tokens, USD } from '../../../../test/support/token-ledger.ts';
import { xchainCreateAccountClaimIdKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { StObject, XChainBridge } from '../../../protocol/values.ts';

type Row = readonly [what: string, fields: StObject, expected: Ter, given?: (ledger: BridgeLedger) => void];

const [FIRST, SECOND] = WITNESSES as readonly [Witness, Witness, Witness, Witness];
const ABSENT = testAccount('N');
const AMOUNT = LEAST_DROPS;
const MPT = { mptIssuanceId: '1'.repeat(48) };
const MPT_BRIDGE: XChainBridge = { ...XRP_BRIDGE, LockingChainIssue: MPT };
const TOKENS = { XChainBridge: TOKEN_BRIDGE };
const { lsfAllowTrustLineClawback } = EntryFlags.AccountRoot;

const CREATE = { TransactionType: 'XChainCreateBridge', Account: DOOR, SignatureReward: REWARD_DROPS };
const USUAL: Readonly<Record<string, StObject>> = {
  XChainModifyBridge: { Account: DOOR, SignatureReward: 1n },
  XChainCreateClaimID: { Account: OWNER, OtherChainSource: SENDER, SignatureReward: REWARD_DROPS },
  XChainCommit: { Account: SENDER, XChainClaimID: 1n, Amount: AMOUNT },
  XChainClaim: { Account: OWNER, XChainClaimID: 1n, Destination: RECEIVER, Amount: AMOUNT },
  XChainAccountCreateCommit: {
    Account: SENDER,
    Destination: RECEIVER,
    Amount: AMOUNT,
    SignatureReward: REWARD_DROPS,
  },
};
const commit = (Amount: StObject['Amount']) => ({ TransactionType: 'XChainCommit', ...USUAL.XChainCommit, Amount });
const createCommit = { TransactionType: 'XChainAccountCreateCommit', ...USUAL.XChainAccountCreateCommit };

/** A bridge for drops that makes accounts; the owner has the first claim id. */
function bridgeLedger(spec = XRP_BRIDGE): BridgeLedger {
  const terms = spec === XRP_BRIDGE ? { MinAccountCreateAmount: LEAST_DROPS } : {};
  const ledger = new BridgeLedger(spec, DOOR, terms);
  ledger.takeClaimId();
  return ledger;
}

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  XChainModifyBridge: [
    ['units', { XChainBridge: { ...XRP_BRIDGE, IssuingChainIssue: MPT } }, 'tefEXCEPTION'],
    ['an absent bridge', TOKENS, 'tecNO_ENTRY'],
  ],
  XChainCreateClaimID: [
    ['the last number', {}, 'tecINTERNAL', (ledger) => ledger.put({ ...ledger.bridge, XChainClaimID: 0xffffffffn })],
  ],
  XChainCommit: [
    ['units', { XChainBridge: MPT_BRIDGE }, 'tefEXCEPTION'],
    ['the door', { Account: DOOR }, 'tecXCHAIN_SELF_COMMIT'],
  ],
  XChainClaim: [
    ['units', { XChainBridge: MPT_BRIDGE }, 'tefEXCEPTION'],
    ['an absent bridge', { ...TOKENS, Amount: tokens('1', LOCKED_ISSUER) }, 'tecNO_ENTRY'],
  ],
  XChainAddClaimAttestation: [
    ['units', claimWord(FIRST, 1n, { XChainBridge: MPT_BRIDGE }), 'tefEXCEPTION'],
    ['funds sent from this ledger', claimWord(FIRST, AMOUNT, { WasLockingChainSend: 1 }), 'tecXCHAIN_WRONG_CHAIN'],
  ],
  XChainAccountCreateCommit: [
    ['tokens', { Amount: tokens('1', DOOR) }, 'temBAD_AMOUNT'],
    ['an amount of 0', { Amount: 0n }, 'temBAD_AMOUNT'],
    ['an absent bridge', { ...TOKENS, SignatureReward: 1n }, 'tecNO_ENTRY'],
    ['the door', { Account: DOOR }, 'tecXCHAIN_SELF_COMMIT'],
    ['drops of the reserve', {}, 'tecUNFUNDED_PAYMENT', sender(AMOUNT + REWARD_DROPS + 999_999n)],
    ['a fee out of the reserve', {}, 'tesSUCCESS', sender(AMOUNT + REWARD_DROPS + 1_000_000n)],
  ],
  XChainAddAccountCreateAttestation: [
    ['an amount of 0', createWord(FIRST, 0n), 'temXCHAIN_BAD_PROOF'],
    ['another asset', createWord(FIRST, tokens('1', DOOR)), 'temXCHAIN_BAD_PROOF'],
    [
      'a number 128 ahead',
      createWord(FIRST, AMOUNT, { XChainAccountCreateCount: 128n, WasLockingChainSend: 1 }),
      'tecXCHAIN_ACCOUNT_CREATE_TOO_MANY',
    ],
    ['funds sent from this ledger', createWord(FIRST, AMOUNT, { WasLockingChainSend: 1 }), 'tecXCHAIN_WRONG_CHAIN'],
  ],
};

function sender(Balance: bigint): (ledger: BridgeLedger) => void {
  return (ledger) => ledger.setRoot(SENDER, { Balance });
}

for (const [type, rows] of Object.entries(ROWS)) {
  describe(type, () => {
    for (const [what, fields, expected, given] of rows) {
      test(`${what}: ${expected}`, () => {
        const ledger = bridgeLedger();
        given?.(ledger);
        assert.equal(ledger.result({ TransactionType: type, ...USUAL[type], ...fields }), expected);
      });
    }
  });
}

test('XChainCreateBridge needs the door, an issuer, and an asset without clawback', () => {
  const ledger = new TokenLedger();
  for (const account of [DOOR, SENDER, LOCKED_ISSUER, ISSUING_DOOR]) ledger.fund(account);
  ledger.view.rawReplace({ ...ledger.account(LOCKED_ISSUER), Flags: lsfAllowTrustLineClawback });
  const absent = { currency: USD, issuer: ABSENT };
  for (const [fields, expected] of [
    [{ XChainBridge: XRP_BRIDGE, Account: SENDER, SignatureReward: -1n }, 'temXCHAIN_BRIDGE_NONDOOR_OWNER'],
    [{ XChainBridge: MPT_BRIDGE }, 'tefEXCEPTION'],
    [{ XChainBridge: { ...TOKEN_BRIDGE, LockingChainIssue: absent } }, 'tecNO_ISSUER'],
    [TOKENS, 'tecNO_PERMISSION'],
    [{ ...TOKENS, Account: ISSUING_DOOR }, 'tesSUCCESS'],
  ] as const) {
    assert.equal(ledger.apply({ ...CREATE, ...fields } as StObject).result, expected);
  }
});

test('a commit and a claim of tokens name them as this ledger does, and fail as payments do', () => {
  const ledger = bridgeLedger(TOKEN_BRIDGE);
  const lock = commit(tokens('10', LOCKED_ISSUER));
  assert.equal(ledger.result(commit(tokens('10', ISSUING_DOOR))), 'tecXCHAIN_BAD_TRANSFER_ISSUE');
  assert.equal(ledger.result(lock), 'terNO_LINE');
  for (const holder of [SENDER, DOOR]) ledger.trust(holder, LOCKED_ISSUER, '100');
  assert.equal(ledger.result(lock), 'tecPATH_DRY');
  ledger.pay(LOCKED_ISSUER, SENDER, '21', LOCKED_ISSUER);
  ledger.must(lock);
  ledger.setRoot(LOCKED_ISSUER, { TransferRate: 1_100_000_000 });
  ledger.must(lock);
  assert.deepEqual([ledger.held(SENDER, LOCKED_ISSUER), ledger.held(DOOR, LOCKED_ISSUER)], ['0', '20']);
  ledger.setRoot(LOCKED_ISSUER, { TransferRate: undefined as never });

  const claim = { TransactionType: 'XChainClaim', ...USUAL.XChainClaim, Amount: tokens('10', LOCKED_ISSUER) };
  for (const witness of [FIRST, SECOND]) ledger.must(claimWord(witness, tokens('10', ISSUING_DOOR), TOKENS));
  assert.equal(ledger.result({ ...claim, Amount: tokens('10', ISSUING_DOOR) }), 'tecXCHAIN_BAD_TRANSFER_ISSUE');
  assert.equal(ledger.result(claim), 'terNO_LINE');
  ledger.trust(RECEIVER, LOCKED_ISSUER, '100');
  ledger.must(claim);
  assert.deepEqual([ledger.held(DOOR, LOCKED_ISSUER), ledger.held(RECEIVER, LOCKED_ISSUER)], ['10', '10']);
});

test('an account is made over a bridge for drops on both sides', () => {
  const ledger = new BridgeLedger(TOKEN_BRIDGE);
  ledger.put({ ...ledger.bridge, MinAccountCreateAmount: LEAST_DROPS });
  assert.equal(ledger.result(createCommit), 'tecXCHAIN_BAD_TRANSFER_ISSUE');
  const mixed = { ...XRP_BRIDGE, IssuingChainIssue: TOKEN_BRIDGE.IssuingChainIssue };
  const other = bridgeLedger();
  other.put({ ...other.bridge, XChainBridge: mixed });
  assert.equal(other.result({ ...createCommit, XChainBridge: mixed }), 'tecXCHAIN_CREATE_ACCOUNT_NONXRP_ISSUE');
});

describe('attestations of a new account', () => {
  test('wait in an entry for which the door needs the reserve and the funds', () => {
    const ledger = bridgeLedger();
    ledger.setRoot(DOOR, { Balance: 1_399_999n });
    assert.equal(ledger.result(createWord(FIRST, AMOUNT)), 'tecINSUFFICIENT_RESERVE');
    ledger.setRoot(DOOR, { Balance: 1_400_000n });
    for (let count = 0; count < 2; count++) assert.equal(ledger.result(createWord(FIRST, AMOUNT)), 'tesSUCCESS');
    const entry = () => ledger.read(xchainCreateAccountClaimIdKeylet(XRP_BRIDGE, 1n));
    assert.deepEqual([entry()?.Account, ledger.account(DOOR).OwnerCount], [DOOR, 2]);
    for (const missing of [AMOUNT + REWARD_DROPS, REWARD_DROPS]) {
      ledger.setRoot(DOOR, { Balance: 1_400_000n + AMOUNT + REWARD_DROPS - missing });
      assert.equal(ledger.result(createWord(SECOND, AMOUNT)), 'tecUNFUNDED_PAYMENT');
    }
    assert.equal(entry()?.XChainCreateAccountAttestations.length, 1);
  });

  test('need no entry if one is enough', () => {
    const ledger = bridgeLedger();
    ledger.listWitnesses([FIRST], 1);
    ledger.must(createWord(FIRST, AMOUNT));
    assert.deepEqual([ledger.bridge.XChainAccountClaimCount, ledger.account(DOOR).OwnerCount], [1n, 1]);
  });
});
