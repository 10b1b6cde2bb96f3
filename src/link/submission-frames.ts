/**
 * Submissions and their reports as bytes, one behind the other, so that one message carries all of a turn of the event
 * loop. All numbers are big-endian.
 *
 * | frame      | bytes                                                                                            |
 * |------------|--------------------------------------------------------------------------------------------------|
 * | submission | id (4), options (1), length of the transaction (4), the transaction                              |
 * | report     | id (4), kind (1): 0 with outcome bits (1), length of the result code (1), the code, where there is a state its five numbers (8, 4, 4, 4), length of the rest (4), the rest as JSON; or 1 with the length of an error (4) and the error as JSON |
 */
import type { OpenLedgerState, SubmitOptions, SubmitOutcome } from '../node/ledger-node.ts';
import type { Ter } from '../protocol/tables/ter.ts';
import type { JsonObject } from '../protocol/values.ts';
import type { SubmitReport } from '../rpc/method/context.ts';
import type { RpcErrorToken } from '../rpc/method/error-table.ts';
import { RpcError } from '../rpc/method/errors.ts';

const FIRST_BYTES = 4_096;
const FAIL_HARD = 1;
const IS_ADMIN = 2;
const BITS = { applied: 1, broadcast: 2, queued: 4, kept: 8 } as const;
const HAS_STATE = 16;
const REPORT = 0;
const FAULT = 1;

/** Collects frames. */
class FrameWriter {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** All frames since the last time, in memory of their own. */
  take(): Uint8Array {
    const taken = new Uint8Array(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return taken;
  }

  uint8(value: number): void {
    this.#makeRoom(1);
    this.#length = this.#bytes.writeUInt8(value, this.#length);
  }

  uint32(value: number): void {
    this.#makeRoom(4);
    this.#length = this.#bytes.writeUInt32BE(value, this.#length);
  }

  uint64(value: bigint): void {
    this.#makeRoom(8);
    this.#length = this.#bytes.writeBigUInt64BE(value, this.#length);
  }

  bytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #makeRoom(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#length + count));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** Reads frames. */
class FrameReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  uint8(): number {
    return this.#bytes.readUInt8(this.#at++);
  }

  uint32(): number {
    this.#at += 4;
    return this.#bytes.readUInt32BE(this.#at - 4);
  }

  uint64(): bigint {
    this.#at += 8;
    return this.#bytes.readBigUInt64BE(this.#at - 8);
  }

  bytes(count: number): Buffer {
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }
}

export interface SubmissionFrame {
  readonly id: number;
  readonly blob: Uint8Array;
  readonly options: Required<SubmitOptions>;
}

export class SubmissionFrames extends FrameWriter {
  add(id: number, blob: Uint8Array, { failHard, isAdmin }: SubmitOptions): void {
    this.uint32(id);
    this.uint8((failHard === true ? FAIL_HARD : 0) | (isAdmin === true ? IS_ADMIN : 0));
    this.uint32(blob.length);
    this.bytes(blob);
  }
}

export function* readSubmissions(bytes: Uint8Array): Generator<SubmissionFrame> {
  const reader = new FrameReader(bytes);
  while (!reader.isAtEnd) {
    const id = reader.uint32();
    const bits = reader.uint8();
    const options = { failHard: (bits & FAIL_HARD) !== 0, isAdmin: (bits & IS_ADMIN) !== 0 };
    yield { id, blob: reader.bytes(reader.uint32()), options };
  }
}

/** What became of a submission: the report, or the fault that ended the request. */
export interface ReportFrame {
  readonly id: number;
  readonly report: SubmitReport | RpcError;
}

export class ReportFrames extends FrameWriter {
  add(id: number, { outcome, inclusion, facts }: SubmitReport): void {
    const state = outcome.ledgerState;
    const code = Buffer.from(outcome.result, 'latin1');
    this.uint32(id);
    this.uint8(REPORT);
    this.uint8(outcomeBits(outcome));
    this.uint8(code.length);
    this.bytes(code);
    if (state !== undefined) this.#addState(state);
    const { reason } = outcome;
    const isBare = inclusion === undefined && reason === undefined && isEmpty(facts);
    this.#addJson(isBare ? undefined : { inclusion, facts, reason });
  }

  addFault(id: number, { token, message, extra }: RpcError): void {
    this.uint32(id);
    this.uint8(FAULT);
    this.#addJson({ token, message, extra });
  }

  #addState(state: OpenLedgerState): void {
    this.uint64(state.openLedgerCostDrops);
    this.uint32(state.accountSequenceNext);
    this.uint32(state.accountSequenceAvailable);
    this.uint32(state.validatedLedgerIndex);
  }

  #addJson(value: object | undefined): void {
    const text = value === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(value));
    this.uint32(text.length);
    this.bytes(text);
  }
}

function outcomeBits({ applied, broadcast, queued, kept, ledgerState }: SubmitOutcome): number {
  let bits = ledgerState === undefined ? 0 : HAS_STATE;
  if (applied) bits |= BITS.applied;
  if (broadcast) bits |= BITS.broadcast;
  if (queued) bits |= BITS.queued;
  if (kept) bits |= BITS.kept;
  return bits;
}

export function* readReports(bytes: Uint8Array): Generator<ReportFrame> {
  const reader = new FrameReader(bytes);
  while (!reader.isAtEnd) {
    const id = reader.uint32();
    yield { id, report: reader.uint8() === FAULT ? readFault(reader) : readReport(reader) };
  }
}

function readReport(reader: FrameReader): SubmitReport {
  const bits = reader.uint8();
  const result = reader.bytes(reader.uint8()).toString('latin1') as Ter;
  const ledgerState = (bits & HAS_STATE) === 0 ? undefined : readState(reader);
  const rest = readJson(reader) as Partial<SubmitReport & SubmitOutcome>;
  return {
    outcome: {
      result,
      applied: (bits & BITS.applied) !== 0,
      broadcast: (bits & BITS.broadcast) !== 0,
      queued: (bits & BITS.queued) !== 0,
      kept: (bits & BITS.kept) !== 0,
      ledgerState,
      reason: rest.reason,
    },
    inclusion: rest.inclusion,
    facts: rest.facts ?? {},
  };
}

function readState(reader: FrameReader): OpenLedgerState {
  return {
    openLedgerCostDrops: reader.uint64(),
    accountSequenceNext: reader.uint32(),
    accountSequenceAvailable: reader.uint32(),
    validatedLedgerIndex: reader.uint32(),
  };
}

function readFault(reader: FrameReader): RpcError {
  const { token, message, extra } = readJson(reader) as { token: RpcErrorToken; message: string; extra?: JsonObject };
  return new RpcError(token, message, extra);
}

function readJson(reader: FrameReader): object {
  const length = reader.uint32();
  return length === 0 ? {} : JSON.parse(reader.bytes(length).toString());
}

function isEmpty(object: object): boolean {
  for (const _ in object) return false;
  return true;
}
