/** A chain that begins with a whole ledger in rippled's JSON: `weir start --ledger-file`. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { checkLedgerFile, ledgerFileOption, readLedgerFile } from '../../src/cli/start/ledger-file.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { MemoryStore } from '../../src/storage/memory/memory-store.ts';
import { Env, party } from '../support/env.ts';
import { rpcOf } from '../support/rpc-call.ts';
import { createTokenAndChannelChain } from '../support/token-and-channel-chain.ts';
import { verifyChain } from '../support/verify-store.ts';

const ALICE = party('alice');
const BOB = party('bob');

describe('a chain that begins with a ledger in a file', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'weir-ledger-file-'));
  const name = path.join(directory, 'ledger.json');
  const begin = () => Env.create({ genesis: readLedgerFile({ name, allowsLackingRules: false }), isTestBench: true });
  let origin: Env;
  let full: JsonObject;
  before(async () => {
    origin = await createTokenAndChannelChain();
    full = await rpcOf(origin)('ledger', { ledger_index: 'validated', full: true });
    writeFileSync(name, JSON.stringify({ result: full }));
  });
  after(async () => {
    await origin.stop();
    rmSync(directory, { recursive: true });
  });

  test('has that ledger, with its transactions and the list of earlier ones', async () => {
    const copy = await begin();
    const at = { ledger_index: 'validated' };
    for (const [method, params] of [
      ['ledger', { ...at, full: true }],
      ['ledger_entry', { ...at, hashes: true }],
      ['account_lines', { ...at, account: ALICE.address }],
      ['account_channels', { ...at, account: BOB.address }],
      ['account_tx', { account: ALICE.address, ledger_index: origin.node.validated.ledgerIndex }],
    ] as const) {
      assert.deepEqual(await rpcOf(copy)(method, params), await rpcOf(origin)(method, params), method);
    }
    assert.equal(copy.node.store.ledgerRange()?.first, origin.node.validated.ledgerIndex);
    await copy.stop();
  });

  test('continues with the same ledgers as its origin, and can return to its beginning', async () => {
    const copy = await begin();
    const snapshot = await copy.weir.snapshot();
    for (let round = 0; round < 3; round++) {
      const closeTime = origin.node.validated.closeTimeSeconds + 10;
      for (const env of [origin, copy]) {
        env.submit(ALICE, { TransactionType: 'Payment', Destination: BOB.id, Amount: 1_000_000n }, 'tesSUCCESS');
        await env.node.acceptLedger(closeTime);
      }
      assert.equal(copy.node.validated.hash, origin.node.validated.hash);
    }
    verifyChain(copy.node.store);
    await copy.weir.revert(snapshot);
    assert.equal(copy.node.validated.hash, full.ledger_hash);
    await copy.stop();
  });

  test('is only begun by a file whose parts have the hashes in its header', () => {
    const altered = path.join(directory, 'altered.json');
    writeFileSync(altered, JSON.stringify(full).replace('"Balance":"', '"Balance":"1'));
    assert.throws(() => readLedgerFile({ name: altered, allowsLackingRules: false }), /altered\.json: its \w+_hash is/);
    assert.throws(() => readLedgerFile({ name: path.join(directory, 'none'), allowsLackingRules: false }), /ENOENT/);
  });

  test('is continued with the same file, and not with another', async () => {
    const { firstLedger } = readLedgerFile({ name, allowsLackingRules: false });
    const store = new MemoryStore();
    checkLedgerFile(firstLedger!, store);
    const env = await Env.create({ store });
    assert.throws(() => checkLedgerFile(firstLedger!, store), /did not begin with ledger 7 /);
    await env.stop();
  });

  test('excludes the options that a ledger answers', () => {
    assert.throws(() => ledgerFileOption({ 'ledger-file': 'a', genesis: 'b' }), /--genesis and --ledger-file exclude/);
    assert.deepEqual(ledgerFileOption({ 'ledger-file': 'a' }), { name: 'a', allowsLackingRules: false });
  });
});
