/** The program of `ForkOrigin`: a server, and what changes its answers as the test says. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type WebSocket, WebSocketServer } from 'ws';
import { encodeObject } from '../../../src/protocol/codec/encode.ts';
import { type JsonObject, type StObject, ZERO_HASH } from '../../../src/protocol/values.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { bytesToHex } from '../../../src/util/hex.ts';
import { Env, party } from '../env.ts';
import { makeEveryBalanceChange } from '../every-balance-change.ts';
import { BOB, CAROL, eur, GATE, offer, openMarket, usd } from '../market.ts';
import { recordedGenesis, sendRecorded } from '../recorded-chain.ts';
import { rpcOf } from '../rpc-call.ts';
import { clioAnswer } from './clio-answers.ts';
import type { Misbehaviour, OriginData, OriginFacts, OriginLedger } from './fork-origin.ts';

const BOOK_PAGES = 70;
const TOKENS = 80;
/** Owners of the book's offers, in turn. */
const MAKERS = Array.from({ length: 14 }, (_, at) => party(`maker ${at}`));
const XRP = { currency: '0'.repeat(40) };
const OTHER_HASH = 'AB'.repeat(32);

const { recording } = workerData as OriginData;
const env = recording === undefined ? await furnished() : await recorded(recording);

/** A chain with entries of all types, a long book, and many tokens of one account. */
async function furnished(): Promise<Env> {
  const made = await Env.create();
  await makeEveryBalanceChange(made);
  await openMarket(made);
  await fundMakers(made);
  for (let at = 0; at < BOOK_PAGES; at++) offer(made, MAKERS[at % MAKERS.length]!, BigInt(1_000_001 + at), usd('1'));
  await made.close();
  for (let at = 0; at < TOKENS; at++) {
    made.submit(BOB, { TransactionType: 'NFTokenMint', NFTokenTaxon: at }, 'tesSUCCESS');
  }
  await made.close();
  return made;
}

async function fundMakers(made: Env): Promise<void> {
  await made.fund(1000, ...MAKERS);
  for (const maker of MAKERS)
    made.submit(maker, { TransactionType: 'TrustSet', LimitAmount: usd('1000') }, 'tesSUCCESS');
  await made.close();
  for (const { id: Destination } of MAKERS) {
    made.submit(GATE, { TransactionType: 'Payment', Destination, Amount: usd('100') }, 'tesSUCCESS');
  }
  await made.close();
}

async function recorded(chain: Recording): Promise<Env> {
  const made = await Env.create({ genesis: recordedGenesis(chain) });
  await sendRecorded(made, chain);
  return made;
}

const { ledgerIndex, hash: ledgerHash } = env.node.validated;
const view = env.node.view(ledgerIndex)!;
const entries = new Map<string, string>();
for (let key = view.nextKey(ZERO_HASH); key !== undefined; key = view.nextKey(key)) {
  entries.set(key, bytesToHex(encodeObject(view.readAny(key) as unknown as StObject)));
}

/** The ledgers with transactions. */
function ledgersOf({ node }: Env): OriginLedger[] {
  return Array.from({ length: ledgerIndex - 2 }, (_, at) => node.store.header(at + 3)!).flatMap((header) => {
    const transactions = [...node.store.ledgerTransactions(header.ledgerIndex)];
    return transactions.length === 0 ? [] : { header, transactions };
  });
}

/** True if an entry of the ledger that a request names has that key. */
function hasKey(key: string, { ledger_hash }: JsonObject): boolean {
  const index = env.node.store.ledgerIndexByHash(String(ledger_hash));
  return index !== undefined && env.node.view(index)!.readAny(key) !== undefined;
}

let behaviour: { -readonly [Name in keyof Misbehaviour]: Misbehaviour[Name] } = {};
let methods: string[] = [];
const call = rpcOf(env);

/** Takes one of the next so many misbehaviours. */
function takes(name: 'slowDowns' | 'drops' | 'silences'): boolean {
  const left = behaviour[name] ?? 0;
  behaviour[name] = left - 1;
  return left > 0;
}

