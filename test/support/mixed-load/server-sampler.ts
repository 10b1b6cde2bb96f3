/** Samples the figures of a server: its own metrics, and those of the system. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { LoadClient } from './load-client.ts';

export interface Sample {
  readonly atMinutes: number;
  /** Memory of the process without mapped pages of the store's file. */
  readonly ownMegabytes: number;
  readonly residentMegabytes: number;
  readonly heapMegabytes: number;
  readonly externalMegabytes: number;
  /** The part in array buffers. */
  readonly bufferMegabytes: number;
  /** Created minus deleted ledger entries since the load began. */
  readonly newEntries: number;
  readonly fileDescriptors: number;
  /** 0 without a data directory. */
  readonly storeMegabytes: number;
  readonly longestBlockMs: number;
  /** How long its main thread was ready and other processes had the processors, since the last sample: no fault of its own. */
  readonly waitedForCpuMs: number;
  /** Mean duration of the closes since the last sample; undefined if there were none. */
  readonly closeMs: number | undefined;
  readonly webSockets: number;
}

const MEGABYTE = 1_000_000;

export class ServerSampler {
  readonly #client: LoadClient;
  readonly #pid: number;
  readonly #directory: string | undefined;
  readonly #newEntries: () => number;
  readonly #startedMs = performance.now();
  #closes = { seconds: 0, count: 0 };
  #waitedMs = 0;
  readonly samples: Sample[] = [];

  constructor(client: LoadClient, pid: number, directory: string | undefined, newEntries: () => number) {
    this.#client = client;
    this.#pid = pid;
    this.#directory = directory;
    this.#newEntries = newEntries;
  }

  /** Takes a sample. An unhealthy server is a finding. */
  async sample(): Promise<Sample> {
    const health = await this.#client.page('/health');
    if (health.status !== 200) this.#client.figures.report(`/health says ${health.status} ${health.text}`);
    const { text } = await this.#client.page('/metrics');
    const sample = {
      atMinutes: (performance.now() - this.#startedMs) / 60_000,
      ...this.#memory(),
      heapMegabytes: figure(text, 'weir_heap_used_bytes') / MEGABYTE,
      externalMegabytes: figure(text, 'weir_external_memory_bytes') / MEGABYTE,
      bufferMegabytes: figure(text, 'weir_array_buffer_bytes') / MEGABYTE,
      newEntries: this.#newEntries(),
      fileDescriptors: this.#openFiles(),
      storeMegabytes: this.#storeMegabytes(),
      waitedForCpuMs: this.#waitedForCpu(),
      longestBlockMs: figure(text, 'weir_event_loop_longest_block_seconds') * 1_000,
      closeMs: this.#closeMs(text),
      webSockets: figure(text, 'weir_connections{kind="websocket"}'),
    };
    this.samples.push(sample);
    return sample;
  }

  /** Seconds of all that were longer blocked than this. Reads a bucket of the figures: 0.025, 0.05, 0.1, 0.25, … */
  async secondsBlockedBeyond(seconds: number): Promise<{ readonly beyond: number; readonly all: number }> {
    const { text } = await this.#client.page('/metrics');
    const all = figure(text, 'weir_event_loop_block_seconds_count');
    return { beyond: all - figure(text, `weir_event_loop_block_seconds_bucket{le="${seconds}"}`), all };
  }

  /** NaN on systems without /proc. */
  #memory(): Pick<Sample, 'ownMegabytes' | 'residentMegabytes'> {
    const read = (name: string, text: string) =>
      (Number(new RegExp(`${name}:\\s*(\\d+)`).exec(text)?.[1]) * 1_024) / MEGABYTE;
    const text = readOrNothing(() => readFileSync(`/proc/${this.#pid}/status`, 'utf8')) ?? '';
    return { ownMegabytes: read('RssAnon', text), residentMegabytes: read('VmRSS', text) };
  }

  #waitedForCpu(): number {
    const text = readOrNothing(() => readFileSync(`/proc/${this.#pid}/schedstat`, 'utf8')) ?? '';
    const totalMs = Number(text.split(' ')[1]) / 1e6;
    const since = totalMs - this.#waitedMs;
    this.#waitedMs = totalMs;
    return since;
  }

  #openFiles(): number {
    return readOrNothing(() => readdirSync(`/proc/${this.#pid}/fd`).length) ?? Number.NaN;
  }

  #storeMegabytes(): number {
    return this.#directory === undefined ? 0 : statSync(path.join(this.#directory, 'data.mdb')).size / MEGABYTE;
  }

  #closeMs(text: string): number | undefined {
    const seconds = figure(text, 'weir_ledger_close_duration_seconds_sum');
    const count = figure(text, 'weir_ledger_close_duration_seconds_count');
    const before = this.#closes;
    this.#closes = { seconds, count };
    return count > before.count ? ((seconds - before.seconds) * 1_000) / (count - before.count) : undefined;
  }
}

/** The value of a line of the figures. Throws if there is none. */
function figure(text: string, name: string): number {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  if (line === undefined) throw new Error(`the figures have no ${name}`);
  return Number(line.slice(name.length));
}

function readOrNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
