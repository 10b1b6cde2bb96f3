/**
 * Ledgers for tests, with any framework: who calls hands in its hooks, so nothing is imported from it. `weir/testing` of the
 * package. Two ways: a fresh ledger for each test, or one that is brought back to where a setup left it.
 */
import { createLedger } from './create-ledger.ts';
import type { Ledger, LedgerOptions } from './ledger.ts';

type Hook = (action: () => Promise<void>) => unknown;

/** Hooks around each test: `node:test`, Vitest and Jest have them under these names. */
export interface EachHooks {
  readonly beforeEach: Hook;
  readonly afterEach: Hook;
}

/** What a test takes its ledger from, once it runs. */
export interface LedgerHolder {
  /** The ledger of the test that runs now. Throws outside a test. */
  readonly ledger: Ledger;
}

/** A fresh ledger for each test, which is stopped after it. */
export function freshLedger(hooks: EachHooks, options: LedgerOptions = {}): LedgerHolder {
  let current: Ledger | undefined;
  hooks.beforeEach(async () => {
    current = await createLedger(options);
  });
  hooks.afterEach(async () => {
    const ended = current;
    current = undefined;
    await ended?.stop();
  });
  return {
    get ledger() {
      return insideTest(current);
    },
  };
}

/**
 * For Vitest's `test.extend({ ledger: ledgerFixture() })`: a fresh ledger for each test that names `ledger` among its
 * parameters.
 */
export function ledgerFixture(
  options: LedgerOptions = {},
): (context: object, use: (ledger: Ledger) => Promise<void>) => Promise<void> {
  // Vitest reads the names that it is to prepare from the pattern, so there must be one.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  return async ({}, use) => {
    const ledger = await createLedger(options);
    try {
      await use(ledger);
    } finally {
      await ledger.stop();
    }
  };
}

/** What can be brought back to where it was. */
export interface Revertible {
  /** Notes how all of it is now; gives the note's id. */
  snapshot(): Promise<string>;
  /** Goes back to it. It can be gone back to again. */
  revert(id: string): Promise<void>;
}

/**
 * Gives `loadFixture(setup)`: the first call runs the setup on the ledger, each later one with the same function brings the ledger
 * back to where that setup left it. Both give what the setup gave, so that must be plain values, such as addresses.
 */
export function fixtureLoader<Subject extends Revertible>(
  subject: Subject,
): <Fixture>(setup: (subject: Subject) => Promise<Fixture>) => Promise<Fixture> {
  const begun = new Map<unknown, Begun>();
  let beginning: string | undefined;
  return async <Fixture>(setup: (subject: Subject) => Promise<Fixture>) => {
    const known = begun.get(setup);
    if (known !== undefined) {
      await subject.revert(known.id);
      return known.fixture as Fixture;
    }
    if (beginning === undefined) beginning = await subject.snapshot();
    else await subject.revert(beginning);
    const fixture = await setup(subject);
    begun.set(setup, { fixture, id: await subject.snapshot() });
    return fixture;
  };
}

interface Begun {
  readonly fixture: unknown;
  readonly id: string;
}

function insideTest<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a ledger is there while a test runs, not before and not after');
  return value;
}
