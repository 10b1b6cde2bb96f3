import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { NftokenLedger } from '../../../test/support/nftoken-ledger.ts';
import { testAccount } from '../../../test/support/test-view.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import type { NFTokenPage } from '../../protocol/entries/entries.ts';
import { firstNftPageIndex, lastNftPageKeylet, nftPageById, nftPageKeylet } from '../../protocol/entries/keylets.ts';
import { compareNftokenIds } from '../../protocol/entries/nftoken-id.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { invariantInput } from '../invariants/invariant.ts';
import { nftokenPagesAreValid } from '../invariants/nftoken-pages.ts';
import { changeTokenUri, findToken, insertToken, keyAfter, MAX_TOKENS_PER_PAGE, pageAfter } from './nftoken-pages.ts';
import { removeToken } from './nftoken-removal.ts';

const OWNER = testAccount('Owner');
/** Accounts whose keys are next to the owner's. */
const NEIGHBOURS = [testAccount('Ownep'), testAccount('Ownes')];

/** A token of a kind, whose digits decide on its page, with a number that does not. No id begins with zeros only. */
function idOf(kind: number, number = 0): Hash256 {
  return (number + 1).toString(16).padStart(40, '0').toUpperCase() + kind.toString(16).padStart(24, '0').toUpperCase();
}

class Pages {
  readonly ledger = new NftokenLedger();

  constructor() {
    this.ledger.fund(OWNER);
    for (const account of NEIGHBOURS) {
      this.ledger.fund(account);
      this.insert(idOf(1), account);
    }
  }

  insert(id: Hash256, owner = OWNER): string {
    return this.#change((sandbox) => insertToken(sandbox, owner, { NFTokenID: id }));
  }

  remove(id: Hash256): string {
    return this.#change((sandbox) => removeToken(sandbox, OWNER, id));
  }

  /** How many tokens each page has. */
  get sizes(): number[] {
    return this.ledger.pagesOf(OWNER).map(({ length }) => length);
  }

  /** Every page points at the one before it and the one behind it, and nowhere else. */
  #checkLinks(): void {
    const { view } = this.ledger;
    const pages: NFTokenPage[] = [];
    for (let at = view.read(pageAfter(view, firstNftPageIndex(OWNER), OWNER)); at !== undefined; ) {
      pages.push(at);
      const next = view.nextKey(at.index, keyAfter(lastNftPageKeylet(OWNER).key));
      at = next === undefined ? undefined : view.read(nftPageById(next));
    }
    const links = pages.map(({ PreviousPageMin: previous, NextPageMin: next }) => [previous, next]);
    const keys = pages.map(({ index }) => index);
    assert.deepEqual(
      links,
      keys.map((_, at) => [keys[at - 1], keys[at + 1]]),
    );
  }

  /** Changes the ledger if that succeeds, and checks the invariant. */
  #change(change: (sandbox: Sandbox) => string): string {
    const sandbox = new Sandbox(this.ledger.view);
    const result = change(sandbox);
    if (result !== 'tesSUCCESS') return result;
    const transaction = this.ledger.transaction({ TransactionType: 'AccountSet', Account: OWNER });
    assert.ok(
      nftokenPagesAreValid(
        invariantInput({ view: sandbox, transaction, result: 'tesSUCCESS', feeDrops: 0n, changes: sandbox.changes() }),
      ),
    );
    sandbox.applyTo(this.ledger.view);
    assert.equal(this.ledger.account(OWNER).OwnerCount, this.sizes.length, 'each page counts once');
    this.#checkLinks();
    return result;
  }
}

function pagesOf(...ids: readonly Hash256[]): Pages {
  const pages = new Pages();
  for (const id of ids) assert.equal(pages.insert(id), 'tesSUCCESS');
  return pages;
}

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => index + from);

