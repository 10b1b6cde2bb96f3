import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MapView } from '../../../test/support/map-view.ts';
import { testAccount } from '../../../test/support/test-view.ts';
import { TokenLedger, testCurrency, USD } from '../../../test/support/token-ledger.ts';
import type { EntryName, Keylet, LedgerEntries, LedgerEntry } from '../../protocol/entries/entries.ts';
import { lineKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { currencyText } from '../../protocol/json/currency-text.ts';
import { EntryFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import { type AccountId, type Hash256, type Issue, issueKey, XRP_CURRENCY } from '../../protocol/values.ts';
import { finishSteps } from '../../util/steps.ts';
import { viewTrustLine } from '../pages/trust-line.ts';
import { LineCache } from './line-cache.ts';
import type { OrderBooks } from './order-books.ts';
import { isBook, type PathElement } from './path-element.ts';
import type { PathGoal } from './path-goal.ts';
import { PathSearch } from './path-search.ts';

const { AccountRoot: Bits } = EntryFlags;
const NO_BOOKS: OrderBooks = { takerGets: () => [] };
const [SOURCE, TARGET] = [testAccount('source'), testAccount('target')];

/** Funded accounts with trust lines; `lines` are pairs of debtor and creditor. */
function ledgerOf(
  lines: readonly (readonly [AccountId, AccountId])[],
  flags: Record<string, number> = {},
): TokenLedger {
  const ledger = new TokenLedger();
  for (const account of new Set([SOURCE, TARGET, ...lines.flat()])) {
    ledger.fund(account, { Balance: 10n ** 12n, Flags: Bits.lsfDefaultRipple | (flags[account] ?? 0) });
  }
  for (const [debtor, creditor] of lines) ledger.trust(creditor, debtor, '100');
  return ledger;
}

/** The search level that finds all paths through this number of accounts. */
const LEVEL_OF_LENGTH: Readonly<Record<number, number>> = { 1: 1, 2: 5, 3: 7 };

function nameOf(account: AccountId): string {
  return Buffer.from(account, 'hex').toString().replaceAll('\0', '');
}

/** The paths through this number of accounts, or all. */
function search({ view }: TokenLedger, length?: number): string[][] {
  const goal = { source: SOURCE, currency: USD, issuer: undefined, destination: TARGET, target: TARGET, deliver: USD };
  const level = LEVEL_OF_LENGTH[length ?? 2]!;
  const paths = finishSteps(new PathSearch(new LineCache(view), NO_BOOKS, goal).upTo(level));
  const wanted = paths.filter((path) => length === undefined || path.length === length);
  return wanted.map((path) => path.map(({ account }) => nameOf(account)));
}

describe('the search for paths', () => {
  const middle = (name: string) => testAccount(name);
  const through = (...names: string[]) =>
    names.flatMap((name) => [[SOURCE, middle(name)] as const, [middle(name), TARGET] as const]);

  test('begins with the accounts that have most lines, and leaves out frozen and unauthorized ones', () => {
    const others = ['x', 'y', 'z'].map((name) => [middle('b'), middle(name)] as const);
    const ledger = ledgerOf([...through('a', 'b', 'c', 'd'), ...others], { [middle('c')]: Bits.lsfGlobalFreeze });
    assert.equal(search(ledger, 1)[0]![0], 'b');
    assert.deepEqual(search(ledger, 1).flat().sort(), ['a', 'b', 'd']);
    const strict = ledgerOf(through('a'), { [middle('a')]: Bits.lsfRequireAuth });
    assert.deepEqual(search(strict, 1), []);
  });

  test('does not return to the source', () => {
    const ledger = ledgerOf([...through('a'), [middle('a'), SOURCE], [SOURCE, TARGET]]);
    assert.deepEqual(search(ledger, 2), []);
  });

  test('follows 50 lines from the source, 10 from others, and 200 paths', () => {
    const crowd = Array.from({ length: 60 }, (_, at) => `m${String(at).padStart(2, '0')}`);
    assert.equal(search(ledgerOf(through(...crowd)), 1).length, 50);
    const fan = Array.from({ length: 20 }, (_, at) => `f${String(at).padStart(2, '0')}`);
    const one = ledgerOf([
      [SOURCE, middle('hub')],
      ...fan.flatMap((name) => [[middle('hub'), middle(name)] as const, [middle(name), TARGET] as const]),
    ]);
    assert.equal(search(one, 2).length, 10);
    const hubs = crowd.slice(0, 30);
    const many = ledgerOf([
      ...hubs.map((name) => [SOURCE, middle(name)] as const),
      ...hubs.flatMap((hub) => fan.slice(0, 10).map((name) => [middle(hub), middle(name)] as const)),
      ...fan.slice(0, 10).map((name) => [middle(name), TARGET] as const),
    ]);
    assert.equal(search(many, 2).length, 200);
    for (const name of hubs) many.trust(TARGET, middle(name), '100');
    assert.equal(search(many, 1).length, 30);
    assert.equal(search(many).length, 200);
  });

  test('continues 200 partial paths of one length at most', () => {
    const names = (letter: string, count: number) =>
      Array.from({ length: count }, (_, at) => middle(letter + String(at).padStart(2, '0')));
    const [hubs, ways, deadEnds] = [names('h', 30), names('w', 7), names('x', 2)];
    const ledger = ledgerOf([
      ...hubs.flatMap(
        (hub) => [[SOURCE, hub], ...[...ways, ...deadEnds].map((name) => [hub, name])] as [string, string][],
      ),
      ...ways.map((name) => [name, TARGET] as const),
      ...deadEnds.map((name) => [name, middle('z')] as const),
    ]);
    assert.equal(search(ledger, 2).length, 22 * 7 + 2, 'two of the 23rd hub');
  });
});

const EUR = testCurrency('EUR');
const XRP = XRP_CURRENCY;
const [GATE, OTHER] = [testAccount('gate'), testAccount('other')];

const ASSETS: Readonly<Record<string, Issue>> = {
  drops: { currency: XRP },
  usd: { currency: USD, issuer: GATE },
  own: { currency: USD, issuer: SOURCE },
  eur: { currency: EUR, issuer: OTHER },
  past: { currency: EUR, issuer: TARGET },
  jpy: { currency: testCurrency('JPY'), issuer: GATE },
};

/** Books such as `usd>drops`: the assets that they take and give. */
function booksOf(names: string): OrderBooks {
  const books = names.split(' ').map((name) => name.split('>').map((asset) => ASSETS[asset]!) as [Issue, Issue]);
  return {
    takerGets: (asset) => books.filter(([pays]) => issueKey(pays) === issueKey(asset)).map(([, gets]) => gets),
  };
}

describe('the search for paths through order books', () => {
  /** The source and the destination have lines to both issuers. */
  function paths(books: OrderBooks, goal: Partial<PathGoal>, level: number): string[] {
    const ledger = ledgerOf([
      [GATE, SOURCE],
      [GATE, TARGET],
      [OTHER, SOURCE],
      [OTHER, TARGET],
    ]);
    ledger.pay(GATE, SOURCE, '10', GATE);
    const ends = { source: SOURCE, currency: USD, issuer: undefined, destination: TARGET, target: GATE, deliver: USD };
    const search = new PathSearch(new LineCache(ledger.view), books, { ...ends, ...goal });
    return finishSteps(search.upTo(level)).map((path) => path.map(describeElement).join(' '));
  }

  function describeElement(element: PathElement): string {
    if (!isBook(element)) return nameOf(element.account);
    return element.currency === XRP ? 'XRP' : `${currencyText(element.currency)}/${nameOf(element.issuer)}`;
  }

  test('finds paths from the source or the issuer to the issuer that is to be reached', () => {
    const forDrops = { currency: XRP };
    const toDrops = { deliver: XRP, target: TARGET };
    const toEur = { target: OTHER, deliver: EUR };
    const ofGate = { ...toEur, issuer: GATE };
    const rows: readonly (readonly [books: string, goal: Partial<PathGoal>, level: number, found: string])[] = [
      ['drops>usd', forDrops, 2, 'USD/gate'],
      ['drops>eur eur>usd', forDrops, 5, ''],
      ['drops>eur eur>usd', forDrops, 6, 'EUR/other USD/gate'],
      ['usd>drops', toDrops, 1, ''],
      ['usd>drops', toDrops, 2, 'gate XRP'],
      ['own>drops', toDrops, 1, 'XRP'],
      ['usd>eur', toEur, 1, 'gate EUR/other'],
      ['usd>drops drops>eur', toEur, 4, ''],
      ['usd>drops drops>eur', toEur, 9, 'gate XRP EUR/other'],
      ['usd>jpy jpy>eur', toEur, 6, 'gate JPY/gate EUR/other'],
      // Neither back to the first tokens, nor twice to the same.
      ['usd>own own>eur', toEur, 9, 'EUR/other'],
      ['drops>eur eur>drops drops>usd', forDrops, 10, 'USD/gate'],
      ['usd>eur', ofGate, 4, 'EUR/other'],
      ['usd>drops drops>eur', ofGate, 4, 'XRP EUR/other'],
      // Not past the issuer to the destination.
      ['usd>past', toEur, 9, ''],
    ];
    for (const [books, goal, level, found] of rows)
      assert.equal(paths(booksOf(books), goal, level).join(), found, `${books} at level ${level}`);
  });

  test('takes no path through an account with noRipple on both lines', () => {
    const ledger = ledgerOf([
      [SOURCE, GATE],
      [GATE, TARGET],
    ]);
    const find = () => search(ledger, 1).length;
    assert.equal(find(), 1);
    ledger.trust(GATE, SOURCE, '100', { Flags: TransactionFlags.TrustSet.tfSetNoRipple });
    assert.equal(find(), 1);
    ledger.trust(GATE, TARGET, '0', { Flags: TransactionFlags.TrustSet.tfSetNoRipple });
    assert.equal(find(), 0);
  });

  test('leaves an account over a line with noRipple if it enters over one without', () => {
    const ledger = ledgerOf([
      [SOURCE, GATE],
      [GATE, OTHER],
      [OTHER, TARGET],
    ]);
    ledger.trust(GATE, OTHER, '0', { Flags: TransactionFlags.TrustSet.tfSetNoRipple });
    assert.equal(search(ledger, 2).length, 1);
    ledger.trust(GATE, SOURCE, '100', { Flags: TransactionFlags.TrustSet.tfSetNoRipple });
    assert.equal(search(ledger, 2).length, 0);
  });
});

const CURRENCY = `${'0'.repeat(24)}5553440000000000`;
const LINES_A_PAGE = 32;

/** A ledger in which every account has directory pages full of the same line. */
class CrowdedView extends MapView {
  reads = 0;
  readonly #line: LedgerEntry;
  readonly #pages: bigint;

  constructor(pages: number) {
    super();
    this.#pages = BigInt(pages);
    const line = newEntry(lineKeylet(testAccount('A'), testAccount('B'), CURRENCY));
    const amount = { mantissa: 0n, exponent: -100, currency: CURRENCY };
    this.#line = {
      ...line,
      Balance: { ...amount, issuer: testAccount('C') },
      LowLimit: { ...amount, issuer: testAccount('A') },
      HighLimit: { ...amount, issuer: testAccount('B') },
    };
  }

  override read<Name extends EntryName>({ key, type }: Keylet<Name>): Readonly<LedgerEntries[Name]> | undefined {
    if (type !== 'DirectoryNode') return undefined;
    const IndexNext = BigInt(this.reads + 1) % this.#pages;
    this.reads++;
    const Indexes = new Array<Hash256>(LINES_A_PAGE).fill(this.#line.index);
    const page: LedgerEntry = { ...newEntry({ type: 'DirectoryNode', key }), Indexes, IndexNext };
    return page as LedgerEntries[Name];
  }

  override readAny(): Readonly<LedgerEntry> {
    return this.#line;
  }
}

describe('the cache of trust lines', () => {
  const account = (at: number) => testAccount(`account ${at}`);

  test('has the lines that ripple, or all if they were read before', () => {
    const { view } = ledgerOf([
      [GATE, OTHER],
      [SOURCE, GATE],
    ]);
    const line = view.read(lineKeylet(GATE, OTHER, USD))!;
    const { mine } = viewTrustLine(line, GATE);
    view.rawReplace({ ...line, Flags: line.Flags | mine.noRipple });
    const cache = new LineCache(view);
    const count = () => finishSteps(cache.ripplingLinesOf(GATE)).length;
    assert.equal(count(), 1);
    assert.equal(finishSteps(cache.linesOf(GATE)).length, 2);
    assert.equal(count(), 2);
  });

  test('has 5000 lines of an account and 20000 in all', () => {
    const cache = new LineCache(new CrowdedView(1_000_000));
    const counts = [0, 1, 2, 3, 4, 5, 0].map((at) => finishSteps(cache.linesOf(account(at))).length);
    assert.deepEqual(counts, [5000, 5000, 5000, 5000, 0, 0, 5000]);
  });

  test('counts the lines of all accounts against the limit', () => {
    const pages = 100;
    const view = new CrowdedView(pages);
    const cache = new LineCache(view);
    const counts = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => {
      view.reads = 0;
      return finishSteps(cache.linesOf(account(at))).length;
    });
    assert.deepEqual(counts, [3200, 3200, 3200, 3200, 3200, 3200, 800, 0]);
  });
});
