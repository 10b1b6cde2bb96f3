/** Escrows of tokens on trust lines: what their issuer, their lines and their transfer fees have to say. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testAccount } from '../../../../test/support/test-view.ts';
import { TokenLedger, tokens } from '../../../../test/support/token-ledger.ts';
import type { AccountRoot, LedgerEntries, RippleState } from '../../../protocol/entries/entries.ts';
import { escrowKeylet, lineKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { AccountId, StObject } from '../../../protocol/values.ts';

const OWNER = testAccount('M');
const DESTINATION = testAccount('P');
const STRANGER = testAccount('S');
/** High on its lines, and low. */
const HIGH_ISSUER = testAccount('X');
const LOW_ISSUER = testAccount('A');
const ISSUERS = [
  ['high', HIGH_ISSUER],
  ['low', LOW_ISSUER],
] as const;
const NOW = 1_000_000;
const { AccountRoot: Bits } = EntryFlags;
const Tf = TransactionFlags.TrustSet;
const LOCKING = Bits.lsfDefaultRipple | Bits.lsfAllowTrustLineLocking;

const CREATE = { TransactionType: 'EscrowCreate', Account: OWNER, Destination: DESTINATION, FinishAfter: NOW };
const FINISH = { TransactionType: 'EscrowFinish', Account: DESTINATION, Owner: OWNER, OfferSequence: 50 };
const CANCEL = { ...FINISH, TransactionType: 'EscrowCancel', Account: OWNER };
const ESCROW = escrowKeylet(OWNER, 50);

/** The owner has 100 of the issuer's tokens. */
function market(issuer: AccountId, root: Partial<AccountRoot> = {}): TokenLedger {
  const ledger = new TokenLedger({ closeTimeSeconds: NOW });
  for (const account of [OWNER, DESTINATION, STRANGER]) ledger.fund(account);
  ledger.fund(issuer, { Flags: LOCKING, ...root });
  ledger.trust(OWNER, issuer, '1000');
  assert.equal(ledger.pay(issuer, OWNER, '100', issuer).result, 'tesSUCCESS');
  return ledger;
}

function setRoot(ledger: TokenLedger, account: AccountId, fields: Partial<AccountRoot>): void {
  ledger.view.rawReplace({ ...ledger.account(account), ...fields });
}

function result(ledger: TokenLedger, fields: StObject): string {
  return ledger.apply(fields).result;
}

function create(ledger: TokenLedger, issuer: AccountId, amount = '40', fields: StObject = {}): string {
  setRoot(ledger, OWNER, { Sequence: 50 });
  return result(ledger, { ...CREATE, Amount: tokens(amount, issuer), ...fields });
}

/** A market with an escrow of 40 that can be finished, and cancelled if an end is given. */
function withEscrow(
  issuer: AccountId,
  {
    root = {},
    to = DESTINATION,
    CancelAfter,
  }: { root?: Partial<AccountRoot>; to?: AccountId; CancelAfter?: number } = {},
): TokenLedger {
  const ledger = market(issuer, root);
  assert.equal(create(ledger, issuer, '40', { Destination: to }), 'tesSUCCESS');
  const escrow: LedgerEntries['Escrow'] = { ...ledger.read(ESCROW)!, FinishAfter: NOW - 2 };
  ledger.put(CancelAfter === undefined ? escrow : { ...escrow, CancelAfter });
  return ledger;
}

