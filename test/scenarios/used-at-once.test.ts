/**
 * Clients that create accounts and use them at once, while ledgers close. What a client may do with a new account depends on its
 * first sequence, which is the index of the ledger that creates it. So what is answered `tesSUCCESS` must be true of the ledger
 * that the transaction gets into.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { MASTER_PASSPHRASE } from '../../src/ledger/genesis.ts';
import { closeEvery } from '../../src/node/close/close-schedule.ts';
import { payChanKeylet } from '../../src/protocol/entries/keylets.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { leads, TestCluster } from '../support/cluster/test-cluster.ts';
import { MASTER, party } from '../support/env.ts';
import { ServerProcess } from '../support/server-process.ts';

const CLIENTS = 4;
const NEWCOMERS = 10;
const PAYEE = MASTER;
const FEE = { Fee: '10' };

type Call = (method: string, params?: JsonObject) => Promise<JsonObject>;

/** What newcomers do first, by their passphrase and first sequence: transactions without their fees and, mostly, their sequences. */
const FIRST_STEPS: readonly ((passphrase: string, sequence: number) => readonly JsonObject[])[] = [
  () => [{ TransactionType: 'AccountSet' }],
  (_, sequence) => [
    { TransactionType: 'TicketCreate', TicketCount: 1 },
    { TransactionType: 'AccountSet', Sequence: 0, TicketSequence: sequence + 1 },
  ],
  () => [
    { TransactionType: 'TrustSet', LimitAmount: { currency: 'USD', issuer: PAYEE.address, value: '10' } },
    { TransactionType: 'TrustSet', LimitAmount: { currency: 'EUR', issuer: PAYEE.address, value: '10' } },
  ],
  (_, sequence) => [
    {
      TransactionType: 'OfferCreate',
      ...{ TakerPays: { currency: 'USD', issuer: PAYEE.address, value: '10' }, TakerGets: '1000' },
    },
    { TransactionType: 'OfferCancel', OfferSequence: sequence },
  ],
  (passphrase, sequence) => [
    {
      TransactionType: 'PaymentChannelCreate',
      ...{ Destination: PAYEE.address, Amount: '1000', SettleDelay: 60, PublicKey: PAYEE.keys.publicKey },
    },
    {
      TransactionType: 'PaymentChannelFund',
      ...{ Channel: payChanKeylet(party(passphrase).id, PAYEE.id, sequence).key, Amount: '1000' },
    },
  ],
];

/** Creates and uses accounts; returns the ids of the transactions, all of which were answered `tesSUCCESS`. */
async function createAndUse(call: Call, client: number): Promise<string[]> {
  const ids: string[] = [];
  const funder = `funder ${client}`;
  const submit = async (secret: string, tx: JsonObject) => {
    const Account = party(secret).address;
    const answer = await call('submit', { secret, tx_json: { Account, ...FEE, ...tx } });
    assert.equal(answer.engine_result, 'tesSUCCESS', JSON.stringify({ tx, answer }));
    ids.push(String(answer.hash ?? (answer.tx_json as JsonObject).hash));
  };
  for (let number = 0; number < NEWCOMERS; number++) {
    const passphrase = `newcomer ${client} ${number}`;
    const account = party(passphrase).address;
    await submit(funder, { TransactionType: 'Payment', Destination: account, Amount: '30000000' });
    const { account_data: root } = await call('account_info', { account, ledger_index: 'current' });
    let Sequence = Number((root as JsonObject).Sequence);
    for (const step of FIRST_STEPS[number % FIRST_STEPS.length]!(passphrase, Sequence)) {
      await submit(passphrase, { Sequence: Sequence++, ...step });
    }
  }
  return ids;
}

/** `closes`: closes ledgers until it is stopped, if they do not close by themselves. */
async function nothingIsLost(call: Call, closes: 'by hand' | 'by itself'): Promise<void> {
  const close = () => call('ledger_accept');
  for (let client = 0; client < CLIENTS; client++) {
    const fields = { TransactionType: 'Payment', Destination: party(`funder ${client}`).address, Amount: '1000000000' };
    const { engine_result: result } = await call('submit', {
      secret: MASTER_PASSPHRASE,
      tx_json: { Account: MASTER.address, ...FEE, ...fields },
    });
    assert.equal(result, 'tesSUCCESS');
  }
  await close();
  let isUsed = false;
  const used = Promise.all(Array.from({ length: CLIENTS }, (_, client) => createAndUse(call, client))).finally(() => {
    isUsed = true;
  });
  while (closes === 'by hand' && !isUsed) await close();
  const ids = (await used).flat();
  assert.ok(ids.length > CLIENTS * NEWCOMERS * 2);
  await close();
  for (const transaction of ids) {
    const { validated, error, tx_json: tx } = await call('tx', { transaction });
    assert.equal(validated, true, JSON.stringify({ transaction, error, tx }));
  }
}

describe('what is answered tesSUCCESS while ledgers close gets into a ledger', () => {
  const MODES: readonly (readonly [name: string, isDurable: boolean, words: readonly string[]])[] = [
    ['by hand, in one thread', false, ['--manual', '--threads', '0']],
    ['by hand, with three workers', false, ['--manual', '--threads', '3']],
    ['by a timer, with one worker and a store', true, ['--close-interval', '100', '--threads', '1']],
    ['after each submission, with two workers', true, ['--close-interval', '0', '--threads', '2']],
  ];
  for (const [name, isDurable, words] of MODES) {
    test(name, async () => {
      const directory = isDurable ? mkdtempSync(path.join(tmpdir(), 'weir-used-')) : undefined;
      const server = await ServerProcess.start([...words, ...(directory ? ['--data', directory] : ['--ephemeral'])]);
      try {
        const call: Call = (method, params) => server.call(method, params);
        await nothingIsLost(call, words.includes('--manual') ? 'by hand' : 'by itself');
        assert.equal(await server.stop(), 0);
      } finally {
        await server.kill();
        if (directory !== undefined) rmSync(directory, { recursive: true });
      }
    });
  }

  test('by a timer, at a member of a cluster that follows', async () => {
    const cluster = new TestCluster();
    try {
      const first = await cluster.join('one', { closing: closeEvery(100) });
      await leads(first);
      const second = await cluster.join('two', { closing: closeEvery(100) });
      await nothingIsLost((method, params) => second.ask(method, params), 'by itself');
    } finally {
      await cluster.stop();
    }
  });
});
