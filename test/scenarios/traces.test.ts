/** Traces of a server: one request from its client to the ledger that holds its transaction, across threads. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { pino } from 'pino';
import { runServer } from '../../src/cli/start/run-server.ts';
import { parseStartOptions } from '../../src/cli/start/start-options.ts';
import { signTransaction } from '../../src/protocol/transaction/transaction-signature.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import { MASTER, party } from '../support/env.ts';
import { type ReceivedSpan, TraceCollector } from '../support/trace-collector.ts';
import { until } from '../support/until.ts';
import { WebSocketClient } from '../support/websocket-client.ts';

const traceId = (number: number) => String(number).repeat(32);
const ABOVE = 'b7ad6b7169203331';
const contextOf = (number: number) => `00-${traceId(number)}-${ABOVE}-01`;
const ALICE = party('alice');
/** The secret of `MASTER`. */
const SECRET = 'masterpassphrase';

/** Starts a server that sends traces, and stops it, so that it has sent all. */
async function traced(
  threads: number,
  use: (port: number, collector: TraceCollector) => Promise<void>,
): Promise<TraceCollector> {
  const collector = await TraceCollector.start();
  const words = ['--ephemeral', '--manual', '--port', '0', '--threads', String(threads), '--trace', collector.url];
  const server = await runServer(parseStartOptions(words), pino({ level: 'silent' }));
  try {
    await use(server.port, collector);
  } finally {
    await server.stop();
    collector.stop();
  }
  return collector;
}

async function ask(port: number, method: string, params: object = {}, traceparent?: string) {
  const answer = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: traceparent === undefined ? {} : { traceparent },
    body: JSON.stringify({ method, params: [params] }),
  });
  return ((await answer.json()) as { result: Record<string, unknown> }).result;
}

function signedPayment(Sequence: number): string {
  const fields = { TransactionType: 'Payment', Account: MASTER.id, Destination: ALICE.id, Amount: 1_000_000_000n };
  const common = { Fee: 10n, Flags: 0, Sequence, SigningPubKey: MASTER.keys.publicKey };
  return bytesToHex(signTransaction({ ...fields, ...common }, MASTER.keys).blob);
}

const UNSIGNED = {
  TransactionType: 'Payment',
  Account: MASTER.address,
  Destination: ALICE.address,
  Amount: '1000000000',
};

function one(spans: readonly ReceivedSpan[], matches: (span: ReceivedSpan) => boolean): ReceivedSpan {
  const found = spans.filter(matches);
  assert.equal(found.length, 1, JSON.stringify(spans, undefined, 1));
  return found[0]!;
}