describe('EscrowCreate of tokens', () => {
  for (const [side, issuer] of ISSUERS) {
    const line = (fields: Partial<RippleState>) => (at: TokenLedger) =>
      at.view.rawReplace({ ...at.line(OWNER, issuer)!, ...fields });
    const refused: readonly [string, (at: TokenLedger) => void, StObject, string][] = [
      ['by their issuer', () => {}, { Account: issuer }, 'tecNO_PERMISSION'],
      ['of a gone issuer', (at) => at.view.rawErase({ ...at.account(issuer) }), {}, 'tecNO_ISSUER'],
      [
        'that may not be locked, without a line',
        (at) => {
          setRoot(at, issuer, { Flags: Bits.lsfDefaultRipple });
          at.view.rawErase({ ...at.line(OWNER, issuer)! });
        },
        {},
        'tecNO_PERMISSION',
      ],
      ['without a line', (at) => at.view.rawErase({ ...at.line(OWNER, issuer)! }), {}, 'tecNO_LINE'],
      [
        'that the owner has issued itself',
        line({ Balance: tokens(side === 'high' ? '-1' : '1', testAccount('Z')) }),
        {},
        'tecNO_PERMISSION',
      ],
      [
        'without permission for the owner',
        (at) => setRoot(at, issuer, { Flags: LOCKING | Bits.lsfRequireAuth | Bits.lsfGlobalFreeze }),
        {},
        'tecNO_AUTH',
      ],
      [
        'without a line that permits the destination',
        (at) => {
          setRoot(at, issuer, { Flags: LOCKING | Bits.lsfRequireAuth | Bits.lsfGlobalFreeze });
          at.trust(issuer, OWNER, '0', { Flags: Tf.tfSetfAuth });
        },
        {},
        'tecNO_LINE',
      ],
      [
        'without permission for the destination',
        (at) => {
          at.trust(DESTINATION, issuer, '10');
          setRoot(at, issuer, { Flags: LOCKING | Bits.lsfRequireAuth | Bits.lsfGlobalFreeze });
          at.trust(issuer, OWNER, '0', { Flags: Tf.tfSetfAuth });
        },
        {},
        'tecNO_AUTH',
      ],
      ['frozen for all', (at) => setRoot(at, issuer, { Flags: LOCKING | Bits.lsfGlobalFreeze }), {}, 'tecFROZEN'],
      ['frozen for the owner', (at) => at.trust(issuer, OWNER, '0', { Flags: Tf.tfSetFreeze }), {}, 'tecFROZEN'],
      [
        'frozen for the destination',
        (at) => {
          at.trust(DESTINATION, issuer, '10');
          at.trust(issuer, DESTINATION, '0', { Flags: Tf.tfSetFreeze });
          line({ Balance: tokens('0', issuer) })(at);
        },
        {},
        'tecFROZEN',
      ],
      ['that the owner has none of', (at) => void at.pay(OWNER, issuer, '100', issuer), {}, 'tecINSUFFICIENT_FUNDS'],
      ['that the owner has fewer of', () => {}, { Amount: tokens('100.1', issuer) }, 'tecINSUFFICIENT_FUNDS'],
      [
        'too few to notice',
        (at) => void at.pay(issuer, OWNER, '900', issuer),
        { Amount: tokens('0.0000000000000001', issuer) },
        'tecPRECISION_LOSS',
      ],
    ];
    for (const [name, prepare, fields, expected] of refused) {
      test(`${name}, with a ${side} issuer: ${expected}`, () => {
        const ledger = market(issuer);
        prepare(ledger);
        assert.equal(create(ledger, issuer, '40', fields), expected);
      });
    }
  }
});

describe('EscrowFinish of tokens', () => {
  test('needs the reserve for a new line', () => {
    const ledger = withEscrow(HIGH_ISSUER);
    setRoot(ledger, DESTINATION, { Balance: 1_199_999n });
    assert.equal(result(ledger, FINISH), 'tecNO_LINE_INSUF_RESERVE');
    setRoot(ledger, DESTINATION, { Balance: 1_200_000n });
    assert.equal(result(ledger, FINISH), 'tesSUCCESS');
  });
});

describe('EscrowCancel of tokens', () => {
  const CancelAfter = NOW - 1;

  test('needs permission, and no line if the owner sends it', () => {
    const ledger = withEscrow(HIGH_ISSUER, { CancelAfter });
    setRoot(ledger, HIGH_ISSUER, { Flags: LOCKING | Bits.lsfRequireAuth });
    assert.equal(result(ledger, CANCEL), 'tecNO_AUTH');
    setRoot(ledger, HIGH_ISSUER, { Flags: LOCKING });
    ledger.view.rawErase({ ...ledger.line(OWNER, HIGH_ISSUER)! });
    assert.equal(result(ledger, { ...CANCEL, Account: STRANGER }), 'tecNO_LINE');
    assert.equal(ledger.read(lineKeylet(OWNER, HIGH_ISSUER, tokens('1', OWNER).currency)), undefined);
  });
});
