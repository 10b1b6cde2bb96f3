/** A ledger in the caller's process as a fork of another network, in memory. Loaded on use. */
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { openForkBase } from '../fork/open-fork-base.ts';
import { openFork } from '../node/open-fork.ts';
import type { Fork } from '../storage/fork/fork.ts';
import { MemoryStore } from '../storage/memory/memory-store.ts';
import type { FundedGenesis } from './funded-genesis.ts';
import type { LedgerForkOptions } from './ledger.ts';

/** Rejects if the other server does not answer, or for rules that Weir lacks. */
export async function openEmbeddedFork(options: LedgerForkOptions, funded: FundedGenesis): Promise<Fork> {
  const { url, ledger, cassette: file, allowMissingAmendments: allowsLackingRules } = options;
  const requestsPerSecond = options.requestsPerSecond === 0 ? Number.POSITIVE_INFINITY : options.requestsPerSecond;
  const cassette = file === undefined ? undefined : { file, record: !existsSync(file) };
  const cacheFolder = cassette === undefined ? undefined : false;
  const base = await openForkBase({ url, ledger, cassette, cacheFolder, requestsPerSecond });
  const accounts = funded.accounts.map(({ id }) => ({ id, drops: funded.drops }));
  return openFork(new MemoryStore(), base, { url, allowsLackingRules, accounts, randomBytes }).catch(async (error) => {
    await base.close();
    // It would lack answers.
    if (cassette?.record === true) rmSync(cassette.file, { force: true });
    throw error;
  });
}
