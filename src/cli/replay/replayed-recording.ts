/** Replays a recording against a server with a new chain in memory, in this process. */
import { hostname } from 'node:os';
import path from 'node:path';
import { openLedgerSocket } from '../../embedded/ledger-socket.ts';
import { MANUAL_CLOSE } from '../../node/close/close-schedule.ts';
import type { Json } from '../../protocol/values.ts';
import { genesisText, parseRecording, type Recording } from '../../recording/recording.ts';
import { type Exchange, replayRecording } from '../../recording/replay-recording.ts';
import { MemoryStore } from '../../storage/memory/memory-store.ts';
import { CommandError } from '../../util/command-error.ts';
import { packageVersion } from '../../util/package-version.ts';
import { createWeir } from '../../weir.ts';
import { parseGenesis } from '../options/genesis-file.ts';
import { processTerminal } from '../terminal/terminal.ts';

const SHOWN_PROBLEMS = 20;

export interface RecordingReport {
  readonly lines: readonly string[];
  readonly isEqual: boolean;
}

/** Rejects with a `CommandError` if the file is no recording. */
export async function recordingReport(file: string): Promise<RecordingReport> {
  const recording = await readRecording(file);
  const weir = await createWeir({
    store: new MemoryStore(),
    genesis: genesisOf(recording),
    closing: MANUAL_CLOSE,
    isTestBench: true,
    log: { error: ({ err }: { readonly err?: unknown }, message) => processTerminal.note(`weir: ${message}: ${err}`) },
    about: { version: packageVersion(), hostName: hostname() },
  });
  await weir.start();
  const socket = await openLedgerSocket(weir, {});
  try {
    const exchange = exchangeWith(`http://${socket.authority}`);
    const { ledgers, answers, problems } = await replayRecording(recording, exchange);
    const count = problems.length === 0 ? 'no difference' : `${problems.length} differences`;
    const more = problems.length > SHOWN_PROBLEMS ? [`  … and ${problems.length - SHOWN_PROBLEMS} more`] : [];
    const shown = problems.slice(0, SHOWN_PROBLEMS).map((problem) => `  ${problem}`);
    const title = `${recording.name}: ${ledgers} ledgers and ${answers} answers compared, ${count}`;
    return { lines: [title, ...shown, ...more], isEqual: problems.length === 0 };
  } finally {
    await socket.close();
    await weir.stop();
  }
}

function exchangeWith(url: string): Exchange {
  return async (body) => {
    const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    return { status: answer.status, json: (await answer.json().catch(() => null)) as Json };
  };
}

async function readRecording(file: string): Promise<Recording> {
  const text = (await processTerminal.read(file)).trim();
  try {
    return parseRecording(path.basename(file), text === '' ? [] : text.split('\n'));
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

function genesisOf(recording: Recording): ReturnType<typeof parseGenesis> {
  try {
    return parseGenesis(genesisText(recording));
  } catch (error) {
    throw new CommandError(`${recording.name}:1: ${(error as Error).message}`);
  }
}
