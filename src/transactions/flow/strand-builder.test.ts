import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TEST_FEES, testAccount } from '../../../test/support/test-view.ts';
import { TokenLedger, testCurrency, tokens, USD } from '../../../test/support/token-ledger.ts';
import type { RippleState } from '../../protocol/entries/entries.ts';
import { mptIssuanceKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type AccountId, type PathStep, XRP_CURRENCY } from '../../protocol/values.ts';
import { setBalanceAt, sideOf } from '../trust-lines/trust-line-side.ts';
import { AmmContext } from './amm-context.ts';
import type { Strand } from './step.ts';
import { buildStrand, type StrandRequest } from './strand-builder.ts';

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
});

describe('A path is malformed when it', () => {
  const malformed: readonly [string, readonly PathStep[]][] = [
    ['has an empty step', [{}]],
    ['goes through the account of zeros', [{ account: ZERO }]],
    ['names the account of zeros as an issuer', [{ currency: EUR, issuer: NO_ACCOUNT }]],
    ['gives drops an issuer', [{ currency: XRP_CURRENCY, issuer: ISSUER }]],
  ];
  for (const [what, path] of malformed) {
    test(what, () => assert.equal(buildStrand(request(ledger()), path), 'temBAD_PATH'));
  }

  test('starts or ends with the account of zeros', () => {
    assert.equal(buildStrand(request(ledger(), { source: NO_ACCOUNT }), []), 'temBAD_PATH');
    const none = { currency: USD, issuer: NO_ACCOUNT };
    assert.equal(buildStrand(request(ledger(), { deliver: none }), []), 'temBAD_PATH');
  });
});

describe('A path cannot be used when', () => {
  test('an account on it is not there', () => {
    assert.equal(buildStrand(request(ledger()), [{ account: GHOST }]), 'terNO_LINE');
    assert.equal(buildStrand(request(ledger(), { source: GHOST }), []), 'terNO_ACCOUNT');
  });
});
