/** Issues, bridges and paths on the wire (rippled: STIssue.cpp, STXChainBridge.cpp, STPathSet.cpp). */
import {
  type AccountId,
  type Issue,
  type PathSet,
  type PathStep,
  type XChainBridge,
  XRP_CURRENCY,
  ZERO_ACCOUNT,
} from '../values.ts';
import type { ByteReader, ByteWriter } from './byte-cursors.ts';

/** In an Issue this account in place of the issuer marks a multi-purpose token (noAccount() in AccountID.cpp). */
const NO_ACCOUNT: AccountId = `${'0'.repeat(39)}1`;
/** What a path step's first byte says about the rest. */
const PATH_STEP_BITS = { account: 0x01, currency: 0x10, issuer: 0x20, mpt: 0x40 } as const;
const ALL_STEP_BITS = PATH_STEP_BITS.account | PATH_STEP_BITS.currency | PATH_STEP_BITS.issuer | PATH_STEP_BITS.mpt;
const PATH_BOUNDARY = 0xff;
const PATHS_END = 0x00;

export function readAccount(reader: ByteReader): AccountId {
  const start = reader.position;
  const length = reader.vlLength();
  if (length !== 20 && length !== 0) {
    throw reader.error(`has ${length} bytes instead of 20`, start, 'Invalid STAccount size');
  }
  return reader.hex(length);
}

/** The empty string is an account field that is present without a value: zero bytes on the wire. */
export function writeAccount(writer: ByteWriter, account: AccountId): void {
  const length = account === '' ? 0 : 20;
  writer.vlLength(length);
  writer.hex(account, length);
}

export function readIssue(reader: ByteReader): Issue {
  const currencyOrIssuer = reader.hex(20);
  if (currencyOrIssuer === XRP_CURRENCY) return { currency: XRP_CURRENCY };
  const start = reader.position;
  const issuer = reader.hex(20);
  if (issuer === ZERO_ACCOUNT) {
    const referenceText = 'invalid issue: currency and account native mismatch';
    throw reader.error('has a currency without an issuer', start, referenceText);
  }
  if (issuer !== NO_ACCOUNT) return { currency: currencyOrIssuer, issuer };
  return { mptIssuanceId: reversedBytes(reader.hex(4)) + currencyOrIssuer };
}

export function writeIssue(writer: ByteWriter, issue: Issue): void {
  if (typeof issue !== 'object' || issue === null) throw writer.error('is not an issue');
  if ('mptIssuanceId' in issue) {
    if (typeof issue.mptIssuanceId !== 'string') throw writer.error('is not an issue');
    writer.hex(issue.mptIssuanceId.slice(8), 20);
    writer.hex(NO_ACCOUNT, 20);
    writer.hex(reversedBytes(issue.mptIssuanceId.slice(0, 8)), 4);
    return;
  }
  writer.hex(issue.currency, 20);
  if (issue.currency === XRP_CURRENCY) return;
  if (issue.issuer === undefined) throw writer.error('has a currency without an issuer');
  writer.hex(issue.issuer, 20);
}

/** The reference copies the sequence as the machine's little-endian number, then writes that big-endian. */
function reversedBytes(hex: string): string {
  return hex.slice(6, 8) + hex.slice(4, 6) + hex.slice(2, 4) + hex.slice(0, 2);
}

export function readXChainBridge(reader: ByteReader): XChainBridge {
  return {
    LockingChainDoor: readAccount(reader),
    LockingChainIssue: readIssue(reader),
    IssuingChainDoor: readAccount(reader),
    IssuingChainIssue: readIssue(reader),
  };
}

export function writeXChainBridge(writer: ByteWriter, bridge: XChainBridge): void {
  if (typeof bridge !== 'object' || bridge === null) throw writer.error('is not a bridge');
  writeAccount(writer, bridge.LockingChainDoor);
  writeIssue(writer, bridge.LockingChainIssue);
  writeAccount(writer, bridge.IssuingChainDoor);
  writeIssue(writer, bridge.IssuingChainIssue);
}

export function readPathSet(reader: ByteReader): PathSet {
  const paths: PathStep[][] = [];
  let path: PathStep[] = [];
  for (;;) {
    const start = reader.position;
    const bits = reader.uint8();
    if (bits === PATHS_END || bits === PATH_BOUNDARY) {
      if (path.length === 0) throw reader.error('has an empty path', start, 'empty path');
      paths.push(path);
      if (bits === PATHS_END) return paths;
      path = [];
    } else {
      path.push(readPathStep(reader, bits, start));
    }
  }
}

function readPathStep(reader: ByteReader, bits: number, start: number): PathStep {
  if ((bits & ~ALL_STEP_BITS) !== 0) {
    throw reader.error(`has a path step of unknown type ${bits}`, start, 'bad path element');
  }
  const step: { account?: string; currency?: string; issuer?: string; mptIssuanceId?: string } = {};
  if ((bits & PATH_STEP_BITS.account) !== 0) step.account = nonZeroAccount(reader);
  if ((bits & PATH_STEP_BITS.currency) !== 0 && (bits & PATH_STEP_BITS.mpt) !== 0) {
    throw reader.error('has a path step with two assets', start, 'bad path element: MPT and Currency');
  }
  if ((bits & PATH_STEP_BITS.currency) !== 0) step.currency = reader.hex(20);
  if ((bits & PATH_STEP_BITS.mpt) !== 0) step.mptIssuanceId = reader.hex(24);
  if ((bits & PATH_STEP_BITS.issuer) !== 0) step.issuer = nonZeroAccount(reader);
  return step;
}

/** A zero account means "absent" in the reference, which would not write it again: such a step is not canonical. */
function nonZeroAccount(reader: ByteReader): AccountId {
  const start = reader.position;
  const account = reader.hex(20);
  if (account === ZERO_ACCOUNT) throw reader.error('has a path step with account zero', start);
  return account;
}

export function writePathSet(writer: ByteWriter, paths: PathSet): void {
  if (!Array.isArray(paths)) throw writer.error('is not a list of paths');
  paths.forEach((path: readonly PathStep[], index) => {
    if (index > 0) writer.uint8(PATH_BOUNDARY);
    if (!Array.isArray(path)) throw writer.error('is not a list of paths');
    for (const step of path) writePathStep(writer, step);
  });
  writer.uint8(PATHS_END);
}

/** The type byte of a step: which parts it has. */
export function pathStepBits(step: PathStep): number {
  return (
    (step.account === undefined ? 0 : PATH_STEP_BITS.account) |
    (step.currency === undefined ? 0 : PATH_STEP_BITS.currency) |
    (step.issuer === undefined ? 0 : PATH_STEP_BITS.issuer) |
    (step.mptIssuanceId === undefined ? 0 : PATH_STEP_BITS.mpt)
  );
}

function writePathStep(writer: ByteWriter, step: PathStep): void {
  if (typeof step !== 'object' || step === null) throw writer.error('has a path step that is no object');
  const bits = pathStepBits(step);
  if (bits === 0) throw writer.error('has an empty path step');
  writer.uint8(bits);
  if (step.account !== undefined) writer.hex(step.account, 20);
  if (step.mptIssuanceId !== undefined) writer.hex(step.mptIssuanceId, 24);
  if (step.currency !== undefined) writer.hex(step.currency, 20);
  if (step.issuer !== undefined) writer.hex(step.issuer, 20);
}
