/** A fork in the process of a test, with a cassette: the second run needs no server and has the same ledgers. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createLedger } from '../../src/embedded/create-ledger.ts';
import type { LedgerForkOptions } from '../../src/embedded/ledger.ts';
import type { Answer } from '../support/rpc-call.ts';
import { ServerProcess } from '../support/server-process.ts';

describe('createLedger with a fork', () => {
  let origin: ServerProcess;
  let scratch: string;
  const { XDG_CACHE_HOME: cache } = process.env;
  before(async () => {
    scratch = mkdtempSync(path.join(tmpdir(), 'weir-fork-'));
    process.env.XDG_CACHE_HOME = scratch;
    origin = await ServerProcess.start(['--ephemeral', '--manual', '--dev']);
  });
  after(async () => {
    if (cache === undefined) delete process.env.XDG_CACHE_HOME;
    else process.env.XDG_CACHE_HOME = cache;
    await origin.stop();
    rmSync(scratch, { recursive: true });
  });

  /** Hashes of two ledgers on a fork, and the first result of another request. */
  async function run(fork: LedgerForkOptions): Promise<string[]> {
    await using ledger = await createLedger({ accounts: 12, fork });
    const [one, , , , , , , , , , , last] = ledger.accounts;
    const hashes: string[] = [];
    for (const signer of [one!, last!]) {
      const Destination = ledger.accounts[1]!.address;
      const sent = await ledger.submit(signer, { TransactionType: 'Payment', Destination, Amount: '1000' });
      assert.equal(sent.engine_result, 'tesSUCCESS');
      hashes.push((await ledger.close({ seconds: 4 })).ledgerHash);
    }
    return hashes;
  }

  /** Number of requests that the origin has answered. */
  async function requestCount(): Promise<number> {
    const { info } = (await origin.call('server_info', { counters: true })) as Answer;
    return Number(info.counters.rpc.total.finished);
  }

  test('plays a cassette without a server, to the same ledgers', async () => {
    const cassette = path.join(scratch, 'payments.json');
    const recorded = await run({ url: origin.url, cassette });
    const text = readFileSync(cassette, 'utf8');
    assert.deepEqual(await run({ url: 'http://127.0.0.1:1', cassette }), recorded);
    assert.equal(readFileSync(cassette, 'utf8'), text);
    await using ledger = await createLedger({ fork: { url: 'http://127.0.0.1:1', cassette } });
    const { weir } = (await ledger.request('server_info')) as unknown as { weir: { fork: { url: string } } };
    assert.equal(weir.fork.url, 'http://127.0.0.1:1');
    const unknown = ledger.request('account_info', { account: 'rrrrrrrrrrrrrrrrrrrn5RM1rHd' });
    await assert.rejects(unknown, /account_info: noNetwork: the cassette .*payments.json has no ledger entry/);
  });

  test('sends no more requests in a second than allowed', async () => {
    const before = await requestCount();
    const startMs = performance.now();
    const ledger = await createLedger({ accounts: 12, fork: { url: origin.url, requestsPerSecond: 10 } });
    const seconds = (performance.now() - startMs) / 1000;
    await ledger.stop();
    // The last question about the count is counted too.
    const sent = (await requestCount()) - before - 1;
    assert.ok(sent > 10, `${sent} requests`);
    assert.ok(seconds > Math.floor((sent - 1) / 10), `${sent} requests in ${seconds} s`);
  });

  test('refuses options that the network decides', async () => {
    const fork = { url: origin.url };
    await assert.rejects(createLedger({ fork, networkId: 1 }), /fork and networkId exclude each other/);
    await assert.rejects(createLedger({ fork: { url: origin.url, ledger: 'x' } }), /fork.ledger must be the index/);
    await assert.rejects(
      createLedger({ fork: { url: origin.url, requestsPerSecond: -1 } }),
      /fork.requestsPerSecond must be a whole number/,
    );
    await assert.rejects(createLedger({ fork: {} as LedgerForkOptions }), /fork.url must be the URL/);
  });
});
