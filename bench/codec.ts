/**
 * The codec beside `ripple-binary-codec`, which client libraries use, in one process: JSON to bytes and bytes to JSON of a
 * payment and of its metadata. The samples are recorded payments, in native currency and in a token, with their accounts
 * replaced so that each of hundreds of copies has accounts of its own.
 *
 * Addresses repeat on a real ledger and our codec caches them, so the main figures are with a warm cache. The cold ones
 * meet every account for the first time, and are mostly the cost of base58 checksums.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { encodeAccountID } from 'ripple-address-codec';
import { decode, encode } from 'ripple-binary-codec';
import { encodeObject } from '../src/protocol/codec/encode.ts';
import { objectFromJson } from '../src/protocol/json/from-json.ts';
import { decodeToJson } from '../src/protocol/json/to-json.ts';
import { type Benchmark, median } from './benchmark.ts';

const SAMPLES = 400;
const OUR_ROUNDS = 9;
const THEIR_ROUNDS = 3;
/** Each round needs new samples, because addresses are cached. */
const COLD_ROUNDS = 3;
const ADDRESS = /"(r[1-9A-HJ-NP-Za-km-z]{24,34})"/g;
const RECORDINGS = new URL('../vectors/scenarios/', import.meta.url);

interface CodecRow {
  /** The measured operation, as `encode XRP payment`. */
  readonly name: string;
  /** Microseconds for each object, with cached addresses. */
  readonly ours: number;
  /** Microseconds for each object, with new addresses only. */
  readonly oursCold: number;
  readonly theirs: number;
  /** Ratio of the other codec's time to ours, with cached addresses; one value for each round of the other codec. */
  readonly ratios: readonly number[];
}

type Json = Record<string, unknown>;

interface Sample {
  readonly json: Json;
  readonly bytes: Buffer;
  readonly hex: string;
}

interface Direction {
  readonly verb: string;
  readonly ours: (sample: Sample) => unknown;
  readonly theirs: (sample: Sample) => unknown;
}

const DIRECTIONS: readonly Direction[] = [
  {
    verb: 'encode',
    ours: (sample) => encodeObject(objectFromJson(sample.json, 'tx_json')),
    theirs: (sample) => encode(sample.json),
  },
  { verb: 'decode', ours: (sample) => decodeToJson(sample.bytes), theirs: (sample) => decode(sample.hex) },
];

/** Measures both directions for each kind of object: medians of several rounds over all samples. */
async function benchCodec(): Promise<CodecRow[]> {
  const rows: CodecRow[] = [];
  for (const [kind, file] of [
    ['XRP', 'xrp-payments.jsonl'],
    ['token', 'token-payments.jsonl'],
  ] as const) {
    const payment = recordedPayment(file);
    for (const [what, hex] of [
      ['payment', payment.tx_blob],
      ['metadata', payment.meta],
    ] as const) {
      for (const direction of DIRECTIONS) rows.push(measure(`${direction.verb} ${kind} ${what}`, hex, direction));
    }
  }
  return rows;
}

function measure(name: string, templateHex: string, { ours, theirs }: Direction): CodecRow {
  const samples = createSamples(templateHex, name);
  for (let round = 0; round < OUR_ROUNDS; round++) microseconds(samples, ours);
  const warm = medianOf(OUR_ROUNDS, () => microseconds(samples, ours));
  const cold = medianOf(COLD_ROUNDS, (round) => microseconds(createSamples(templateHex, `${name} ${round}`), ours));
  microseconds(samples, theirs);
  const reference = Array.from({ length: THEIR_ROUNDS }, () => microseconds(samples, theirs));
  const ratios = reference.map((round) => round / warm);
  return { name, ours: warm, oursCold: cold, theirs: median(reference), ratios };
}

/** The recorded successful payment with the longest metadata. */
function recordedPayment(file: string): { tx_blob: string; meta: string } {
  const lines = readFileSync(new URL(file, RECORDINGS), 'utf8').trim().split('\n');
  const payments = lines
    .map((line) => JSON.parse(line))
    .filter((line) => line.kind === 'close')
    .flatMap((line) => line.txs as { tx_blob: string; meta: string }[])
    .filter(({ tx_blob, meta }) => {
      const { TransactionType } = decodeToJson(Buffer.from(tx_blob, 'hex'));
      return TransactionType === 'Payment' && decodeToJson(Buffer.from(meta, 'hex')).TransactionResult === 'tesSUCCESS';
    });
  payments.sort((one, other) => other.meta.length - one.meta.length);
  if (payments[0] === undefined) throw new Error(`${file} holds no payment`);
  return payments[0];
}

/** Created with the other codec only, so that our address cache does not have them. */
function createSamples(templateHex: string, salt: string): Sample[] {
  const template = JSON.stringify(decode(templateHex));
  return Array.from({ length: SAMPLES }, (_, index) => {
    const text = template.replace(ADDRESS, (_match, address) => `"${otherAddress(address, `${salt} ${index}`)}"`);
    const hex = encode(JSON.parse(text));
    return { json: JSON.parse(text), bytes: Buffer.from(hex, 'hex'), hex };
  });
}

function otherAddress(address: string, salt: string): string {
  return encodeAccountID(createHash('sha256').update(`${address} ${salt}`).digest().subarray(0, 20));
}

function microseconds(samples: readonly Sample[], run: (sample: Sample) => unknown): number {
  const start = process.hrtime.bigint();
  for (const sample of samples) run(sample);
  return Number(process.hrtime.bigint() - start) / 1_000 / samples.length;
}

function medianOf(rounds: number, run: (round: number) => number): number {
  return median(Array.from({ length: rounds }, (_, round) => run(round)));
}

export const codec: Benchmark = {
  name: 'codec',
  question:
    `Speed in multiples of \`ripple-binary-codec\` in the same process. Medians over ${SAMPLES} sets of accounts; ` +
    'their addresses are cached unless "cold".',
  async measure() {
    return (await benchCodec()).map(({ name, ours, oursCold, theirs, ratios }) => ({
      what: name,
      unit: 'times as fast',
      runs: ratios,
      note: `${ours.toFixed(2)} µs, cold ${oursCold.toFixed(2)} µs; ripple-binary-codec ${theirs.toFixed(1)} µs`,
    }));
  },
};
