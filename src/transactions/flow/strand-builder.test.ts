import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TEST_FEES, testAccount } from '../../../test/support/test-view.ts';
import { TokenLedger, testCurrency, tokens, USD } from '../../../test/support/token-ledger.ts';
import { XRP_ISSUE } from '../../protocol/amounts/amount-math.ts';
import type { RippleState } from '../../protocol/entries/entries.ts';
import { mptIssuanceKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { EntryFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type AccountId, type PathStep, XRP_CURRENCY } from '../../protocol/values.ts';
import { setBalanceAt, sideOf } from '../trust-lines/trust-line-side.ts';
import { AmmContext } from './amm-context.ts';
import type { Strand } from './step.ts';
import { buildStrand, buildStrands, type StrandRequest } from './strand-builder.ts';

const ALICE = testAccount('A');
const BOB = testAccount('B');
const ISSUER = testAccount('I');
const GHOST = testAccount('G');
const NO_ACCOUNT = '1'.padStart(40, '0');
const ZERO = '0'.repeat(40);
const EUR = testCurrency('EUR');
const { AccountRoot: Bits } = EntryFlags;

function ledger(issuerFlags: number = Bits.lsfDefaultRipple): TokenLedger {
  const made = new TokenLedger();
  for (const account of [ALICE, BOB]) made.fund(account);
  made.fund(ISSUER, { Flags: issuerFlags });
  for (const holder of [ALICE, BOB]) made.trust(holder, ISSUER, '100');
  // Without any tokens to give, the first step is dry from the start.
  const line = { ...made.line(ALICE, ISSUER) } as RippleState;
  setBalanceAt(line, sideOf(ALICE, ISSUER), tokens('50', NO_ACCOUNT));
  made.view.rawReplace(line);
  return made;
}

function request(at: TokenLedger, changes: Partial<StrandRequest> = {}): StrandRequest {
  const token = { currency: USD, issuer: ISSUER };
  const ends = { source: ALICE, destination: BOB, spend: token, deliver: token };
  const amms = new AmmContext(ends.source);
  return { view: at.view, fees: TEST_FEES, amms, paths: [], usesDefaultPath: true, ...ends, ...changes };
}

function namesOf(strand: Strand | Ter): string[] | Ter {
  const names = new Map([
    [ALICE, 'alice'],
    [BOB, 'bob'],
    [ISSUER, 'issuer'],
    [ZERO, 'xrp'],
  ]);
  if (typeof strand === 'string') return strand;
  const name = (account: AccountId): string => names.get(account) ?? account;
  return strand.map(({ accounts: [from, to], book }) => `${name(from)} ${book ? 'sells to' : 'to'} ${name(to)}`);
}

describe('The default strand', () => {
  test('goes through the issuer', () => {
    assert.deepEqual(namesOf(buildStrand(request(ledger()), [])), ['alice to issuer', 'issuer to bob']);
  });

  test('goes straight between an issuer and a holder', () => {
    const issuing = request(ledger(), { source: ISSUER });
    assert.deepEqual(namesOf(buildStrand(issuing, [])), ['issuer to bob']);
    const redeeming = request(ledger(), { destination: ISSUER });
    assert.deepEqual(namesOf(buildStrand(redeeming, [])), ['alice to issuer']);
  });

  test('may go through a multi-purpose token that is tradable', () => {
    const at = ledger();
    const mptIssuanceId = `00000001${ISSUER}`;
    const Flags = EntryFlags.MPTokenIssuance.lsfMPTCanTrade;
    at.put({ ...newEntry(mptIssuanceKeylet(mptIssuanceId)), Issuer: ISSUER, Flags });
    const deliver = { currency: EUR, issuer: ISSUER };
    at.apply({ TransactionType: 'TrustSet', Account: BOB, LimitAmount: tokens('5', ISSUER, EUR) });
    const strand = buildStrand(request(at, { deliver }), [{ mptIssuanceId }]);
    const names = ['alice to issuer', 'issuer sells to issuer', 'issuer sells to issuer', 'issuer to bob'];
    assert.deepEqual(namesOf(strand), names);
  });

  test('buys tokens with drops, or drops with tokens, from an order book', () => {
    const buying = request(ledger(), { spend: XRP_ISSUE });
    assert.deepEqual(namesOf(buildStrand(buying, [])), ['alice to xrp', 'xrp sells to issuer', 'issuer to bob']);
    const selling = request(ledger(), { deliver: XRP_ISSUE });
    assert.deepEqual(namesOf(buildStrand(selling, [])), ['alice to issuer', 'issuer sells to xrp', 'xrp to bob']);
  });
});

describe('A path is malformed when it', () => {
  const malformed: readonly [string, readonly PathStep[]][] = [
    ['has an empty step', [{}]],
    ['names an account and a currency', [{ account: ISSUER, currency: USD }]],
    ['goes through the account of zeros', [{ account: ZERO }]],
    ['goes through nobody', [{ account: NO_ACCOUNT }]],
    ['names nobody as an issuer', [{ currency: EUR, issuer: NO_ACCOUNT }]],
    ['gives drops an issuer', [{ currency: XRP_CURRENCY, issuer: ISSUER }]],
    ['gives a token no issuer after drops', [{ currency: XRP_CURRENCY }, { currency: EUR }]],
    ['sells drops for drops', [{ currency: XRP_CURRENCY }, { currency: XRP_CURRENCY }]],
    ['ripples with drops', [{ currency: XRP_CURRENCY }, { account: ISSUER }]],
  ];
  for (const [what, path] of malformed) {
    test(what, () => assert.equal(buildStrand(request(ledger()), path), 'temBAD_PATH'));
  }

  test('loops', () => {
    const at = ledger();
    for (const through of [ALICE, BOB]) {
      const path = [{ account: ISSUER }, { account: through }, { account: ISSUER }];
      assert.equal(buildStrand(request(at), path), 'temBAD_PATH_LOOP');
    }
    const books = [{ currency: XRP_CURRENCY }, { currency: USD, issuer: ISSUER }];
    assert.equal(buildStrand(request(at), books), 'temBAD_PATH_LOOP');
  });

  test('starts or ends with nobody', () => {
    assert.equal(buildStrand(request(ledger(), { source: NO_ACCOUNT }), []), 'temBAD_PATH');
    const nobody = { currency: USD, issuer: NO_ACCOUNT };
    assert.equal(buildStrand(request(ledger(), { deliver: nobody }), []), 'temBAD_PATH');
  });
});

describe('A path cannot be used when', () => {
  test('an account on it is not there', () => {
    assert.equal(buildStrand(request(ledger()), [{ account: GHOST }]), 'terNO_LINE');
    assert.equal(buildStrand(request(ledger(), { source: GHOST }), []), 'terNO_ACCOUNT');
  });

  test('an issuer of a book is not there', () => {
    assert.equal(buildStrand(request(ledger()), [{ currency: EUR, issuer: GHOST }]), 'tecNO_ISSUER');
  });

  test('a multi-purpose token is not there or not to be traded', () => {
    const path = [{ mptIssuanceId: `00000001${ISSUER}` }];
    assert.equal(buildStrand(request(ledger()), path), 'tecOBJECT_NOT_FOUND');
    const at = ledger();
    at.put({ ...newEntry(mptIssuanceKeylet(path[0]!.mptIssuanceId)), Issuer: ISSUER });
    assert.equal(buildStrand(request(at), path), 'tecNO_PERMISSION');
  });

  test('its issuer forbids rippling on both lines', () => {
    assert.equal(buildStrand(request(ledger(0)), []), 'terNO_RIPPLE');
  });

  test('a book’s issuer forbids rippling on the line before it', () => {
    assert.equal(buildStrand(request(ledger(0), { deliver: XRP_ISSUE }), []), 'terNO_RIPPLE');
  });

  test('the receiver is not authorized', () => {
    const at = ledger(Bits.lsfDefaultRipple | Bits.lsfRequireAuth);
    assert.equal(buildStrand(request(at), []), 'terNO_AUTH');
    at.trust(ISSUER, BOB, '0', { Flags: TransactionFlags.TrustSet.tfSetfAuth });
    assert.deepEqual(namesOf(buildStrand(request(at), [])), ['alice to issuer', 'issuer to bob']);
  });

  test('drops would go to an account that has frozen its own tokens', () => {
    const selling = request(ledger(), { deliver: XRP_ISSUE });
    const frozen = ledger();
    frozen.view.rawReplace({ ...frozen.account(BOB), Flags: Bits.lsfGlobalFreeze });
    assert.equal(buildStrand({ ...selling, view: frozen.view }, []), 'terNO_LINE');
  });
});

describe('Strands', () => {
  test('are made once of paths that come to the same', () => {
    const strands = buildStrands(request(ledger(), { paths: [[{ account: ISSUER }]] }));
    assert.equal(strands.length, 1);
  });

  test('need a path when the default one is not wanted', () => {
    assert.equal(buildStrands(request(ledger(), { usesDefaultPath: false })), 'temRIPPLE_EMPTY');
  });

  test('fail with the last path’s result when none can be used', () => {
    const paths = [[{ currency: EUR, issuer: GHOST }], [{ account: GHOST }]];
    assert.equal(buildStrands(request(ledger(0), { paths })), 'terNO_LINE');
  });

  test('fail at once with a malformed path', () => {
    const paths = [[{ account: ZERO }], [{ account: ISSUER }]];
    assert.equal(buildStrands(request(ledger(), { paths })), 'temBAD_PATH');
  });
});
