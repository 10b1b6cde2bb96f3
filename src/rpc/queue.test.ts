import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { party } from '../../test/support/env.ts';
import { QueueLedger } from '../../test/support/queue-ledger.ts';
import { rpcOf } from '../../test/support/rpc-call.ts';
import { AccountSetFlags } from '../protocol/tables/flags.ts';
import { StreamHub } from './streams/stream-hub.ts';

const ALICE = party('alice');
const BOB = party('bob');
const NOOP = { TransactionType: 'AccountSet', Account: ALICE.address };

/** Four transactions in an open ledger of three; the ledger before it had two. */
async function fullLedger() {
  const ledger = await QueueLedger.create(3);
  ledger.fund(1_000_000, ALICE, BOB);
  await ledger.close();
  ledger.fill(ALICE);
  return { ledger, call: rpcOf(ledger.env) };
}

describe('a full open ledger', () => {
  test('requires drops of free transactions too', async () => {
    const fees = { baseDrops: 0n, reserveDrops: 0n, reserveIncrementDrops: 0n };
    const ledger = await QueueLedger.create(3, {}, { fees });
    const call = rpcOf(ledger.env);
    ledger.fund(1_000_000, ALICE);
    await ledger.close();
    const free = { base_fee: '0', median_fee: '0', minimum_fee: '0', open_ledger_fee: '0' };
    assert.deepEqual((await call('fee')).drops, free);
    ledger.fill(ALICE);
    const { drops, levels } = await call('fee');
    assert.deepEqual([levels.open_ledger_level, drops.open_ledger_fee], ['227555', '889']);
    ledger.queue(ALICE, { fee: 0 });
  });

  test('is shown in the load of the server', async () => {
    const { ledger, call } = await fullLedger();
    const load = 227_555 / 256;
    const { info } = await call('server_info');
    assert.deepEqual(
      [info.load_factor, info.load_factor_server, info.load_factor_fee_escalation, info.load_factor_fee_queue],
      [load, 1, load, undefined],
    );
    const publicInfo = (await call('server_info', {}, { role: 'user' })).info;
    assert.deepEqual([publicInfo.load_factor, publicInfo.load_factor_fee_escalation], [load, undefined]);
    const { state } = await call('server_state');
    assert.deepEqual([state.load_factor, state.load_factor_fee_escalation, state.load_base], [227_555, 227_555, 256]);
    for (let at = 0; at < 6; at++) ledger.queue(ALICE, { fee: 20, seq: ledger.seq(ALICE) + at });
    assert.equal((await call('server_state')).state.load_factor_fee_queue, 513);
    assert.equal((await call('server_info')).info.load_factor_fee_queue, 513 / 256);
  });

  test('is announced to subscribers of the server', async () => {
    const ledger = await QueueLedger.create(3);
    ledger.fund(1_000_000, ALICE);
    const messages: { type: string; load_factor: number }[] = [];
    const sink = { wake: () => {}, push: (message: Buffer) => messages.push(JSON.parse(message.toString())) };
    const { interest } = new StreamHub(ledger.env.node, ledger.env.weir.streamSource).open(sink, 1);
    interest.add({ streams: ['server'], accounts: [], proposedAccounts: [], books: [] }, 0, 0);
    ledger.fill(ALICE);
    await ledger.close();
    assert.deepEqual(
      messages.map(({ type, load_factor }) => [type, load_factor]),
      [
        ['serverStatus', 227_555],
        ['serverStatus', 256],
      ],
    );
  });
});

describe('autofill', () => {
  test('counts queued sequences', async () => {
    const { ledger, call } = await fullLedger();
    const first = ledger.seq(ALICE);
    for (let at = 0; at < 3; at++) {
      const answer = await call('submit', { tx_json: { ...NOOP, Fee: '100' }, secret: 'alice' });
      assert.deepEqual([answer.engine_result, answer.tx_json.Sequence], ['terQUEUED', first + at]);
    }
    const simulated = await call('simulate', { tx_json: { ...NOOP, Fee: '100' } });
    assert.deepEqual([simulated.engine_result, simulated.tx_json.Sequence], ['telCAN_NOT_QUEUE', first + 3]);
  });

  test('stays within fee_mult_max', async () => {
    const { call } = await fullLedger();
    const refused = await call('sign', { tx_json: NOOP, secret: 'alice' });
    assert.equal(refused.error, 'highFee');
    assert.match(
      refused.error_message,
      /^Fee of 8889 exceeds the requested tx limit of 100\. The open ledger holds \d+ transactions and takes \d+ at the base fee; .*ledger_accept.*--dev/,
    );
    const { tx_json: tx } = await call('sign', { tx_json: NOOP, secret: 'alice', fee_mult_max: 1000 });
    assert.equal(tx.Fee, '8889');
    const submitted = await call('submit', { tx_json: NOOP, secret: 'alice', fee_mult_max: 1000 });
    assert.equal(submitted.engine_result, 'tesSUCCESS');
  });
});

