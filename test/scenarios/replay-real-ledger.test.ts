/** `weir replay`: ledgers are applied again, with the entries of a server or with what metadata shows. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { replay } from '../../src/cli/replay/replay.ts';
import { fetchLedger, serverLedger } from '../../src/cli/replay/server-ledger.ts';
import type { RpcCall } from '../../src/cli/request/rpc-client.ts';
import { Replay } from '../../src/replay/replay-recorded.ts';
import { Env } from '../support/env.ts';
import { TRIES_EVERY_CASE } from '../support/every-case.ts';
import { recordedChains } from '../support/packed-recordings.ts';
import { recordedGenesis, sendRecorded } from '../support/recorded-chain.ts';
import { rpcOf } from '../support/rpc-call.ts';

/** A ledger of the real network, and counts of its transactions. */
const REAL_LEDGER = path.join(import.meta.dirname, '../fixtures/mainnet-104552600.txt');
const SELECTION = ['fuzz-all-1.jsonl', 'fuzz-vaults-305.jsonl'];

async function printed(words: readonly string[]): Promise<{ readonly code: number; readonly lines: string[] }> {
  const lines: string[] = [];
  const code = await replay(words, (text) => lines.push(text));
  return { code, lines };
}

describe('replay with the entries of a server', () => {
  for (const recording of recordedChains(TRIES_EVERY_CASE ? 'all' : SELECTION)) {
    test(`gives the same metadata: ${recording.name}`, async () => {
      const env = await Env.create({ genesis: recordedGenesis(recording) });
      await sendRecorded(env, recording);
      const rpc = rpcOf(env);
      const call: RpcCall = async (method, params) => ({ result: await rpc(method, params) });
      for (let index = 3; index <= env.node.validated.ledgerIndex; index++) {
        const { header, transactions } = await fetchLedger(call, { ledger_index: index });
        const { ledger, source } = await serverLedger(call, header, transactions);
        for await (const { isIdentical, missing, ...rest } of new Replay(ledger, source).run()) {
          if (!isIdentical || missing.length > 0)
            assert.fail(`ledger ${index}: ${JSON.stringify({ missing, ...rest })}`);
        }
      }
    });
  }
});

describe('replay of a real ledger without a server', () => {
  test('gives the same metadata wherever every read is known, and names what is not', async () => {
    const { code, lines } = await printed([REAL_LEDGER]);
    assert.equal(code, 0);
    assert.match(lines[0]!, /ledger 104552600: 68 of 91 identical: 60 of 60 whose every read was known/);
    assert.equal(lines.length, 1 + 91 - 68);
    for (const line of lines.slice(1)) assert.match(line, /not known: /);
  });

  test('refuses a file whose transactions have another hash, and a malformed line', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'weir-replay-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const [hash, first, ...rest] = readFileSync(REAL_LEDGER, 'utf8').trim().split('\n');
    const file = path.join(folder, 'ledger.txt');
    writeFileSync(file, [hash, ...rest].join('\n'));
    await assert.rejects(printed([file]), /the tree of its transactions has the hash/);
    writeFileSync(file, [hash, first, 'nothing'].join('\n'));
    await assert.rejects(printed([file]), /line 3, is not BLOB,METADATA in hex/);
  });

  test('checks the hashes of a whole ledger', async (t) => {
    const env = await Env.create();
    const { ledger } = await rpcOf(env)('ledger', { ledger_index: 1, full: true, accounts: true, transactions: true });
    const folder = mkdtempSync(path.join(tmpdir(), 'weir-replay-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'ledger.json');
    writeFileSync(file, JSON.stringify(ledger));
    const { code, lines } = await printed([file]);
    assert.equal(code, 0);
    assert.match(
      lines[0]!,
      new RegExp(`ledger 1 with 3 entries and 0 transactions has the hash ${ledger.ledger_hash}`),
    );
    writeFileSync(file, JSON.stringify({ ...ledger, total_coins: '7' }));
    await assert.rejects(printed([file]), /its ledger_hash is/);
    writeFileSync(file, JSON.stringify({ ...ledger, accountState: ledger.accountState.slice(1) }));
    await assert.rejects(printed([file]), /its account_hash is/);
  });
});
