/** Escrows of tokens on trust lines: what their issuer, their lines and their transfer fees have to say. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testAccount } from '../../../../test/support/test-view.ts';
import { TokenLedger, tokens } from '../../../../test/support/token-ledger.ts';
import type { AccountRoot, LedgerEntries, RippleState } from '../../../protocol/entries/entries.ts';
import { escrowKeylet, lineKeylet, ownerDirKeylet } from '../../../protocol/entries/keylets.ts';
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
const { AccountRoot: Bits, RippleState: Line } = EntryFlags;
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

function addLineFlags(ledger: TokenLedger, one: AccountId, other: AccountId, flags: number): void {
  const line = ledger.line(one, other)!;
  ledger.view.rawReplace({ ...line, Flags: line.Flags | flags });
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

    test(`takes them from the owner and is listed with the ${side} issuer as well`, () => {
      const ledger = market(issuer, { TransferRate: 1_250_000_000 });
      assert.equal(create(ledger, issuer), 'tesSUCCESS');
      assert.equal(ledger.held(OWNER, issuer), '60');
      const { Amount, TransferRate, IssuerNode } = ledger.read(ESCROW)!;
      assert.deepEqual([Amount, TransferRate, IssuerNode], [tokens('40', issuer), 1_250_000_000, 0n]);
      assert.equal(ledger.read(ownerDirKeylet(issuer))?.Indexes.includes(ESCROW.key), true);
    });
  }

  test('for the issuer itself is listed with it once, and remembers no fee where there is none', () => {
    const ledger = withEscrow(HIGH_ISSUER, { to: HIGH_ISSUER });
    const { DestinationNode, IssuerNode, TransferRate } = ledger.read(ESCROW)!;
    assert.deepEqual([DestinationNode, IssuerNode, TransferRate], [0n, undefined, undefined]);
  });
});

describe('EscrowFinish of tokens', () => {
  for (const [side, issuer] of ISSUERS) {
    test(`by the destination opens its line to a ${side} issuer`, () => {
      const ledger = withEscrow(issuer);
      assert.equal(result(ledger, FINISH), 'tesSUCCESS');
      assert.equal(ledger.held(DESTINATION, issuer), '40');
      const { Flags } = ledger.line(DESTINATION, issuer)!;
      const [reserve, noRipple] =
        side === 'high' ? [Line.lsfLowReserve, Line.lsfLowNoRipple] : [Line.lsfHighReserve, Line.lsfHighNoRipple];
      assert.equal(Flags, reserve | noRipple);
      assert.equal(ledger.account(DESTINATION).OwnerCount, 1);
      assert.equal(ledger.account(OWNER).OwnerCount, 1);
      for (const account of [OWNER, DESTINATION, issuer]) {
        assert.equal(ledger.read(ownerDirKeylet(account))?.Indexes.includes(ESCROW.key), false);
      }
    });

    test(`by somebody else needs that line, and room on it (${side} issuer)`, () => {
      const finish = { ...FINISH, Account: STRANGER };
      const ledger = withEscrow(issuer);
      assert.equal(result(ledger, finish), 'tecNO_LINE');
      ledger.trust(DESTINATION, issuer, '39');
      assert.equal(result(ledger, finish), 'tecLIMIT_EXCEEDED');
      ledger.trust(DESTINATION, issuer, '40');
      assert.equal(result(ledger, finish), 'tesSUCCESS');
      assert.equal(ledger.held(DESTINATION, issuer), '40');
    });

    test(`may be stopped by a ${side} issuer`, () => {
      const unauthorized = withEscrow(issuer);
      setRoot(unauthorized, issuer, { Flags: LOCKING | Bits.lsfRequireAuth });
      assert.equal(result(unauthorized, FINISH), 'tecNO_LINE');
      unauthorized.trust(DESTINATION, issuer, '100');
      assert.equal(result(unauthorized, FINISH), 'tecNO_AUTH');
      const frozen = withEscrow(issuer);
      frozen.trust(DESTINATION, issuer, '100');
      frozen.trust(issuer, DESTINATION, '0', { Flags: Tf.tfSetFreeze });
      const deeplyFrozen = side === 'high' ? Line.lsfHighDeepFreeze : Line.lsfLowDeepFreeze;
      addLineFlags(frozen, DESTINATION, issuer, deeplyFrozen);
      assert.equal(result(frozen, FINISH), 'tecFROZEN');
    });
  }

  test('goes to a destination whose line is frozen, but not deeply, and beyond its limit if it sends it', () => {
    const ledger = withEscrow(HIGH_ISSUER);
    ledger.trust(DESTINATION, HIGH_ISSUER, '1');
    ledger.trust(HIGH_ISSUER, DESTINATION, '0', { Flags: Tf.tfSetFreeze });
    assert.equal(result(ledger, FINISH), 'tesSUCCESS');
    assert.equal(ledger.held(DESTINATION, HIGH_ISSUER), '40');
  });

  test('needs the reserve for a new line', () => {
    const ledger = withEscrow(HIGH_ISSUER);
    setRoot(ledger, DESTINATION, { Balance: 1_199_999n });
    assert.equal(result(ledger, FINISH), 'tecNO_LINE_INSUF_RESERVE');
    setRoot(ledger, DESTINATION, { Balance: 1_200_000n });
    assert.equal(result(ledger, FINISH), 'tesSUCCESS');
  });

  test('for the issuer leaves the tokens where they went, whatever it froze since', () => {
    const ledger = withEscrow(HIGH_ISSUER, { to: HIGH_ISSUER });
    setRoot(ledger, HIGH_ISSUER, { Flags: LOCKING | Bits.lsfRequireAuth | Bits.lsfGlobalFreeze });
    assert.equal(result(ledger, { ...FINISH, Account: HIGH_ISSUER }), 'tesSUCCESS');
    assert.equal(ledger.held(OWNER, HIGH_ISSUER), '60');
    assert.equal(ledger.read(ESCROW), undefined);
  });

  const rates: readonly [string, number, number, string][] = [
    ['the rate of then', 1_250_000_000, 1_250_000_000, '32'],
    ['the rate of then, if it rose since', 1_250_000_000, 1_600_000_000, '32'],
    ['the present rate, if it is lower', 1_600_000_000, 1_250_000_000, '32'],
    ['no fee, if there is none any more', 1_250_000_000, 0, '40'],
    ['no fee, if there was none', 0, 1_250_000_000, '40'],
  ];
  for (const [name, then, now, received] of rates) {
    test(`costs the transfer fee out of what was locked: ${name}`, () => {
      const ledger = withEscrow(HIGH_ISSUER, { root: then === 0 ? {} : { TransferRate: then } });
      const { TransferRate: _, ...issuer } = ledger.account(HIGH_ISSUER);
      ledger.view.rawReplace(now === 0 ? issuer : { ...issuer, TransferRate: now });
      assert.equal(result(ledger, FINISH), 'tesSUCCESS');
      assert.equal(ledger.held(DESTINATION, HIGH_ISSUER), received);
    });
  }
});

describe('EscrowCancel of tokens', () => {
  const CancelAfter = NOW - 1;

  test('gives all of them back, without a fee', () => {
    const ledger = withEscrow(HIGH_ISSUER, { root: { TransferRate: 1_250_000_000 }, CancelAfter });
    assert.equal(result(ledger, CANCEL), 'tesSUCCESS');
    assert.equal(ledger.held(OWNER, HIGH_ISSUER), '100');
  });

  test('needs permission, and no line if the owner sends it', () => {
    const ledger = withEscrow(HIGH_ISSUER, { CancelAfter });
    setRoot(ledger, HIGH_ISSUER, { Flags: LOCKING | Bits.lsfRequireAuth });
    assert.equal(result(ledger, CANCEL), 'tecNO_AUTH');
    setRoot(ledger, HIGH_ISSUER, { Flags: LOCKING });
    ledger.view.rawErase({ ...ledger.line(OWNER, HIGH_ISSUER)! });
    assert.equal(result(ledger, { ...CANCEL, Account: STRANGER }), 'tecNO_LINE');
    assert.equal(ledger.read(lineKeylet(OWNER, HIGH_ISSUER, tokens('1', OWNER).currency)), undefined);
  });

  test('by somebody else respects the limit that the owner has set since', () => {
    const ledger = withEscrow(HIGH_ISSUER, { CancelAfter });
    ledger.trust(OWNER, HIGH_ISSUER, '99');
    assert.equal(result(ledger, { ...CANCEL, Account: STRANGER }), 'tecLIMIT_EXCEEDED');
    assert.equal(result(ledger, CANCEL), 'tesSUCCESS');
  });
});
