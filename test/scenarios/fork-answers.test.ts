/** What methods answer about the ledger that a fork begins from: the same as the server that it is of. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { JsonObject } from '../../src/protocol/values.ts';
import { methodTable } from '../../src/rpc/table.ts';
import { soundRequests } from '../hostile/support/requests.ts';
import type { Env } from '../support/env.ts';
import { createFilledServer, type FilledServer } from '../support/filled-server.ts';
import { forkedEnv } from '../support/forked-env.ts';
import { rpcOf } from '../support/rpc-call.ts';
import { StoreForkBase } from '../support/store-fork-base.ts';

/** They read the index of order books, or which ledger changed an entry; a fork knows that only of what it changed. */
const PARTIAL = new Set(['ripple_path_find', 'weir_changes']);

describe('a fork at its first ledger', () => {
  let filled: FilledServer;
  let fork: Env;
  before(async () => {
    filled = await createFilledServer();
    await filled.env.close();
    fork = await forkedEnv(new StoreForkBase(filled.env.node, undefined, rpcOf(filled.env)));
  });
  after(async () => {
    await fork.stop();
    await filled.stop();
  });

  test('answers as the other server', async () => {
    let count = 0;
    for (const [name, requests] of soundRequests(filled)) {
      const { needs, role } = methodTable.get(name)!;
      const isAboutLedger = needs === 'ledger' || name === 'account_tx' || name === 'transaction_entry';
      if (!isAboutLedger || role === 'admin' || PARTIAL.has(name)) continue;
      for (const request of requests) {
        const params: JsonObject = { ledger_index: 'validated', ...request };
        for (const apiVersion of [1, 2] as const) {
          const { answered_by: _, ...answer } = await rpcOf(fork)(name, params, { apiVersion });
          const expected = await rpcOf(filled.env)(name, params, { apiVersion });
          // Some markers are signed, each server with its own key.
          for (const one of [answer, expected]) if (one.marker !== undefined) one.marker = 'some marker';
          assert.deepEqual(answer, expected, JSON.stringify({ name, params }));
          if (answer.error === undefined) count++;
        }
      }
    }
    assert.ok(count > 60, `${count} answers`);
  });
});