describe('queued transactions', () => {
  test('have a hint in their answer', async () => {
    const { ledger, call } = await fullLedger();
    const { blob } = ledger.env.sign(ALICE, { TransactionType: 'AccountSet' });
    const queued = await call('submit', { tx_blob: blob.toString('hex') });
    assert.equal(queued.engine_result, 'terQUEUED');
    assert.match(
      queued.hint,
      /^The open ledger holds \d+ transactions .* --dev, or with open_ledger_size in --limits\.$/,
    );
    const late = await call('submit', { tx_json: { ...NOOP, Sequence: 1, Fee: '10' }, secret: 'alice' });
    assert.deepEqual([late.engine_result, late.hint], ['tefPAST_SEQ', undefined]);
    await ledger.env.close();
    const applied = await call('submit', { tx_json: NOOP, secret: 'alice' });
    assert.deepEqual([applied.engine_result, applied.hint], ['tesSUCCESS', undefined]);
  });

  test('are listed by account_info', async () => {
    const { ledger, call } = await fullLedger();
    const account = ALICE.address;
    assert.deepEqual((await call('account_info', { account, queue: true })).queue_data, { txn_count: 0 });
    const first = ledger.seq(ALICE);
    ledger.queue(ALICE, { fee: 100 });
    ledger.submit(
      ALICE,
      { TransactionType: 'Payment', Destination: BOB.id, Amount: 500n },
      { seq: first + 1, last: 9 },
    );
    assert.deepEqual((await call('account_info', { account, queue: true })).queue_data, {
      txn_count: 2,
      sequence_count: 2,
      lowest_sequence: first,
      highest_sequence: first + 1,
      auth_change_queued: false,
      max_spend_drops_total: '610',
      transactions: [
        { seq: first, fee_level: '2560', fee: '100', max_spend_drops: '100', auth_change: false },
        {
          seq: first + 1,
          fee_level: '256',
          fee: '10',
          max_spend_drops: '510',
          auth_change: false,
          LastLedgerSequence: 9,
        },
      ],
    });
  });

  test('are listed by account_info with their tickets and changes of keys', async () => {
    const { ledger, call } = await fullLedger();
    await ledger.close();
    const ticket = ledger.seq(ALICE) + 1;
    ledger.submit(ALICE, { TransactionType: 'TicketCreate', TicketCount: 3 }, {}, 'tesSUCCESS');
    ledger.fill(BOB);
    const change = { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfAccountTxnID };
    ledger.submit(ALICE, change, { ticket: ticket + 1 }, 'terQUEUED');
    const { queue_data: queue } = await call('account_info', { account: ALICE.address, queue: true });
    assert.deepEqual(
      [queue.ticket_count, queue.lowest_ticket, queue.highest_ticket, queue.sequence_count, queue.auth_change_queued],
      [1, ticket + 1, ticket + 1, undefined, true],
    );
    assert.deepEqual([queue.transactions[0].ticket, queue.transactions[0].auth_change], [ticket + 1, true]);
  });

  test('are listed by ledger in the order of their fees', async () => {
    const { ledger, call } = await fullLedger();
    assert.equal('queue_data' in (await call('ledger', { ledger_index: 'current', queue: true })), false);
    ledger.queue(ALICE, { fee: 50 });
    ledger.queue(BOB, { fee: 60 });
    const { queue_data: hashes } = await call('ledger', { ledger_index: 'current', queue: true });
    const [best, other] = ledger.env.node.openLedger.queue.all();
    assert.deepEqual(hashes[0], {
      ...{ fee_level: '1536', fee: '60', max_spend_drops: '60', auth_change: false, account: BOB.address },
      ...{ retries_remaining: 10, preflight_result: 'tesSUCCESS', tx: best!.transaction.id },
    });
    assert.equal(hashes[1].tx, other!.transaction.id);
    const request = { ledger_index: 'current', queue: true, expand: true };
    const [whole] = (await call('ledger', request)).queue_data;
    assert.deepEqual([whole.tx.Fee, whole.tx.hash], ['60', best!.transaction.id]);
    const [second] = (await call('ledger', request, { apiVersion: 2 })).queue_data;
    assert.deepEqual([second.tx_json.Fee, second.hash], ['60', best!.transaction.id]);
    const { error } = await call('ledger', { ledger_index: 'validated', queue: true });
    assert.equal(error, 'invalidParams');
  });
});
