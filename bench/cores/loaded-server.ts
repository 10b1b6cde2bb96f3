/** A server in a process of its own on a directory of its own, with payers that have funds and some history. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountIdToAddress } from '../../src/crypto/address.ts';
import { MASTER } from '../../test/support/env.ts';
import { HttpClient } from '../../test/support/http-client.ts';
import { ServerProcess } from '../../test/support/server-process.ts';
import { CONNECTIONS, jsonRpc } from '../http-load.ts';
import { roomyLimits } from '../limits-file.ts';
import { PaymentWorld } from '../payment-world.ts';
import { fundPayers } from '../submission-load.ts';
import type { Contestant } from './comparison.ts';

/** The master account's history has that many rows for each payer. */
const FUNDING_ROUNDS = 3;

export interface LoadedServer {
  readonly running: ServerProcess;
  readonly client: HttpClient;
  readonly world: PaymentWorld;
}

/** Starts one, lets it be used, and removes it with its data. */
export async function withLoadedServer<T>(
  { args, place }: Pick<Contestant, 'args' | 'place'>,
  use: (loaded: LoadedServer) => Promise<T>,
): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const running = new ServerProcess([...roomyLimits(directory), ...args], place);
  let client: HttpClient | undefined;
  try {
    await running.ready();
    client = new HttpClient(running.port, CONNECTIONS);
    const world = new PaymentWorld();
    await fundPayers(client, world, FUNDING_ROUNDS);
    return await use({ running, client, world });
  } finally {
    client?.close();
    await running.kill('SIGTERM');
    rmSync(directory, { recursive: true, force: true });
  }
}

const WHOLE_HISTORY = { ledger_index_min: -1, ledger_index_max: -1, account: MASTER.address };

/** The reads that are compared with the reference: what each is called, and its bodies. */
export function readLoads({ payers }: PaymentWorld): (readonly [what: string, bodies: readonly string[]])[] {
  const validated = { ledger_index: 'validated' };
  const infos = payers.map(({ id }) => jsonRpc('account_info', { account: accountIdToAddress(id), ...validated }));
  return [
    ['account_info', infos],
    ['account_tx, 100 a page', [jsonRpc('account_tx', { ...WHOLE_HISTORY, limit: 100 })]],
    ['account_tx, 200 a page, binary', [jsonRpc('account_tx', { ...WHOLE_HISTORY, limit: 200, binary: true })]],
  ];
}
