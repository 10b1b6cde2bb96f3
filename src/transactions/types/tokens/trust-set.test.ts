import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testAccount } from '../../../../test/support/test-view.ts';
import { TokenLedger, textOf, tokens, USD } from '../../../../test/support/token-ledger.ts';
import type { RippleState } from '../../../protocol/entries/entries.ts';
import { ownerDirKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { BAD_CURRENCY, type StObject } from '../../../protocol/values.ts';
import { setBalanceAt, sideOf } from '../../trust-lines/trust-line-side.ts';

const LOW = testAccount('A');
const HIGH = testAccount('B');
const ABSENT = testAccount('C');
const NO_ACCOUNT = '1'.padStart(40, '0');
const Tf = TransactionFlags.TrustSet;
const Line = EntryFlags.RippleState;
const { AccountRoot: Bits } = EntryFlags;

function ledger(lowFlags = 0, highFlags = 0): TokenLedger {
  const made = new TokenLedger();
  made.fund(LOW, { Flags: lowFlags });
  made.fund(HIGH, { Flags: highFlags });
  return made;
}

function trustSet(at: TokenLedger, fields: StObject): Ter {
  const defaults = { TransactionType: 'TrustSet', Account: LOW, LimitAmount: tokens('100', HIGH) };
  return at.apply({ ...defaults, ...fields }).result;
}

/** Rewrites the balance, as a payment would. */
function setHeld(at: TokenLedger, held: string): void {
  const line = { ...at.line(LOW, HIGH) } as RippleState;
  setBalanceAt(line, sideOf(LOW, HIGH), tokens(held, NO_ACCOUNT));
  at.view.rawReplace(line);
}

describe('TrustSet refuses, in this order,', () => {
  const malformed: readonly [string, StObject, Ter][] = [
    ['a limit in drops', { LimitAmount: 5n }, 'temBAD_LIMIT'],
    ['a limit in multi-purpose tokens', { LimitAmount: { value: 5n, mptIssuanceId: '01'.repeat(24) } }, 'tefEXCEPTION'],
    [
      'a limit in the currency that would read XRP',
      { LimitAmount: tokens('1', HIGH, BAD_CURRENCY) },
      'temBAD_CURRENCY',
    ],
    ['a negative limit', { LimitAmount: tokens('-1', HIGH) }, 'temBAD_LIMIT'],
    ['a line with nobody', { LimitAmount: tokens('1', NO_ACCOUNT) }, 'temDST_NEEDED'],
    ['authorization that is not required', { Flags: Tf.tfSetfAuth }, 'tefNO_AUTH_REQUIRED'],
    ['a line with itself', { LimitAmount: tokens('1', LOW) }, 'temDST_IS_SRC'],
    ['a line with an account that is not there', { LimitAmount: tokens('1', ABSENT) }, 'tecNO_DST'],
    ['freezing and thawing at once', { Flags: Tf.tfSetFreeze | Tf.tfClearFreeze }, 'tecNO_PERMISSION'],
    ['a deep freeze without a freeze', { Flags: Tf.tfSetDeepFreeze }, 'tecNO_PERMISSION'],
    ['a line that would say nothing', { LimitAmount: tokens('0', HIGH) }, 'tecNO_LINE_REDUNDANT'],
    [
      'quality one to one as the only setting',
      { LimitAmount: tokens('0', HIGH), QualityOut: 1e9 },
      'tecNO_LINE_REDUNDANT',
    ],
    [
      'a no-ripple flag as the only setting',
      { LimitAmount: tokens('0', HIGH), Flags: Tf.tfSetNoRipple },
      'tecNO_LINE_REDUNDANT',
    ],
  ];
  for (const [what, fields, expected] of malformed) {
    test(what, () => assert.equal(trustSet(ledger(), fields), expected));
  }

  test('a new line to an account that takes none, but not a change of an old one', () => {
    const closed = ledger(0, Bits.lsfDisallowIncomingTrustline);
    assert.equal(trustSet(closed, {}), 'tecNO_PERMISSION');
    const old = ledger();
    assert.equal(trustSet(old, {}), 'tesSUCCESS');
    old.view.rawReplace({ ...old.account(HIGH), Flags: Bits.lsfDisallowIncomingTrustline });
    assert.equal(trustSet(old, { LimitAmount: tokens('7', HIGH) }), 'tesSUCCESS');
  });

  test('to freeze for an account that has given up freezing', () => {
    assert.equal(trustSet(ledger(Bits.lsfNoFreeze), { Flags: Tf.tfSetFreeze }), 'tecNO_PERMISSION');
  });

  test('a third object that the balance does not cover', () => {
    const poor = new TokenLedger();
    poor.fund(HIGH);
    poor.fund(LOW, { Balance: 1_599_999n, OwnerCount: 2 });
    assert.equal(trustSet(poor, {}), 'tecNO_LINE_INSUF_RESERVE');
    const enough = new TokenLedger();
    enough.fund(HIGH);
    enough.fund(LOW, { Balance: 1_600_000n, OwnerCount: 2 });
    assert.equal(trustSet(enough, {}), 'tesSUCCESS');
    const starter = new TokenLedger();
    starter.fund(HIGH);
    starter.fund(LOW, { Balance: 10n, OwnerCount: 1 });
    assert.equal(trustSet(starter, {}), 'tesSUCCESS');
  });

  test('to begin to pay for its end of an old line without the reserve', () => {
    const at = ledger();
    assert.equal(trustSet(at, { Account: HIGH, LimitAmount: tokens('5', LOW) }), 'tesSUCCESS');
    at.view.rawReplace({ ...at.account(LOW), Balance: 20n, OwnerCount: 2 });
    assert.equal(trustSet(at, {}), 'tecINSUF_RESERVE_LINE');
  });

  test('no-ripple for an account that owes on the line', () => {
    const at = ledger();
    assert.equal(trustSet(at, {}), 'tesSUCCESS');
    setHeld(at, '-3');
    assert.equal(trustSet(at, { Flags: Tf.tfSetNoRipple }), 'tecNO_PERMISSION');
  });
});

describe('TrustSet creates a line', () => {
  test('with the limit at its own end, in both directories, paid for by the sender', () => {
    const at = ledger();
    assert.equal(trustSet(at, { QualityIn: 990_000_000, QualityOut: 1_000_000_000 }), 'tesSUCCESS');
    const line = at.line(LOW, HIGH);
    assert.ok(line);
    assert.deepEqual([textOf(line.LowLimit), line.LowLimit.issuer], ['100', LOW]);
    assert.deepEqual([textOf(line.HighLimit), line.HighLimit.issuer], ['0', HIGH]);
    assert.deepEqual([line.Balance.issuer, line.Balance.currency], [NO_ACCOUNT, USD]);
    assert.deepEqual([line.LowQualityIn, line.LowQualityOut], [990_000_000, undefined]);
    assert.equal(line.Flags, Line.lsfLowReserve | Line.lsfHighNoRipple);
    assert.deepEqual([at.account(LOW).OwnerCount, at.account(HIGH).OwnerCount], [1, 0]);
    for (const owner of [LOW, HIGH]) assert.deepEqual(at.read(ownerDirKeylet(owner))?.Indexes, [line.index]);
  });

  test('that lets the other side be rippled through if that is its default', () => {
    const at = ledger(0, Bits.lsfDefaultRipple);
    trustSet(at, { Flags: Tf.tfSetNoRipple | Tf.tfSetFreeze | Tf.tfSetDeepFreeze });
    const { lsfLowReserve, lsfLowNoRipple, lsfLowFreeze, lsfLowDeepFreeze } = Line;
    assert.equal(at.line(LOW, HIGH)?.Flags, lsfLowReserve | lsfLowNoRipple | lsfLowFreeze | lsfLowDeepFreeze);
  });

  test('with neither of two flags that contradict each other, and for a quality alone', () => {
    const at = ledger();
    assert.equal(trustSet(at, { Flags: Tf.tfSetNoRipple | Tf.tfClearNoRipple }), 'tesSUCCESS');
    assert.equal(at.line(LOW, HIGH)?.Flags, Line.lsfLowReserve | Line.lsfHighNoRipple);
    const quality = ledger();
    assert.equal(trustSet(quality, { LimitAmount: tokens('0', HIGH), QualityIn: 5 }), 'tesSUCCESS');
  });

  test('and notes on which page of each directory it is', () => {
    for (const [owner, peer] of [
      [LOW, HIGH],
      [HIGH, LOW],
    ] as const) {
      const at = ledger();
      const full = newEntry(ownerDirKeylet(LOW));
      const Indexes = Array.from({ length: 32 }, (_, n) => n.toString().padStart(64, '0'));
      at.put({ ...full, RootIndex: full.index, Owner: LOW, Indexes });
      assert.equal(trustSet(at, { Account: owner, LimitAmount: tokens('5', peer) }), 'tesSUCCESS');
      const { LowNode, HighNode } = at.line(LOW, HIGH)!;
      assert.deepEqual([LowNode, HighNode], [1n, 0n]);
    }
  });

  test('with limit zero to authorize a holder beforehand', () => {
    const at = ledger(0, Bits.lsfRequireAuth);
    const authorize = { Account: HIGH, LimitAmount: tokens('0', LOW), Flags: Tf.tfSetfAuth };
    assert.equal(trustSet(at, authorize), 'tesSUCCESS');
    assert.equal(at.line(LOW, HIGH)?.Flags, Line.lsfHighReserve | Line.lsfHighAuth | Line.lsfLowNoRipple);
    assert.equal(trustSet(at, {}), 'tesSUCCESS');
    assert.equal(at.account(LOW).OwnerCount, 1);
  });
});

describe('TrustSet changes a line', () => {
  test('of an account without the reserve, as long as it pays for its end already', () => {
    const at = ledger();
    trustSet(at, {});
    at.view.rawReplace({ ...at.account(LOW), Balance: 20n, OwnerCount: 3 });
    assert.equal(trustSet(at, { LimitAmount: tokens('7', HIGH) }), 'tesSUCCESS');
    assert.equal(at.account(LOW).OwnerCount, 3);
  });

  test('and lets each side pay for what it has set or holds, not for what it owes', () => {
    const at = ledger(Bits.lsfDefaultRipple, Bits.lsfDefaultRipple);
    trustSet(at, {});
    setHeld(at, '-3');
    const counts = () => [at.account(LOW).OwnerCount, at.account(HIGH).OwnerCount];
    assert.equal(trustSet(at, { LimitAmount: tokens('0', HIGH) }), 'tesSUCCESS');
    assert.deepEqual(counts(), [0, 1], 'the other side holds the tokens');
    assert.equal(trustSet(at, { LimitAmount: tokens('0', HIGH), Flags: Tf.tfSetFreeze }), 'tesSUCCESS');
    assert.deepEqual(counts(), [1, 1], 'a freeze is a setting');
  });
  test('and authorization stays when it is set again or left out', () => {
    const at = ledger(0, Bits.lsfRequireAuth | Bits.lsfDefaultRipple);
    trustSet(at, {});
    const authorize = { Account: HIGH, LimitAmount: tokens('0', LOW) };
    assert.equal(trustSet(at, { ...authorize, Flags: Tf.tfSetfAuth }), 'tesSUCCESS');
    assert.equal(trustSet(at, authorize), 'tesSUCCESS');
    assert.equal(at.line(LOW, HIGH)?.Flags, Line.lsfLowReserve | Line.lsfHighAuth);
    assert.equal(at.account(HIGH).OwnerCount, 0);
  });

  test('keeping a quality in of one to one but not a quality out', () => {
    const at = ledger();
    trustSet(at, {});
    trustSet(at, { QualityIn: 1_000_000_000, QualityOut: 1_000_000_000 });
    assert.equal(at.line(LOW, HIGH)?.LowQualityIn, 1_000_000_000);
    assert.equal(at.line(LOW, HIGH)?.LowQualityOut, undefined);
    trustSet(at, { QualityIn: 0 });
    assert.equal(at.line(LOW, HIGH)?.LowQualityIn, undefined);
  });

  test('and removes it with all traces when both ends are at their defaults', () => {
    const at = ledger(Bits.lsfDefaultRipple, Bits.lsfDefaultRipple);
    trustSet(at, {});
    assert.equal(trustSet(at, { LimitAmount: tokens('0', HIGH) }), 'tesSUCCESS');
    assert.equal(at.line(LOW, HIGH), undefined);
    assert.equal(at.account(LOW).OwnerCount, 0);
    for (const owner of [LOW, HIGH]) assert.equal(at.read(ownerDirKeylet(owner)), undefined);
  });

  test('but keeps one that holds a balance', () => {
    const at = ledger(Bits.lsfDefaultRipple, Bits.lsfDefaultRipple);
    trustSet(at, {});
    setHeld(at, '4');
    assert.equal(trustSet(at, { LimitAmount: tokens('0', HIGH) }), 'tesSUCCESS');
    assert.equal(at.held(LOW, HIGH), '4');
    assert.equal(at.account(LOW).OwnerCount, 1);
  });

  test('and refuses to thaw what stays deeply frozen', () => {
    const at = ledger();
    trustSet(at, { Flags: Tf.tfSetFreeze | Tf.tfSetDeepFreeze });
    assert.equal(trustSet(at, { Flags: Tf.tfClearFreeze }), 'tecNO_PERMISSION');
    assert.equal(trustSet(at, { Flags: Tf.tfClearFreeze | Tf.tfClearDeepFreeze }), 'tesSUCCESS');
    assert.equal(at.line(LOW, HIGH)?.Flags, Line.lsfLowReserve | Line.lsfHighNoRipple);
  });
});
