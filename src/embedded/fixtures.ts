/**
 * Ledgers for tests, with any framework: who calls hands in its hooks, so nothing is imported from it. `@weir-ledger/weir/testing` of the
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

/** The hook after all tests: `after` of `node:test`, or `afterAll` of Vitest and Jest. */
export type AfterHook = { readonly after: Hook } | { readonly afterAll: Hook };

/** Gives what the setup gave, with its ledger as the setup left it. */
export type LoadFixture = <Fixture>(setup: (ledger: Ledger) => Promise<Fixture>) => Promise<Fixture>;

/**
 * The first call makes a ledger with ten accounts and runs the setup on it; each later one with the same function brings
 * that ledger back to where the setup left it, whatever tests did to it, in a millisecond. All give what the setup gave.
 * Its ledgers last as long as the process. Where one opens a socket, and for other options, take `fixtureLoader`.
 */
export function loadFixture<Fixture>(setup: (ledger: Ledger) => Promise<Fixture>): Promise<Fixture> {
  return ofTheProcess(setup);
}

const ofTheProcess = loaderOf({}, []);

/**
 * Gives a `loadFixture(setup)` whose ledgers have these options, and are stopped after all tests: the first call makes a ledger and runs the setup on it; each later one with the same function
 * brings that ledger back to where the setup left it. All give what the setup gave: `ledger`, say, and addresses. So the
 * setup costs its time once, however many tests begin with it, one after another.
 */
export function fixtureLoader(hooks: AfterHook, options: LedgerOptions = {}): LoadFixture {
  const made: Ledger[] = [];
  const stopAll = async () => {
    for (const ledger of made) await ledger.stop();
  };
  if ('after' in hooks) hooks.after(stopAll);
  else hooks.afterAll(stopAll);
  return loaderOf(options, made);
}

/** Notes each ledger that it makes among `made`. */
function loaderOf(options: LedgerOptions, made: Ledger[]): LoadFixture {
  // Each has its own ledger: going back to a snapshot forgets those that were taken later.
  const begun = new Map<unknown, Begun>();
  return async <Fixture>(setup: (ledger: Ledger) => Promise<Fixture>) => {
    const known = begun.get(setup);
    if (known !== undefined) {
      await known.ledger.revert(known.snapshot);
      return known.fixture as Fixture;
    }
    const fresh = await begin(setup, options);
    begun.set(setup, fresh);
    made.push(fresh.ledger);
    return fresh.fixture as Fixture;
  };
}

interface Begun {
  readonly ledger: Ledger;
  readonly fixture: unknown;
  readonly snapshot: string;
}

async function begin(setup: (ledger: Ledger) => Promise<unknown>, options: LedgerOptions): Promise<Begun> {
  const ledger = await createLedger(options);
  try {
    const fixture = await setup(ledger);
    return { ledger, fixture, snapshot: await ledger.snapshot() };
  } catch (error) {
    await ledger.stop();
    throw error;
  }
}

function insideTest<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a ledger is there while a test runs, not before and not after');
  return value;
}
