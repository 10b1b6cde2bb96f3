import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MapView } from '../../../test/support/map-view.ts';
import { testAccount } from '../../../test/support/test-view.ts';
import { TokenLedger, USD } from '../../../test/support/token-ledger.ts';
import type { EntryName, Keylet, LedgerEntries, LedgerEntry } from '../../protocol/entries/entries.ts';
import { lineKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { finishSteps } from '../../util/steps.ts';
import { LineCache } from './line-cache.ts';
import { searchPaths } from './path-search.ts';

const { AccountRoot: Bits } = EntryFlags;
const [SOURCE, TARGET] = [testAccount('source'), testAccount('target')];

/** The source and so many others have lines to the next ones; `lines` are pairs of who owes and who trusts. */
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

function search({ view }: TokenLedger, length: number): string[][] {
  const ends = { source: SOURCE, destination: TARGET, target: TARGET, currency: USD };
  const paths = finishSteps(searchPaths(new LineCache(view), ends, length));
  return paths.map((path) => path.map((account) => Buffer.from(account, 'hex').toString().replaceAll('\0', '')));
}

describe('the search for paths', () => {
  const middle = (name: string) => testAccount(name);
  const through = (...names: string[]) =>
    names.flatMap((name) => [[SOURCE, middle(name)] as const, [middle(name), TARGET] as const]);

  test('finds those of the asked length alone', () => {
    const ledger = ledgerOf([...through('a', 'b'), [middle('a'), middle('b')]]);
    assert.deepEqual(search(ledger, 1).sort(), [['a'], ['b']]);
    assert.deepEqual(search(ledger, 2), [['a', 'b']]);
    assert.deepEqual(search(ledger, 3), []);
  });

  test('begins with accounts that have most ways out, and leaves the frozen and forbidden out', () => {
    const others = ['x', 'y', 'z'].map((name) => [middle('b'), middle(name)] as const);
    const ledger = ledgerOf([...through('a', 'b', 'c', 'd'), ...others], { [middle('c')]: Bits.lsfGlobalFreeze });
    assert.equal(search(ledger, 1)[0]![0], 'b');
    assert.deepEqual(search(ledger, 1).flat().sort(), ['a', 'b', 'd']);
    const strict = ledgerOf(through('a'), { [middle('a')]: Bits.lsfRequireAuth });
    assert.deepEqual(search(strict, 1), [], 'whom the target does not owe, and who has not let it in');
  });

  test('never comes back to the source', () => {
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
  });
});

const CURRENCY = `${'0'.repeat(24)}5553440000000000`;
const LINES_A_PAGE = 32;

/** A ledger in which every account owns the same line so many times. */
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

describe('the lines that a request for paths looks at', () => {
  const account = (at: number) => testAccount(`account ${at}`);

  test('are read once for each account', () => {
    const view = new CrowdedView(3);
    const cache = new LineCache(view);
    const first = finishSteps(cache.linesOf(account(0)));
    assert.equal(first.length, 3 * LINES_A_PAGE);
    assert.equal(view.reads, 3);
    assert.equal(finishSteps(cache.linesOf(account(0))), first);
    assert.equal(view.reads, 3);
  });

  test('are the first 5000 of an account, and 20000 in all', () => {
    const cache = new LineCache(new CrowdedView(1_000_000));
    const counts = [0, 1, 2, 3, 4, 5, 0].map((at) => finishSteps(cache.linesOf(account(at))).length);
    assert.deepEqual(counts, [5000, 5000, 5000, 5000, 0, 0, 5000]);
  });

  test('of what was looked at count what is left for others', () => {
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