describe('Pages of tokens', () => {
  test('are split where a kind ends or begins, for tokens of a kind stay together', () => {
    const kindOf = (size: number) => numbers(size).map((number) => idOf(5, number));
    const before = (count: number) => numbers(count).map((number) => idOf(1, number));
    const behind = (count: number) => numbers(count).map((number) => idOf(9, number));
    // The kind in the middle ends behind the middle.
    assert.deepEqual(pagesOf(...before(10), ...kindOf(20), ...behind(2), idOf(9, 99)).sizes, [30, 3]);
    // The kind reaches the end of the page, so the split is where it begins.
    assert.deepEqual(pagesOf(...before(10), ...kindOf(22), idOf(9)).sizes, [10, 23]);
    assert.deepEqual(pagesOf(...before(10), ...kindOf(22), idOf(1, 99)).sizes, [11, 22]);
  });

  test('that one kind fills take no more of it, and leave others a page of their own', () => {
    const kind = numbers(MAX_TOKENS_PER_PAGE).map((number) => idOf(5, number));
    assert.equal(pagesOf(...kind).insert(idOf(5, 99)), 'tecNO_SUITABLE_NFTOKEN_PAGE');
    assert.deepEqual(pagesOf(...kind, idOf(4)).sizes, [1, 32]);
    assert.deepEqual(pagesOf(...kind, idOf(6)).sizes, [32, 1]);
    assert.equal(pagesOf(...kind, idOf(6)).insert(idOf(5, 99)), 'tecNO_SUITABLE_NFTOKEN_PAGE');
    const digits = numbers(2).map((number) => idOf(2 ** 40 + number));
    assert.deepEqual(pagesOf(...kind, ...digits).sizes, [32, 2]);
  });

  test('that are emptied go, but the last one takes over what the one before it has', () => {
    const kind = (digits: number) => numbers(MAX_TOKENS_PER_PAGE).map((number) => idOf(digits, number));
    const last = pagesOf(...kind(5), idOf(6));
    const before = last.ledger.pagesOf(OWNER)[0];
    last.remove(idOf(6));
    assert.deepEqual(last.ledger.pagesOf(OWNER), [before]);
    assert.notEqual(last.ledger.read(lastNftPageKeylet(OWNER)), undefined);

    const chain = pagesOf(...kind(5), ...kind(6), idOf(7));
    assert.deepEqual(chain.sizes, [32, 32, 1]);
    chain.remove(idOf(7));
    assert.deepEqual(chain.sizes, [32, 32]);

    const first = pagesOf(...kind(5), idOf(4));
    first.remove(idOf(4));
    assert.deepEqual(first.sizes, [32]);
    const middle = pagesOf(...kind(5), ...kind(7), idOf(6));
    assert.deepEqual(middle.sizes, [32, 1, 32]);
    middle.remove(idOf(6));
    assert.deepEqual(middle.sizes, [32, 32]);
  });

  test('lose the link to an emptied page where the last one is missing', () => {
    const { view } = pagesOf(...numbers(MAX_TOKENS_PER_PAGE).map((number) => idOf(5, number)), idOf(6)).ledger;
    const sandbox = new Sandbox(view);
    const last = sandbox.peek(lastNftPageKeylet(OWNER))!;
    const moved = { ...last, index: nftPageKeylet(OWNER, idOf(9)).key };
    const first = sandbox.peek(nftPageById(last.PreviousPageMin!))!;
    first.NextPageMin = moved.index;
    sandbox.update(first);
    sandbox.erase(last);
    sandbox.insert(moved);
    assert.equal(removeToken(sandbox, OWNER, idOf(6)), 'tesSUCCESS');
    assert.equal(sandbox.read(nftPageById(moved.index)), undefined);
    assert.equal(sandbox.read(nftPageById(first.index))?.NextPageMin, undefined);
  });

  test('hold what was put on them in order, for any order of insertion', () => {
    const ids = fc.tuple(fc.nat(12), fc.nat(40)).map(([kind, number]) => idOf(kind, number));
    const steps = fc.array(fc.tuple(fc.boolean(), ids), { minLength: 60, maxLength: 160 });
    fc.assert(
      fc.property(steps, (changes) => {
        const pages = new Pages();
        const expected = new Set<Hash256>();
        for (const [isRemoval, id] of changes) {
          if (isRemoval) assert.equal(pages.remove(id), expected.delete(id) ? 'tesSUCCESS' : 'tecNO_ENTRY');
          else if (!expected.has(id) && pages.insert(id) === 'tesSUCCESS') expected.add(id);
        }
        assert.deepEqual(pages.ledger.pagesOf(OWNER).flat(), [...expected].sort(compareNftokenIds));
      }),
      { numRuns: 25 },
    );
  });
});

test('A token’s URI is changed, or removed, where the token stands', () => {
  const pages = pagesOf(idOf(1), idOf(2));
  const uriOf = () => findToken(pages.ledger.view, OWNER, idOf(1))?.URI;
  for (const uri of ['AB', 'CD', undefined, undefined]) {
    const sandbox = new Sandbox(pages.ledger.view);
    assert.equal(changeTokenUri(sandbox, OWNER, idOf(1), uri), 'tesSUCCESS');
    sandbox.applyTo(pages.ledger.view);
    assert.equal(uriOf(), uri);
  }
  assert.deepEqual(pages.ledger.pagesOf(OWNER), [[idOf(1), idOf(2)]]);
  assert.equal(changeTokenUri(new Sandbox(pages.ledger.view), testAccount('Absent'), idOf(1), 'AB'), 'tecINTERNAL');
});
