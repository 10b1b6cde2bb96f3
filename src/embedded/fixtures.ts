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
  revert(id: string): Promise<unknown>;
}

/**
 * Gives `loadFixture(setup)`: the first call makes a ledger and runs the setup on it; each later one with the same function
 * brings that ledger back to where the setup left it. All give what the setup gave: `ledger`, say, and addresses. So the
 * setup costs its time once, however many tests begin with it, one after another.
 */
export function fixtureLoader<Subject extends Revertible>(
  create: () => Promise<Subject>,
): <Fixture>(setup: (subject: Subject) => Promise<Fixture>) => Promise<Fixture> {
  // Each has its own: going back to a note forgets those that were made later.
  const begun = new Map<unknown, Begun<Subject>>();
  return async <Fixture>(setup: (subject: Subject) => Promise<Fixture>) => {
    const known = begun.get(setup);
    if (known !== undefined) {
      await known.subject.revert(known.id);
      return known.fixture as Fixture;
    }
    const subject = await create();
    const fixture = await setup(subject);
    begun.set(setup, { subject, fixture, id: await subject.snapshot() });
    return fixture;
  };
}

interface Begun<Subject> {
  readonly subject: Subject;
  readonly fixture: unknown;
  readonly id: string;
}

function insideTest<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a ledger is there while a test runs, not before and not after');
  return value;
}
