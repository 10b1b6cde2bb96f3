/** Validates the options of a ledger. Throws a `RangeError` before the ledger is created. */
import { hostReach } from '../server/admission/host-reach.ts';
import type { LedgerFees, LedgerForkOptions, LedgerOptions } from './ledger.ts';

const MOST_ACCOUNTS = 1000;
const MAX_NETWORK_ID = 0xffff_ffff;
const MAX_PORT = 0xffff;
const MAX_REQUESTS_PER_SECOND = 999_999;

interface Rule {
  readonly holds: (value: unknown) => boolean;
  /** Completes the sentence "NAME must be …". */
  readonly expected: string;
}

type Rules<Options> = { readonly [Name in keyof Required<Options>]: Rule };

const SWITCH: Rule = { holds: (value) => typeof value === 'boolean', expected: 'true or false' };

const FEES: Rules<LedgerFees> = {
  base: dropsFrom(0n),
  reserveBase: dropsFrom(0n),
  reserveIncrement: dropsFrom(0n),
};

const OPTIONS: Rules<LedgerOptions> = {
  accounts: wholeNumberTo(MOST_ACCOUNTS),
  balance: dropsFrom(1n),
  networkId: wholeNumberTo(MAX_NETWORK_ID),
  amendments: { holds: isTextList, expected: 'an array of names, such as +BatchV1_1' },
  fees: { holds: (value) => typeof value === 'object' && value !== null, expected: 'an object' },
  fork: { holds: (value) => typeof value === 'object' && value !== null, expected: 'an object' },
  closing: { holds: (value) => value === 'manual' || value === 'instant', expected: "'manual' or 'instant'" },
  stateDir: { holds: (value) => typeof value === 'string' && value !== '', expected: 'the name of a directory' },
  host: { holds: (value) => typeof value === 'string', expected: 'an address, as text' },
  port: wholeNumberTo(MAX_PORT),
  allowRemoteAdmin: SWITCH,
  allowRemoteTestBench: SWITCH,
  corsOrigins: { holds: isTextList, expected: 'an array of origins, such as http://localhost:5173' },
  hostNames: { holds: isTextList, expected: 'an array of names, such as ledger.test' },
};

const FORK: Rules<LedgerForkOptions> = {
  url: { holds: (value) => typeof value === 'string', expected: 'the URL of a server' },
  ledger: {
    holds: (value) => Number.isSafeInteger(value) || /^[0-9A-Fa-f]{64}$/.test(String(value)),
    expected: 'the index or the hash of a ledger',
  },
  cassette: { holds: (value) => typeof value === 'string', expected: 'the name of a file' },
  requestsPerSecond: wholeNumberTo(MAX_REQUESTS_PER_SECOND),
  allowMissingAmendments: SWITCH,
};
/** Options that a fork has from its network. */
const OF_NETWORK = ['networkId', 'amendments', 'fees'] as const;

/** @throws RangeError for an unknown option or an invalid value */
export function checkLedgerOptions(options: LedgerOptions): void {
  checkOptions('createLedger', '', options, OPTIONS);
  if (options.fees !== undefined) checkOptions('createLedger', 'fees.', options.fees, FEES);
  if (options.fork !== undefined) checkFork(options, options.fork);
  checkReach(options);
}

function checkFork(options: LedgerOptions, fork: LedgerForkOptions): void {
  checkOptions('createLedger', 'fork.', fork, FORK);
  if (fork.url === undefined) throw new RangeError('createLedger: fork.url must be the URL of a server');
  const excluded = OF_NETWORK.find((name) => options[name] !== undefined);
  if (excluded !== undefined) throw new RangeError(`createLedger: fork and ${excluded} exclude each other`);
}

/**
 * An undefined option counts as absent. `place` is a prefix for the names of nested options.
 * @throws RangeError
 */
export function checkOptions<Options extends object>(
  where: string,
  place: string,
  options: Options,
  rules: Rules<Options>,
): void {
  if (typeof options !== 'object' || options === null) throw new RangeError(`${where}: options must be an object`);
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, name) ? rules[name as keyof Options] : undefined;
    if (rule === undefined) {
      const names = Object.keys(rules).map((known) => place + known);
      throw new RangeError(`${where} has no option ${place}${name}; the options are ${names.join(', ')}`);
    }
    if (value !== undefined && !rule.holds(value)) {
      throw new RangeError(`${where}: ${place}${name} must be ${rule.expected}, not ${shown(value)}`);
    }
  }
}

/** The same rules as for `weir start`. */
function checkReach({
  host = '127.0.0.1',
  allowRemoteAdmin = false,
  allowRemoteTestBench = false,
}: LedgerOptions): void {
  if (!allowRemoteAdmin && hostReach(host) !== 'own') {
    throw new RangeError(
      `createLedger: other machines may reach ${host}: set allowRemoteAdmin if their users may be administrators, ` +
        'or omit host',
    );
  }
  if (allowRemoteAdmin !== allowRemoteTestBench) {
    throw new RangeError(
      'createLedger: with allowRemoteAdmin, users of other machines can move the clock of this ledger and change it by hand: ' +
        'set allowRemoteTestBench too if they may, or omit both',
    );
  }
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function wholeNumberTo(most: number): Rule {
  const holds = (value: unknown) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
  return { holds, expected: `a whole number from 0 to ${most}` };
}

function dropsFrom(least: bigint): Rule {
  const holds = (value: unknown) => typeof value === 'bigint' && value >= least;
  return { holds, expected: `drops as a BigInt of at least ${least}n, such as 100_000_000n for 100 XRP` };
}

function shown(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  return typeof value === 'string' ? `'${value}'` : String(value);
}