for (const threads of [0, 1]) {
  describe(`traces with ${threads} workers`, () => {
    let collector: TraceCollector;
    let transactionId: string;
    const inTrace = (number: number) => collector.spans.filter((span) => span.traceId === traceId(number));
    before(async () => {
      collector = await traced(threads, async (port) => {
        const { tx_json } = await ask(port, 'submit', { tx_blob: signedPayment(1) }, contextOf(1));
        transactionId = (tx_json as { hash: string }).hash;
        await ask(port, 'ledger_accept');
        const client = await WebSocketClient.connect(port);
        const answer = await client.request('account_info', {
          account: MASTER.address,
          ledger_index: 'current',
          traceparent: contextOf(2),
        });
        assert.equal(answer.status, 'success');
        client.close();
        await ask(port, 'ledger_current', {}, `00-${traceId(3)}-${ABOVE}-00`);
        await ask(port, 'fee', {}, `00-${traceId(3)}-${'0'.repeat(16)}-01`);
        const signed = await ask(port, 'submit', { secret: SECRET, tx_json: UNSIGNED }, contextOf(4));
        assert.equal(signed.engine_result, 'tesSUCCESS');
        await ask(port, 'submit', { secret: SECRET, tx_json: 'not an object' });
        await ask(port, SECRET, { secret: SECRET });
        await ask(port, 'ledger_current', {}, `00-${SECRET}`);
        await ask(port, 'ledger_accept');
      });
    });

    test('follow a submission from its client to the ledger that holds it', () => {
      const request = one(inTrace(1), ({ name }) => name === 'request');
      const submission = one(inTrace(1), ({ name }) => name === 'submission');
      const validation = one(inTrace(1), ({ name }) => name === 'validate');
      assert.equal(inTrace(1).length, 3);
      assert.deepEqual([request.parentSpanId, submission.parentSpanId], [ABOVE, request.spanId]);
      assert.equal(validation.parentSpanId, submission.spanId);
      assert.deepEqual(
        ['rpc.method', 'weir.transport', 'weir.envelope', 'weir.role', 'weir.outcome', 'weir.engine_result'].map(
          (name) => request.facts[name],
        ),
        ['submit', 'http', 'json-rpc', 'admin', 'success', 'tesSUCCESS'],
      );
      assert.equal(request.facts['thread.name'], threads === 0 ? 'engine' : 'worker 0');
      for (const span of [submission, validation]) {
        assert.equal(span.facts['thread.name'], 'engine');
        assert.equal(span.facts['weir.transaction'], transactionId);
      }
    });

    test('link it with the close, which has a part for each step', () => {
      const [submission, validation] = ['submission', 'validate'].map((name) =>
        one(inTrace(1), (span) => span.name === name),
      ) as [ReceivedSpan, ReceivedSpan];
      const close = one(collector.spans, ({ name, links }) => name === 'close' && links?.[0]?.traceId === traceId(1));
      assert.deepEqual(close.links, [{ traceId: traceId(1), spanId: submission.spanId }]);
      assert.deepEqual(validation.links, [{ traceId: close.traceId, spanId: close.spanId }]);
      assert.equal(close.facts['weir.ledger_index'], validation.facts['weir.ledger_index']);
      const parts = collector.spans.filter(({ parentSpanId }) => parentSpanId === close.spanId);
      assert.deepEqual(
        parts.map(({ name }) => name),
        ['apply', 'trees', 'derive', 'commit', 'open'],
      );
      const moments = parts.flatMap((part) => [part.startTimeUnixNano, part.endTimeUnixNano]);
      const inOrder = [close.startTimeUnixNano, ...moments, close.endTimeUnixNano];
      assert.deepEqual(inOrder, inOrder.toSorted());
    });

    test('include WebSockets, and requests that run at the engine', () => {
      const request = one(inTrace(2), ({ name }) => name === 'request');
      assert.deepEqual([request.facts['weir.transport'], request.facts['weir.envelope']], ['websocket', 'command']);
      const below = inTrace(2).filter(({ parentSpanId }) => parentSpanId === request.spanId);
      assert.deepEqual(
        below.map(({ name, facts }) => [name, facts['thread.name']]),
        threads === 0 ? [] : [['request at the engine', 'engine']],
      );
    });

    test('leave out what the client does not record, and begin anew after an invalid context', () => {
      assert.deepEqual(inTrace(3), []);
      const fee = one(collector.spans, ({ name, facts }) => name === 'request' && facts['rpc.method'] === 'fee');
      assert.equal(fee.parentSpanId, '');
    });

    test('contain no secret, no address and no text that a client has chosen', () => {
      assert.ok(inTrace(4).some(({ name }) => name === 'validate'));
      one(collector.spans, ({ name, facts }) => name === 'request' && facts['rpc.method'] === 'unknown');
      for (const word of [SECRET, ALICE.address, MASTER.address]) assert.ok(!collector.text.includes(word), word);
    });
  });
}

test('spans are counted as dropped while the collector does not take them', async () => {
  await traced(0, async (port, collector) => {
    collector.status = 503;
    await ask(port, 'fee');
    const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    await until(
      async () => /^weir_trace_spans_total\{outcome="dropped"\} [1-9]/m.test(await metrics()),
      'spans are dropped',
    );
  });
});
