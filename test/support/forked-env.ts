/** A fork in this process, as an `Env`. */
import { type ForkOptions, openFork } from '../../src/node/open-fork.ts';
import type { ForkBase } from '../../src/storage/fork/fork-base.ts';
import { MemoryStore } from '../../src/storage/memory/memory-store.ts';
import { Env, type EnvOptions } from './env.ts';

export async function forkedEnv(
  base: ForkBase,
  options: EnvOptions & { readonly accounts?: ForkOptions['accounts'] } = {},
): Promise<Env> {
  const { store = new MemoryStore(), accounts, ...more } = options;
  const randomBytes = (count: number) => Buffer.alloc(count, 1);
  const fork = await openFork(store, base, { url: 'ws://origin', randomBytes, ...(accounts && { accounts }) });
  return Env.create({ ...more, fork, store: fork.store, genesis: { networkId: fork.networkId } });
}
