/** The options of `weir start` for a fork of another network, and how one is opened. */
import type { Logger } from 'pino';
import { openForkBase } from '../../fork/open-fork-base.ts';
import { DEVELOPMENT_ACCOUNT_DROPS, developmentAccounts } from '../../node/development-funds.ts';
import { openFork } from '../../node/open-fork.ts';
import type { Hash256 } from '../../protocol/values.ts';
import type { Fork, ForkFacts } from '../../storage/fork/fork.ts';
import { readForkOrigin } from '../../storage/fork/fork-origin.ts';
import { type LedgerStore, StoreError } from '../../storage/ledger-store.ts';
import { usageError } from '../../util/command-error.ts';
import { checkedUrl } from '../options/server-url.ts';
import { excludeOthers, type GivenWords, isGiven } from './given-words.ts';

export interface ForkStartOptions {
  readonly url: string;
  /** Index or hash of the ledger to begin from; undefined for the last validated one, or that of the data directory. */
  readonly ledger?: number | Hash256 | undefined;
  /** True: the network may have amendments whose rules Weir lacks. */
  readonly allowsLackingRules: boolean;
  /** The most requests to the other server in any second: undefined for the usual number, Infinity for no limit. */
  readonly requestsPerSecond?: number | undefined;
  /** Where its answers are kept: undefined for a folder of the system, false for nowhere. */
  readonly cacheFolder?: string | false | undefined;
}

/** The chain of a fork is given by the network, and one thread has all of its state. */
const EXCLUDED = [
  'amendments',
  'base-fee',
  'cluster',
  'genesis',
  'like',
  'network-id',
  'reserve-base',
  'reserve-inc',
  'sql',
];

const NEED_FORK = ['fork-ledger', 'fork-rate', 'fork-cache'];

/** @throws a usage error that names the option */
export function forkOptions(words: GivenWords): ForkStartOptions | undefined {
  const { fork, 'fork-ledger': ledger, 'allow-missing-amendments': allowsLackingRules } = words;
  if (fork === undefined) {
    for (const name of NEED_FORK) if (isGiven(words[name])) throw usageError(`--${name} needs --fork`);
    if (isGiven(allowsLackingRules) && !isGiven(words['ledger-file']))
      throw usageError('--allow-missing-amendments needs --fork or --ledger-file');
    return undefined;
  }
  excludeOthers(words, 'fork', EXCLUDED);
  if (words.threads !== undefined && words.threads !== '0')
    throw usageError('--threads and --fork exclude each other: a fork has one thread');
  if (words['durable-submit'] === true && words.data === undefined)
    throw usageError('--durable-submit needs --data: a fork without it keeps nothing on disk');
  return {
    url: checkedUrl(fork as string, '--fork', 'HTTP or WebSocket'),
    ledger: ledger === undefined ? undefined : ledgerName(ledger as string),
    allowsLackingRules: allowsLackingRules === true,
    requestsPerSecond: words['fork-rate'] === undefined ? undefined : requestRate(words['fork-rate'] as string),
    cacheFolder: words['fork-cache'] === 'none' ? false : (words['fork-cache'] as string | undefined),
  };
}

function requestRate(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw usageError(`--fork-rate must be a number of requests, not '${text}'`);
  return Number(text) || Number.POSITIVE_INFINITY;
}

function ledgerName(text: string): number | Hash256 {
  if (/^[0-9A-Fa-f]{64}$/.test(text)) return text.toUpperCase();
  if (/^\d{1,10}$/.test(text) && Number(text) > 1) return Number(text);
  throw usageError(`--fork-ledger must be the index or the hash of a ledger, not '${text}'`);
}

/** Opens the fork that a store has, or begins it there. Rejects with a `StoreError` or a `ForkReadError`, and leaves the store open. */
export async function openForkOf(
  { url, ledger, allowsLackingRules, requestsPerSecond, cacheFolder }: ForkStartOptions,
  store: LedgerStore,
  { log, randomBytes }: { readonly log: Logger; readonly randomBytes: (count: number) => Buffer },
): Promise<Fork> {
  const begun = readForkOrigin(store);
  if (begun !== undefined && ledger !== undefined && ledger !== begun.ledgerIndex && ledger !== begun.ledgerHash) {
    throw new StoreError(
      `the data are of a fork of ledger ${begun.ledgerIndex} (${begun.ledgerHash}), not of ${ledger}: omit --fork-ledger to ` +
        'continue it, or name another --data',
    );
  }
  const progress = (line: string) => log.warn(line);
  const onProblem = (problem: string | undefined) => {
    if (problem === undefined) log.info('the other server of the fork answers again');
    else
      log.error(
        { problem },
        'the other server of the fork does not answer: what needs its entries fails until it does',
      );
  };
  const base = await openForkBase({
    url,
    ledger: ledger ?? begun?.ledgerHash,
    requestsPerSecond,
    cacheFolder,
    progress,
    onProblem,
  });
  const accounts = developmentAccounts().map(({ id }) => ({ id, drops: DEVELOPMENT_ACCOUNT_DROPS }));
  return openFork(store, base, { url, allowsLackingRules, accounts, randomBytes }).catch(async (error) => {
    await base.close();
    throw error;
  });
}

/** Lines about a fork for the operator. */
export function forkLines({ url, ledgerIndex, ledgerHash, rules }: ForkFacts): string[] {
  const lines = [`Fork of:        ${url}, ledger ${ledgerIndex} (${ledgerHash})`];
  if (rules.lacking.length > 0) {
    lines.push(
      `Warning: the network has amendments whose rules Weir lacks: ${rules.lacking.join(', ')}. Results may differ.`,
    );
  }
  if (rules.early.length > 0) {
    lines.push(`Weir applies amendments that the network does not have: ${rules.early.join(', ')}.`);
  }
  return lines;
}
