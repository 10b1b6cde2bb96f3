/**
 * Answers about one ledger in a file, so that the next run needs no network. Each line is one answer in JSON, a tab, and the
 * CRC-32 of the JSON; lines of earlier versions have no checksum. The file only grows, by one write for each answer. A line that a
 * crash cut off, or that was changed, is skipped: that answer is asked for again.
 */
import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { Hash256, Hex } from '../protocol/values.ts';
import { isJsonObject } from '../rpc/params/json-values.ts';
import type { Answer } from './known-answers.ts';

/** A line that names the ledger, and the server that it is read from. */
export interface LedgerLine {
  /** Without path and query. */
  readonly url: string;
  readonly ledger_hash: Hash256;
  readonly ledger_index: number;
  /** The header in hex. */
  readonly ledger_data: Hex;
}

const NEW_LINE = 10;

/** The folder of the system for files that can be made again. */
export function defaultCacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const ofSystem: Partial<Record<NodeJS.Platform, string>> = {
    darwin: path.join(os.homedir(), 'Library', 'Caches'),
    win32: environment.LOCALAPPDATA ?? path.join(os.homedir(), 'AppData', 'Local'),
  };
  const folder = environment.XDG_CACHE_HOME || ofSystem[process.platform] || path.join(os.homedir(), '.cache');
  return path.join(folder, 'weir', 'fork');
}

/** The ledger that a server had at an index, or with a hash, in an earlier run. */
export function keptLedger(folder: string, url: string, ledger: number | Hash256): LedgerLine | undefined {
  const isWanted = ({ ledger_index, ledger_hash, ...line }: LedgerLine) =>
    ledger_hash === ledger || (ledger_index === ledger && line.url === url);
  for (const name of namesIn(folder)) {
    if (!name.endsWith(`-${ledger}.jsonl`) && !name.startsWith(`${ledger}-`)) continue;
    for (const line of linesOf(path.join(folder, name))) if ('url' in line && isWanted(line)) return line;
  }
  return undefined;
}

export class AnswerFile {
  readonly #file: number;

  /** Opens the file of a ledger, or creates it, and gives each answer in it to `add`. */
  constructor(folder: string, ledger: LedgerLine, add: (answer: Answer) => void) {
    mkdirSync(folder, { recursive: true });
    const name = path.join(folder, `${ledger.ledger_index}-${ledger.ledger_hash}.jsonl`);
    this.#file = openSync(name, 'a+');
    let isNamed = false;
    for (const line of linesOf(name)) {
      if ('url' in line) isNamed ||= line.url === ledger.url;
      else add(line);
    }
    if (this.#endsWithin()) writeSync(this.#file, '\n');
    if (!isNamed) this.#write(ledger);
  }

  append(answer: Answer): void {
    this.#write(answer);
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(line: Answer | LedgerLine): void {
    const json = JSON.stringify(line);
    writeSync(this.#file, `${json}\t${checksumOf(json)}\n`);
  }

  /** True if the file ends within a line. */
  #endsWithin(): boolean {
    const { size } = fstatSync(this.#file);
    const last = Buffer.alloc(1);
    return size > 0 && readSync(this.#file, last, 0, 1, size - 1) === 1 && last[0] !== NEW_LINE;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function* linesOf(file: string): Generator<Answer | LedgerLine, void> {
  const bytes = readFileSync(file);
  for (let start = 0, end = bytes.indexOf(NEW_LINE); end >= 0; end = bytes.indexOf(NEW_LINE, start)) {
    const line = parse(bytes.toString('utf8', start, end));
    if (line !== undefined) yield line;
    start = end + 1;
  }
}

function checksumOf(json: string): string {
  return crc32(json).toString(16);
}

function parse(line: string): Answer | LedgerLine | undefined {
  const [json = '', checksum = checksumOf(json)] = line.split('\t');
  if (checksum !== checksumOf(json)) return undefined;
  try {
    const parsed: unknown = JSON.parse(json);
    return isJsonObject(parsed) ? (parsed as unknown as Answer | LedgerLine) : undefined;
  } catch {
    return undefined;
  }
}
