/**
 * `@weir-ledger/weir/testing`: ledgers for tests, with any framework, whose hooks the caller passes. Either each test gets a new
 * ledger, or a ledger is reverted to the state after a setup.
 */
import { createLedger } from './create-ledger.ts';
import type { Ledger, LedgerOptions } from './ledger.ts';

type Hook = (action: () => Promise<void>) => unknown;

/** Hooks around each test, with the names that `node:test`, Vitest and Jest use. */
export interface EachHooks {
  readonly beforeEach: Hook;
  readonly afterEach: Hook;
}

/** Holds the ledger of the running test. */
export interface LedgerHolder {
  /** The ledger of the running test. Throws outside a test. */
  readonly ledger: Ledger;
}

/**
 * Creates a new ledger for each test and stops it afterwards. A test within a test (`t.test` of `node:test`) has its own. Concurrent
 * tests are refused, since `ledger` would be ambiguous: call `createLedger` in each of them.
 */
export function freshLedger(hooks: EachHooks, options: LedgerOptions = {}): LedgerHolder {
  /** The ledgers of the running tests, the innermost last. */
  const running: TestLedger[] = [];
  // No parameter: Jest would treat it as a callback, and Vitest as the names of fixtures.
  hooks.beforeEach(async function begin() {
    // biome-ignore lint/complexity/noArguments: see above
    const test = testOf(arguments);
    const outer = running.at(-1);
    if (outer !== undefined && !isWithin(test, outer.test)) throw new Error(AT_ONCE);
    const entry: TestLedger = { test, ledger: undefined };
    running.push(entry);
    entry.ledger = await createLedger(options);
  });
  hooks.afterEach(async function end() {
    // biome-ignore lint/complexity/noArguments: see above
    const test = testOf(arguments);
    const at = running.findLastIndex((entry) => entry.test === test);
    if (at >= 0) await running.splice(at, 1)[0]!.ledger?.stop();
  });
  return {
    get ledger() {
      return insideTest(running.at(-1)?.ledger);
    },
  };
}

interface TestLedger {
  readonly test: unknown;
  ledger: Ledger | undefined;
}

const AT_ONCE =
  'freshLedger provides one ledger at a time, and another test is still running: run these tests one after another, ' +
  'or call createLedger in each of them';

/** The framework's value for the test of a hook: the same before and after the test, or undefined (Jest). */
function testOf(given: ArrayLike<unknown>): unknown {
  return given[0];
}

/** True for a nested test. `node:test` joins both names. */
function isWithin(test: unknown, outer: unknown): boolean {
  const name = (of: unknown) => (of as { readonly fullName?: string } | undefined)?.fullName;
  return name(test)?.startsWith(`${name(outer)} > `) ?? false;
}

/**
 * For Vitest's `test.extend({ ledger: ledgerFixture() })`: a new ledger for each test that has the parameter `ledger`.
 */
export function ledgerFixture(
  options: LedgerOptions = {},
): (context: object, use: (ledger: Ledger) => Promise<void>) => Promise<void> {
  // Vitest reads the fixtures to prepare from this pattern.
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

/** Resolves to the result of the setup, with its ledger in the state after the setup. */
export type LoadFixture = <Fixture>(setup: (ledger: Ledger) => Promise<Fixture>) => Promise<Fixture>;

/**
 * The first call creates a ledger with ten accounts and runs the setup; later calls with the same function revert that ledger to
 * the state after the setup, in a millisecond. All resolve to the result of the setup. Rejects for a function without a name, such as
 * one written in the call, since each call would run it again. Tests that share a setup must run one after another. The ledgers last
 * as long as the process; use `fixtureLoader` to stop them earlier, for sockets and for other options.
 */
export function loadFixture<Fixture>(setup: (ledger: Ledger) => Promise<Fixture>): Promise<Fixture> {
  return loadShared(setup);
}

const loadShared = loaderOf({}, []);

/**
 * Returns a `loadFixture(setup)` whose ledgers have these options and are stopped after all tests.
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

/** Adds each ledger that it creates to `made`. */
function loaderOf(options: LedgerOptions, made: Ledger[]): LoadFixture {
  // Each setup has its own ledger, since a revert removes later snapshots.
  const begun = new Map<unknown, Begun>();
  const loading = new Set<unknown>();
  const load = async (setup: (ledger: Ledger) => Promise<unknown>): Promise<Begun> => {
    const known = begun.get(setup);
    if (known !== undefined) {
      await known.ledger.revert(known.snapshot);
      return known;
    }
    const fresh = await begin(setup, options);
    begun.set(setup, fresh);
    made.push(fresh.ledger);
    return fresh;
  };
  return async <Fixture>(setup: (ledger: Ledger) => Promise<Fixture>) => {
    if (setup.name === '') throw new Error(WITHOUT_NAME);
    if (loading.has(setup)) throw new Error(sharedAtOnce(setup.name));
    loading.add(setup);
    try {
      return (await load(setup)).fixture as Fixture;
    } finally {
      loading.delete(setup);
    }
  };
}

const WITHOUT_NAME =
  'loadFixture identifies a setup by its function, and a function written in the call is a new one each time: ' +
  'define a named function outside of the tests, such as async function funded(ledger) { … }, and call loadFixture(funded)';

function sharedAtOnce(name: string): string {
  return `two tests load the fixture ${name} at the same time, but it has one ledger: run them one after another, or call createLedger in each`;
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
  if (value === undefined) throw new Error('a ledger exists only while a test runs');
  return value;
}
