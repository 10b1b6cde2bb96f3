/** Replays recordings of the reference, over HTTP or in this process. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { type RunningServer, runServer } from '../../src/cli/start/run-server.ts';
import { parseStartOptions } from '../../src/cli/start/start-options.ts';
import type { Json } from '../../src/protocol/values.ts';
import { genesisText, type Recording, submittedAsBlob } from '../../src/recording/recording.ts';
import { type Exchange, type ReplayOutcome, replayRecording } from '../../src/recording/replay-recording.ts';
import { RequestRefusal } from '../../src/server/admission/request-refusal.ts';
import { answerJsonRpc } from '../../src/server/envelopes/json-rpc-envelope.ts';
import { Env } from './env.ts';
import { HttpClient } from './http-client.ts';
import { recordedGenesis } from './recorded-chain.ts';
import { acceptedLines } from './recording.ts';

/**
 * Replays a recording through a server with this number of workers; 0: no workers. With workers each request uses a new
 * connection, so that any worker may answer it.
 */
export async function replayOverHttp(recording: Recording, threads = 0): Promise<ReplayOutcome> {
  const running = await startServer(recording, threads);
  const client = new HttpClient(running.port, 1, { keepAlive: threads === 0 });
  try {
    const exchange = async (request: string) => {
      const { status, body } = await client.exchange(request);
      return { status, json: JSON.parse(body.toString()) as Json };
    };
    return await replayRecording(recording, exchange, acceptedLines(recording.name));
  } finally {
    client.close();
    await running.stop();
  }
}

/**
 * Replays a recording without a socket. All its requests use the JSON-RPC envelope. `sendsBlobs`: submits the blobs
 * that the reference signed, instead of requests with a secret.
 */
export async function replayInProcess(recording: Recording, { sendsBlobs = false } = {}): Promise<ReplayOutcome> {
  const lines = sendsBlobs ? recording.lines.map(submittedAsBlob) : recording.lines;
  const env = await Env.create({ genesis: recordedGenesis(recording) });
  try {
    return await replayRecording({ ...recording, lines }, exchangeWith(env), acceptedLines(recording.name));
  } finally {
    await env.stop();
  }
}

function exchangeWith({ weir: { services } }: Env): Exchange {
  return async (request) => {
    try {
      const { status, body } = await answerJsonRpc(services, JSON.parse(request), 'admin', () => {});
      return { status, json: JSON.parse(JSON.stringify(body)) as Json };
    } catch (error) {
      // Recordings of unit tests have requests for version 3 of the API. They are not compared.
      if (error instanceof RequestRefusal) return { status: error.status, json: { result: {} } };
      throw error;
    }
  };
}

/** Starts a complete server with the recorded chain parameters as its genesis file. */
async function startServer(recording: Recording, threads: number): Promise<RunningServer> {
  const directory = mkdtempSync(path.join(tmpdir(), 'weir-replay-'));
  const genesisFile = path.join(directory, 'genesis.json');
  writeFileSync(genesisFile, genesisText(recording));
  try {
    const words = ['--ephemeral', '--manual', '--port', '0', '--genesis', genesisFile, '--threads', String(threads)];
    return await runServer(parseStartOptions(words), pino({ level: 'silent' }));
  } finally {
    rmSync(directory, { recursive: true });
  }
}
