import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { party, submitNow } from '../../../test/support/env.ts';
import { type ServedEnv, serveEnv } from '../../../test/support/served-env.ts';
import { tokens } from '../../../test/support/token-ledger.ts';
import { transactionIdOf } from '../../protocol/transaction/transaction.ts';
import { bytesToHex } from '../../util/hex.ts';
import { explain } from './explain.ts';
import { explanationText } from './explain-text.ts';

const ALICE = party('alice');
const BOB = party('bob');
const GATE = party('gate');
const usd = (text: string) => tokens(text, GATE.id);

describe('weir explain', () => {
  let served: ServedEnv;
  let url: string;
  const folder = mkdtempSync(path.join(tmpdir(), 'weir-explain-'));
  const file = (name: string, text: string): string => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  before(async () => {
    served = await serveEnv();
    await served.env.fund(1000, ALICE, BOB, GATE);
    url = `http://127.0.0.1:${served.port}`;
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await served.stop();
  });

  async function run(...words: string[]): Promise<string[]> {
    const printed: string[] = [];
    assert.equal(await explain([...words, '--url', url], (text) => printed.push(text)), 0);
    return printed.join('\n').split('\n');
  }

  test('prints the reason and the advice with --short, and the whole explanation without', async () => {
    const { env } = served;
    for (const holder of [ALICE, BOB]) env.submit(holder, { TransactionType: 'TrustSet', LimitAmount: usd('5') });
    env.submit(GATE, { TransactionType: 'Payment', Destination: ALICE.id, Amount: usd('3') }, 'tesSUCCESS');
    const failed = env.sign(GATE, { TransactionType: 'Payment', Destination: BOB.id, Amount: usd('9') });
    submitNow(env.node, failed);
    await env.close();
    const lines = await run(failed.id);
    assert.deepEqual(await run(failed.id, '--short'), lines.slice(0, 5));
    assert.match(
      lines.slice(0, 5).join('\n'),
      /^tecPATH_PARTIAL: .*\nPayment .*\n\nWhy: Only 5 USD of 9 .*\nDo: {2}Send less/,
    );
    for (const line of ['The form, without a ledger:', '  → passed', '  → tecPATH_PARTIAL'])
      assert.ok(lines.includes(line));
    const { ledgerIndex, position } = env.node.store.transactionLocation(failed.id)!;
    const paid = env.node.store.transaction({ ledgerIndex, position: position === 0 ? 1 : 0 })!;
    const done = await run(transactionIdOf(paid.blob), '--short');
    assert.match(done[0]!, /^tesSUCCESS: /);
    assert.deepEqual(done.slice(-2), ['Why: The transaction took effect.', 'Do:  Nothing: the result is final.']);
  });

  test('reads a blob, or a file with a hash, a blob or JSON', async () => {
    const { env } = served;
    const tx = env.sign(ALICE, { TransactionType: 'Payment', Destination: BOB.id, Amount: 5_000_000_000n });
    const blob = bytesToHex(tx.blob);
    const fields = {
      TransactionType: 'Payment',
      Account: ALICE.address,
      Destination: BOB.address,
      Amount: '5000000000',
    };
    const answers = [
      await run(blob, '--short'),
      await run(file('blob.hex', `${blob}\n`), '--short'),
      await run(file('signed.json', JSON.stringify({ tx_blob: blob, hash: tx.id })), '--short'),
      await run(file('plain.json', JSON.stringify(fields)), '--short'),
      await run(file('request.json', JSON.stringify({ secret: 'x', tx_json: fields })), '--short'),
    ];
    for (const [head, place, , why] of answers) {
      assert.equal(head, 'tecUNFUNDED_PAYMENT: Insufficient XRP balance to send.');
      assert.match(place!, /on the open ledger$/);
      assert.match(why!, /the transaction needs 5000 XRP\.$/);
    }
  });

  test('refuses other words and files', async () => {
    await assert.rejects(run(), { exitCode: 2 });
    await assert.rejects(run('a', 'b'), { exitCode: 2 });
    await assert.rejects(run('--quick'), { exitCode: 2 });
    await assert.rejects(run(path.join(folder, 'nothing')), /cannot read .*nothing/);
    await assert.rejects(run(file('list.json', '[]')), /contains no hash, no hex and no JSON object/);
    await assert.rejects(run('0'.repeat(64)), /give its tx_blob.*txnNotFound/);
    await assert.rejects(run('12'.repeat(40)), /\(invalidTransaction\)/);
  });

  test('warns if the replay differs', () => {
    const answer = { validated: true, ledger_index: 5, replay: { position: 0, metadata_agrees: false } };
    assert.match(explanationText(answer, true), /APPLIED ONCE MORE, IT GIVES OTHER METADATA/);
    const cut = { explanation: { truncated: true, checked: [] } };
    assert.match(explanationText(cut, false), /The list is truncated/);
  });
});
