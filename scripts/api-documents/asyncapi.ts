/**
 * Generates `docs/asyncapi.json`, which servers publish at `/asyncapi.json`: the messages of WebSocket streams in
 * AsyncAPI 3.0. Their schemas come from messages that a ledger in this process sends.
 */
import path from 'node:path';
import { createLedger } from '../../src/embedded/create-ledger.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { StreamHub } from '../../src/rpc/streams/stream-hub.ts';
import { party } from '../../test/support/env.ts';
import { QueueLedger } from '../../test/support/queue-ledger.ts';
import { until } from '../../test/support/until.ts';
import { WebSocketClient } from '../../test/support/websocket-client.ts';
import { fieldsOf } from '../methods-doc/answer-fields.ts';
import { commonText } from '../methods-doc/field-texts.ts';
import { answerSchema } from './answer-schema.ts';
import { API_INFO } from './api-info.ts';

export const ASYNCAPI_DOCUMENT = path.join(import.meta.dirname, '../../docs/asyncapi.json');

const STREAMS = ['ledger', 'book_changes', 'transactions', 'transactions_proposed', 'server'];

/** `type` of a message → summary, and members that are not listed. */
const MESSAGES: Readonly<Record<string, { readonly summary: string; readonly whole?: readonly string[] }>> = {
  ledgerClosed: { summary: 'A ledger was validated. Stream: ledger.' },
  bookChanges: { summary: 'The trades of a validated ledger, by order book. Stream: book_changes.' },
  transaction: {
    summary:
      'A validated transaction (streams transactions, accounts, books), or one that entered the open ledger ' +
      '(transactions_proposed, accounts_proposed).',
    whole: ['transaction', 'tx_json', 'meta'],
  },
  serverStatus: { summary: 'The fees changed with the load. Stream: server.' },
  path_find: { summary: 'New paths for the open path request of the connection.', whole: ['alternatives'] },
  ledgerReverted: {
    summary: 'A test bench returned to an earlier ledger. Every connection with a subscription gets it.',
  },
};

/** The AsyncAPI document. */
export async function asyncApiDocument(): Promise<JsonObject> {
  const all = [...(await streamMessages()), ...(await statusMessages())];
  const recorded = Object.groupBy(all, ({ type }) => String(type));
  const unknown = Object.keys(recorded).find((type) => !(type in MESSAGES));
  if (unknown !== undefined) throw new Error(`MESSAGES says nothing of '${unknown}'`);
  const messages = Object.entries(MESSAGES).map(([type, { summary, whole = [] }]) => {
    const own = recorded[type];
    if (own === undefined) throw new Error(`no message '${type}' was sent`);
    const fields = fieldsOf(own, { whole });
    const schema = answerSchema(fields, commonText);
    return [type, { name: type, summary, payload: { ...schema, properties: withType(schema, type) } }] as const;
  });
  return {
    asyncapi: '3.0.0',
    info: {
      ...API_INFO,
      description:
        'Messages that a WebSocket gets after the method subscribe or path_find. openrpc.json has the methods.',
    },
    servers: { local: { host: '127.0.0.1:5005', protocol: 'ws' } },
    channels: {
      streams: {
        address: '/',
        messages: Object.fromEntries(messages.map(([type]) => [type, { $ref: `#/components/messages/${type}` }])),
      },
    },
    operations: { receive: { action: 'receive', channel: { $ref: '#/channels/streams' } } },
    components: { messages: Object.fromEntries(messages) },
  };
}

function withType({ properties }: JsonObject, type: string): JsonObject {
  return { ...(properties as JsonObject), type: { const: type } };
}

/** Every message of a connection that subscribes to all streams while a ledger is used. */
async function streamMessages(): Promise<readonly JsonObject[]> {
  await using ledger = await createLedger({ accounts: 3 });
  const client = await WebSocketClient.connect(Number(new URL(await ledger.httpUrl()).port));
  const got = (type: string, count: number) =>
    until(() => client.events.filter((message) => message.type === type).length >= count, `${count} of ${type}`);
  const [issuer, holder, trader] = ledger.accounts;
  const usd = (value: string) => ({ currency: 'USD', issuer: issuer!.address, value });
  await client.request('subscribe', { streams: STREAMS });
  await ledger.snapshot('begin');
  for (const who of [holder!, trader!])
    await ledger.submit(who, { TransactionType: 'TrustSet', LimitAmount: usd('1000') });
  await ledger.close();
  await ledger.submit(issuer!, { TransactionType: 'Payment', Destination: holder!.address, Amount: usd('100') });
  await ledger.close();
  await ledger.submit(holder!, { TransactionType: 'OfferCreate', TakerGets: usd('10'), TakerPays: '10000000' });
  await ledger.close();
  await client.request('path_find', {
    subcommand: 'create',
    source_account: trader!.address,
    destination_account: holder!.address,
    destination_amount: usd('1'),
  });
  await ledger.submit(trader!, { TransactionType: 'OfferCreate', TakerGets: '5000000', TakerPays: usd('5') });
  await ledger.close();
  await got('path_find', 1);
  await client.request('subscribe', { streams: STREAMS, api_version: 2 });
  await ledger.submit(trader!, { TransactionType: 'AccountSet', Domain: '00' });
  await ledger.close();
  await got('ledgerClosed', 5);
  await ledger.revert('begin');
  await got('ledgerReverted', 1);
  client.socket.close();
  await client.closed;
  return client.events;
}

/** The message about a full open ledger. */
async function statusMessages(): Promise<readonly JsonObject[]> {
  const full = await QueueLedger.create(3);
  const payer = party('payer');
  full.fund(1_000_000, payer);
  const messages: JsonObject[] = [];
  const sink = { wake: () => {}, push: (message: Buffer) => messages.push(JSON.parse(message.toString())) };
  const { interest } = new StreamHub(full.env.node, full.env.weir.streamSource).open(sink, 1);
  interest.add({ streams: ['server'], accounts: [], proposedAccounts: [], books: [] }, 0, 0);
  full.fill(payer);
  await full.env.stop();
  return messages;
}
