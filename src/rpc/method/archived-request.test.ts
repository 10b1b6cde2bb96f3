/** Requests about ledgers that only the archive has. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Env } from '../../../test/support/env.ts';
import { MemoryStore } from '../../storage/memory/memory-store.ts';
import { ArchivedStore } from '../../storage/shared/archived-store.ts';
import { UnreachableError } from '../../storage/shared/cluster-store.ts';
import type { LedgerArchive } from '../../storage/shared/ledger-archive.ts';
import { execute } from '../execute.ts';

/** A chain of five ledgers whose first two are archived; `headers` is the archive's answer. */
async function archivedEnv(headers: LedgerArchive['headers']) {
  const own = new MemoryStore();
  const store = new ArchivedStore(own, { headers } as LedgerArchive);
  const env = await Env.create({ store });
  while (env.node.validated.ledgerIndex < 5) await env.close();
  own.ledgerRange = () => ({ first: 3, last: 5 });
  store.noteArchived({ first: 1, last: 2 });
  const reported: unknown[] = [];
  const services = { ...env.weir.services, log: { error: ({ err }: { err?: unknown }) => void reported.push(err) } };
  const ask = (ledger_index: number) =>
    execute(services as never, { method: 'ledger', params: { ledger_index }, apiVersion: 2, role: 'user' });
  return { env, own, ask, reported };
}

describe('a request about a ledger that only the archive has', () => {
  test('is run again when the archive has answered', async () => {
    let questions = 0;
    const { env, own, ask } = await archivedEnv(async () => {
      questions++;
      return [own.header(1)!, own.header(2)!];
    });
    assert.equal((await ask(2)).ledger_hash, own.header(2)!.hash);
    assert.equal((await ask(1)).ledger_hash, own.header(1)!.hash);
    assert.equal((await ask(4)).ledger_hash, own.header(4)!.hash);
    assert.equal(questions, 1);
    await env.stop();
  });

  test('is answered with tooBusy while the archive does not answer, and the error is logged', async () => {
    const { env, ask, reported } = await archivedEnv(async () => {
      throw new UnreachableError('unreachable');
    });
    assert.equal((await ask(2)).error, 'tooBusy');
    assert.deepEqual(
      reported.map((error) => (error as Error).message),
      ['unreachable'],
    );
    assert.equal((await ask(4)).error, undefined);
    await env.stop();
  });

  test('is answered with tooBusy if the archive lacks the ledger', async () => {
    const { env, ask } = await archivedEnv(async () => []);
    assert.equal((await ask(2)).error, 'tooBusy');
    await env.stop();
  });
});
