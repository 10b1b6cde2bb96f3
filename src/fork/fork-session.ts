/** Opens what a fork reads: a cassette, or a ledger of a server with the answers that earlier runs kept. */
import type { OpenLink } from '../client/ledger-link.ts';
import type { Hash256 } from '../protocol/values.ts';
import { ForkReadError } from '../storage/fork/fork-base.ts';
import { systemClock } from '../util/clock.ts';
import { serverName } from '../util/server-name.ts';
import { AnswerFile, keptLedger, type LedgerLine } from './answer-file.ts';
import { readCassette, writeCassette } from './cassette.ts';
import { ForkReader } from './fork-reader.ts';
import { type Answer, KnownAnswers } from './known-answers.ts';
import { LedgerReads, readLedger } from './ledger-reads.ts';
import { PacedCalls, type PacedCallsOptions } from './paced-calls.ts';

export interface ForkSessionOptions {
  readonly url: string;
  /** Its index or hash; undefined for the last validated ledger, or that of the cassette. */
  readonly ledger: number | Hash256 | undefined;
  /** Where answers are kept for the next run; undefined to keep none. */
  readonly cacheFolder: string | undefined;
  readonly cassette: { readonly file: string; readonly record?: boolean | undefined } | undefined;
  readonly requestsPerSecond: number;
  readonly retryMs: number;
}

export interface ForkSession {
  readonly ledger: LedgerLine;
  readonly reader: ForkReader;
  /** Writes the cassette, and closes files and the connection. */
  close(): void;
}

/** Rejects with a `ForkReadError` if the ledger cannot be read. */
export async function openForkSession(
  options: ForkSessionOptions,
  openLink: OpenLink,
  events: Pick<PacedCallsOptions, 'onSent' | 'onProblem'>,
): Promise<ForkSession> {
  const { cassette, requestsPerSecond, retryMs } = options;
  if (cassette !== undefined && cassette.record !== true) return playCassette(cassette.file, options.ledger);
  const url = serverName(options.url);
  const calls = new PacedCalls({ clock: systemClock, url, openLink, requestsPerSecond, retryMs, ...events });
  try {
    return await openLedger(options, calls);
  } catch (error) {
    calls.close();
    throw error;
  }
}

async function openLedger(options: ForkSessionOptions, calls: PacedCalls): Promise<ForkSession> {
  const { ledger: name, cacheFolder, cassette } = options;
  const { url } = calls;
  const kept = name === undefined || cacheFolder === undefined ? undefined : keptLedger(cacheFolder, url, name);
  const ledger = kept === undefined ? await readLedger(calls, name) : { ...kept, url };
  const known = new KnownAnswers();
  const file = cacheFolder === undefined ? undefined : openFile(cacheFolder, ledger, known);
  const used = cassette === undefined ? undefined : new KnownAnswers();
  const keep = (answer: Answer) => {
    try {
      file?.append(answer);
    } catch {
      // A full disk costs the next run time, and this one nothing.
    }
  };
  const reader = new ForkReader({ known, reads: new LedgerReads(calls, ledger), keep, used });
  const close = () => {
    calls.close();
    file?.close();
    if (used !== undefined) writeCassette(cassette!.file, { ledger, known: used });
  };
  return { ledger, reader, close };
}

function openFile(folder: string, ledger: LedgerLine, known: KnownAnswers): AnswerFile {
  try {
    return new AnswerFile(folder, ledger, (answer) => known.add(answer));
  } catch (error) {
    throw new ForkReadError(`the answers kept in ${folder} cannot be used: ${(error as Error).message}`);
  }
}

function playCassette(file: string, name: number | Hash256 | undefined): ForkSession {
  let cassette: ReturnType<typeof readCassette>;
  try {
    cassette = readCassette(file);
  } catch (error) {
    throw new ForkReadError(`the cassette ${file} cannot be used: ${(error as Error).message}`);
  }
  const { ledger, known } = cassette;
  const { ledger_index, ledger_hash } = ledger;
  if (name !== undefined && name !== ledger_index && name !== ledger_hash) {
    throw new ForkReadError(`the cassette ${file} is of ledger ${ledger_index} (${ledger_hash}), not of ${name}`);
  }
  const reader = new ForkReader({ known, reads: undefined, cassette: file, keep: () => {} });
  return { ledger, reader, close: () => {} };
}
