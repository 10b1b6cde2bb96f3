/**
 * Program of the thread that reads the other server's ledger. The engine's thread waits for it, so it must not need that
 * thread for anything.
 */
import { workerData } from 'node:worker_threads';
import { httpLinks } from '../client/http-link.ts';
import { webSocketLinks } from '../client/websocket-link.ts';
import { type ForkReply, ForkSignal, type ForkThreadData, type NumberedQuestion, PROBLEM } from './fork-messages.ts';
import { type ForkSession, openForkSession } from './fork-session.ts';

const BEAT_MS = 1000;

const data = workerData as ForkThreadData;
const { url, timeoutMs, port, signals } = data;

function reply(message: ForkReply): void {
  port.postMessage(message);
  count(ForkSignal.replies);
}

function count(signal: number): void {
  Atomics.add(signals, signal, 1);
  Atomics.notify(signals, signal);
}

async function answer({ reader, close }: ForkSession, question: NumberedQuestion): Promise<unknown> {
  switch (question.kind) {
    case 'entry':
      return reader.entry(question.key);
    case 'nextKey':
      return reader.nextKey(question.key, question.before, question.book);
    case 'request':
      return reader.request(question.method, question.params);
    case 'prefetch':
      return reader.prefetch(question.keys);
    case 'close':
      return close();
  }
}

async function run(): Promise<void> {
  const openLink = /^wss?:/.test(url) ? webSocketLinks(url, timeoutMs) : httpLinks(url, timeoutMs);
  const session = await openForkSession(data, openLink, {
    onSent: () => count(ForkSignal.sent),
    onProblem: (problem) => reply({ id: PROBLEM, error: problem }),
  });
  port.on('message', async (question: NumberedQuestion) => {
    const { id } = question;
    let isAnswered = false;
    // What is known is answered in this turn.
    setImmediate(() => isAnswered || reply({ id, isUnderWay: true }));
    const answered = await answer(session, question).then(
      (value) => ({ id, value }),
      (error: Error) => ({ id, error: error.message }),
    );
    isAnswered = true;
    reply(answered);
    if (question.kind === 'close') port.close();
  });
  reply({ id: 0, value: session.ledger });
}

const beats = setInterval(() => count(ForkSignal.beats), BEAT_MS);
port.on('close', () => clearInterval(beats));
run().catch((error: Error) => {
  reply({ id: 0, error: error.message });
  port.close();
});
