/**
 * A full disk: while ledgers cannot be stored, none is validated, no accepted transaction is lost, reads are answered, and
 * the server reports itself as unhealthy. Afterwards it continues by itself.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PreparedLedger } from '../../src/ledger/derived-changes.ts';
import { MANUAL_CLOSE } from '../../src/node/close/close-schedule.ts';
import { LedgerHealth } from '../../src/node/ledger-health.ts';
import { MemoryStore } from '../../src/storage/memory/memory-store.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import { ALICE, BOB, createFilledServer } from '../support/filled-server.ts';
import { verifyChain } from '../support/verify-store.ts';
import { WebSocketClient } from '../support/websocket-client.ts';

const PAYMENT = { TransactionType: 'Payment', Destination: BOB.id, Amount: 1n };
const FAILED_CLOSES = 5;

class FullDisk extends MemoryStore {
  isFull = false;

  override async append(ledger: PreparedLedger, term?: number): Promise<void> {
    if (this.isFull) throw new Error('ENOSPC: no space left on device');
    await super.append(ledger, term);
  }
}

describe('a server whose disk is full', () => {
  test('answers, loses nothing, is unhealthy, and recovers', async () => {
    const store = new FullDisk();
    const filled = await createFilledServer({ store });
    const { node } = filled.env;
    const health = new LedgerHealth(node, MANUAL_CLOSE, filled.env.clock);
    const watcher = await WebSocketClient.connect(filled.port);
    await watcher.call('subscribe', { streams: ['ledger'] });
    const { ledgerIndex: last } = node.validated;
    const before = filled.env.account(BOB)!.Balance;

    store.isFull = true;
    const ids: string[] = [];
    for (let count = 0; count < FAILED_CLOSES; count++) {
      const { blob, id } = filled.env.sign(ALICE, PAYMENT);
      const { result } = await filled.call('submit', { tx_blob: bytesToHex(blob) });
      assert.equal(result.engine_result, 'tesSUCCESS');
      ids.push(id);
      await assert.rejects(node.acceptLedger());
      const asked = await filled.call('ledger_accept');
      assert.equal(asked.result.error, 'internal');
      const read = await filled.call('account_info', { account: ALICE.address, ledger_index: 'validated' });
      assert.equal(read.result.ledger_index, last);
      assert.equal((await filled.call('tx', { transaction: id })).result.validated, false);
    }
    assert.match(health.problem()!, /no space left/);
    assert.equal(watcher.events.length, 0, 'no ledger was announced');
    assert.equal(filled.reports.length, FAILED_CLOSES, 'each failure is in the log');
    assert.match(filled.reports[0]!, /no space left/);

    store.isFull = false;
    assert.equal((await filled.call('ledger_accept')).result.status, 'success');
    assert.equal(health.problem(), undefined);
    assert.equal(node.validated.ledgerIndex, last + 1);
    for (const id of ids) {
      const { result } = await filled.call('tx', { transaction: id });
      assert.equal(result.ledger_index, last + 1);
      assert.equal(result.meta.TransactionResult, 'tesSUCCESS');
    }
    assert.equal(filled.env.account(BOB)!.Balance, before + BigInt(FAILED_CLOSES));
    await watcher.until(() => watcher.events.length > 0);
    assert.equal(watcher.events[0].ledger_index, last + 1);
    verifyChain(store);
    await filled.stop();
  });
});