/** The result of a method, or undefined for no answer, or null for the end of the connection. */
async function answerOf(method: string, params: JsonObject): Promise<JsonObject | undefined | null> {
  methods.push(method);
  if (behaviour.delayMs !== undefined) await delay(behaviour.delayMs);
  if (takes('drops')) return null;
  if (takes('silences')) return undefined;
  if (takes('slowDowns')) return { error: 'slowDown', error_code: 10, status: 'error' };
  if (behaviour.isMissing)
    return { error: 'lgrNotFound', error_code: 21, error_message: 'ledgerNotFound', status: 'error' };
  const ask = (name: string, given: JsonObject) => call(name, given, { role: 'user' });
  const answer = behaviour.isClio ? await clioAnswer(ask, method, params, hasKey) : await ask(method, params);
  return behaviour.lie === undefined ? answer : untrue(answer);
}

/** Changes an answer. */
function untrue(answer: JsonObject): JsonObject {
  switch (behaviour.lie) {
    case 'index':
      return { ...answer, index: OTHER_HASH };
    case 'bytes':
      return {
        ...answer,
        node_binary: entries.values().find((data) => data !== answer.node_binary && data.startsWith('110061'))!,
      };
    case 'ledger':
      return { ...answer, ledger_hash: OTHER_HASH };
    case 'order':
      return Array.isArray(answer.state) ? { ...answer, state: answer.state.toReversed() } : answer;
    case 'header':
      return {
        ...answer,
        ledger: { ledger_data: `${String((answer.ledger as JsonObject).ledger_data).slice(0, -2)}01` },
      };
    default:
      return { error: 'entryNotFound', status: 'error' };
  }
}

async function answerSocket(socket: WebSocket, { id, command, ...params }: JsonObject): Promise<void> {
  const result = await answerOf(String(command), params);
  if (result === null) socket.terminate();
  else if (result?.error !== undefined)
    socket.send(JSON.stringify({ id, ...result, status: 'error', type: 'response' }));
  else if (result !== undefined) socket.send(JSON.stringify({ id, result, status: 'success', type: 'response' }));
}

function misanswer(answers: NonNullable<Misbehaviour['answers']>, response: ServerResponse): void {
  const fill = (piece: Buffer | string) => {
    while (!response.destroyed && response.write(piece));
  };
  switch (answers) {
    case 'none':
      return;
    case 'endless': {
      const piece = Buffer.alloc(1 << 20, 'a');
      response.on('drain', () => fill(piece));
      fill(piece);
      return;
    }
    case 'drip': {
      const timer = setInterval(() => response.write('{'), 20);
      response.on('close', () => clearInterval(timer));
      return;
    }
    case 'garbage':
      response.end('<html>');
      return;
    case '429':
      response.writeHead(429).end('slow down');
      return;
    case 'closing':
      response.destroy();
  }
}

async function answerHttp(text: string, response: ServerResponse): Promise<void> {
  if (behaviour.answers !== undefined) return misanswer(behaviour.answers, response);
  const { method, params } = JSON.parse(text) as { method: string; params: [JsonObject] };
  const result = await answerOf(method, params[0]);
  if (result === null) response.destroy();
  else if (result?.error === 'slowDown') response.writeHead(503).end('Server is overloaded');
  else if (result !== undefined) response.end(JSON.stringify({ result }));
}

const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  await answerHttp(text, response);
});
new WebSocketServer({ server }).on('connection', (socket) => {
  socket.on('message', (data) => answerSocket(socket, JSON.parse(String(data))));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');

parentPort!.on('message', (next: Misbehaviour) => {
  behaviour = { ...next };
  parentPort!.postMessage({ methods });
  methods = [];
});
const facts: OriginFacts = {
  port: (server.address() as AddressInfo).port,
  ledgerIndex,
  ledgerHash,
  entries: [...entries],
  ledgers: recording === undefined ? [] : ledgersOf(env),
  book: { takerPays: XRP, takerGets: { currency: usd('1').currency, issuer: GATE.id } },
  emptyBook: { takerPays: XRP, takerGets: { currency: eur('1').currency, issuer: GATE.id } },
  collector: BOB.id,
  other: CAROL.id,
};
parentPort!.postMessage(facts);
