/** What the explorer shows of batches, in a browser. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { StObject } from '../../src/protocol/values.ts';
import { BATCH_GENESIS, type BatchMode, inner, signedBatch } from '../support/batch-ledger.ts';
import { Env, type Party, party, submitNow } from '../support/env.ts';
import { rpcOf } from '../support/rpc-call.ts';
import { NO_BROWSER } from './support/browser.ts';
import { inExplorer } from './support/page.ts';

const { freshTransaction } = await import(new URL('../../explorer/copy-as/copy-as.js', import.meta.url).href);
const [ALICE, BOB] = ['batch alice', 'batch bob'].map((name) => party(name)) as [Party, Party];

/** Three payments of Alice to Bob, of which the second is more than she has, in a closed ledger. */
async function sendBatch(env: Env, mode: BatchMode): Promise<string> {
  const next = env.account(ALICE)!.Sequence + 1;
  const payments = [5_000_000n, 9_000_000_000n, 7_000_000n].map((Amount, at): StObject => {
    const fields = { TransactionType: 'Payment', Destination: BOB.id, Amount, Sequence: next + at };
    return inner(env, ALICE, fields);
  });
  const batch = signedBatch(env, ALICE, mode, payments);
  assert.equal(submitNow(env.node, batch).result, 'tesSUCCESS');
  await env.close();
  return batch.id;
}

describe('batches in the explorer', { skip: NO_BROWSER ?? false }, () => {
  test('list what is inside with its result, and inner transactions name their batch', async () => {
    await inExplorer({ genesis: BATCH_GENESIS }, async ({ served: { env }, explorer, page }) => {
      await env.fund(1_000, ALICE, BOB);
      const rows = async (mode: BatchMode) => {
        await explorer.see(`#/tx/${await sendBatch(env, mode)}`, 'Inside', '3 transactions');
        await explorer.until(`document.querySelectorAll('.inside .chip').length === 6`);
        const texts = `[...document.querySelectorAll('.inside tr')].map((row) => row.innerText.replaceAll(/\\s+/g, ' '))`;
        return page.evaluate(texts) as Promise<string[]>;
      };
      const [paid, failed, also] = await rows('tfIndependent');
      assert.match(paid!, /^1 Payment .* paid .* 5 XRP .* Succeeded$/);
      assert.match(failed!, /^2 Payment .* could not pay .*needs 9000 XRP\..* tecUNFUNDED_PAYMENT$/);
      assert.match(also!, /^3 Payment .* paid .* 7 XRP/);
      await page.click('.inside a.hash');
      await explorer.wait('Inside batch', 'which paid the fee', 'in batch');
      const undone = await rows('tfAllOrNothing');
      assert.match(undone[0]!, /Undone$/);
      assert.match(undone[2]!, /Not reached$/);
    });
  });
});

test('a batch and an inner transaction are copied as ones to send now', async () => {
  const env = await Env.create({ genesis: BATCH_GENESIS });
  await env.fund(1_000, ALICE, BOB);
  const { tx_json: tx } = await rpcOf(env)(
    'tx',
    { transaction: await sendBatch(env, 'tfIndependent') },
    { apiVersion: 2 },
  );
  const { RawTransactions: inside, ...batch } = freshTransaction(tx);
  assert.deepEqual(Object.keys(batch).sort(), ['Account', 'Flags', 'TransactionType']);
  const [{ RawTransaction: payment }] = inside;
  assert.deepEqual(Object.keys(payment).sort(), ['Account', 'Amount', 'Destination', 'Flags', 'TransactionType']);
  assert.equal(freshTransaction(payment).Flags, undefined);
  await env.stop();
});
