/** Amounts on the wire, in their three forms (rippled: STAmount.cpp: the SerialIter constructor and `add`). */
import { type Amount, type MptAmount, XRP_CURRENCY, ZERO_ACCOUNT } from '../values.ts';
import type { ByteReader, ByteWriter } from './byte-cursors.ts';

const ISSUED_BIT = 0x80;
const POSITIVE_BIT = 0x40;
const MPT_BIT = 0x20;
const ISSUED_ZERO = 0x8000_0000_0000_0000n;
const DROPS_POSITIVE = 0x4000_0000_0000_0000n;
const DROPS_MASK = 0x1fff_ffff_ffff_ffffn;
const DROPS_POSITIVE_HIGH = 0x4000_0000;
const DROPS_HIGH_MASK = 0x1fff_ffff;
const TWO_32 = 2 ** 32;
/** Up to here doubles hold every whole number; the upper half of the 64 bits is then below the other. */
const EXACT_DROPS = BigInt(Number.MAX_SAFE_INTEGER);
const EXACT_HIGH = 2 ** 21;
const MANTISSA_MASK = 0x003f_ffff_ffff_ffffn;
const MIN_MANTISSA = 1_000_000_000_000_000n;
const MAX_MANTISSA = 9_999_999_999_999_999n;
const MIN_EXPONENT = -96;
const MAX_EXPONENT = 80;
/** What is added to an exponent on the wire. */
const EXPONENT_BIAS = 97;
const MAX_UINT64 = 0xffff_ffff_ffff_ffffn;
/** The exponent of an issued zero, in memory only (values.ts). */
const ZERO_EXPONENT = -100;

/** Drops, an issued amount or an amount of a multi-purpose token, as the first bits say. */
export function readAmount(reader: ByteReader): Amount {
  const start = reader.position;
  const first = reader.bytes[start];
  if (first === undefined) throw reader.error('needs 8 bytes, none are left', start, 'invalid SerialIter get64');
  if ((first & ISSUED_BIT) !== 0) return readIssued(reader);
  if ((first & MPT_BIT) !== 0) return readMpt(reader);
  const high = reader.first32Of64();
  const low = reader.uint32();
  if (high === 0 && low === 0) throw reader.error('is a negative zero', start, 'negative zero is not canonical');
  const drops = wholeNumber(high & DROPS_HIGH_MASK, low);
  return (first & POSITIVE_BIT) !== 0 ? drops : -drops;
}

/** All but the largest amounts are computed as a double, which is faster than joining the halves as bigints. */
function wholeNumber(high: number, low: number): bigint {
  return high < EXACT_HIGH ? BigInt(high * TWO_32 + low) : (BigInt(high) << 32n) | BigInt(low);
}

function readMpt(reader: ByteReader): Amount {
  const start = reader.position;
  const high = reader.uint64();
  const flags = Number(high >> 56n);
  const value = BigInt.asUintN(64, (high << 8n) | BigInt(reader.uint8()));
  if ((flags & ~(MPT_BIT | POSITIVE_BIT)) !== 0) throw reader.error('has unknown bits before its value', start);
  const isNegative = (flags & POSITIVE_BIT) === 0;
  if (isNegative && value === 0n) throw reader.error('is a negative zero', start);
  return { value: isNegative ? -value : value, mptIssuanceId: reader.hex(24) };
}

function readIssued(reader: ByteReader): Amount {
  const start = reader.position;
  const bits = reader.uint64();
  const currency = reader.hex(20);
  if (currency === XRP_CURRENCY) {
    throw reader.error('has the native currency in an issued amount', start, 'invalid native currency');
  }
  const issuer = reader.hex(20);
  if (issuer === ZERO_ACCOUNT) throw reader.error('has no issuer', start, 'invalid native account');
  const mantissa = bits & MANTISSA_MASK;
  if (mantissa === 0n) {
    if (bits !== ISSUED_ZERO) throw reader.error('has a zero that is not canonical', start, 'invalid currency value');
    return { mantissa: 0n, exponent: ZERO_EXPONENT, currency, issuer };
  }
  const signAndExponent = Number(bits >> 54n);
  const exponent = (signAndExponent & 255) - EXPONENT_BIAS;
  if (mantissa < MIN_MANTISSA || mantissa > MAX_MANTISSA || exponent < MIN_EXPONENT || exponent > MAX_EXPONENT) {
    throw reader.error('has a mantissa or exponent out of range', start, 'invalid currency value');
  }
  return { mantissa: (signAndExponent & 256) === 0 ? -mantissa : mantissa, exponent, currency, issuer };
}

/** Writes any of the three forms; an issued amount must be normalized (values.ts). */
export function writeAmount(writer: ByteWriter, amount: Amount): void {
  if (typeof amount === 'bigint') {
    writeDrops(writer, amount);
  } else if (typeof amount !== 'object' || amount === null) {
    throw writer.error('is not an amount');
  } else if ('mptIssuanceId' in amount) {
    writeMpt(writer, amount);
  } else {
    writer.uint64(issuedBits(writer, amount.mantissa, amount.exponent));
    writer.hex(amount.currency, 20);
    writer.hex(amount.issuer, 20);
  }
}

function writeMpt(writer: ByteWriter, amount: MptAmount): void {
  if (typeof amount.value !== 'bigint') throw writer.error('is not an amount');
  const magnitude = amount.value < 0n ? -amount.value : amount.value;
  if (magnitude > MAX_UINT64) throw writer.error('is out of range');
  writer.uint8(amount.value < 0n ? MPT_BIT : MPT_BIT | POSITIVE_BIT);
  writer.uint64(magnitude);
  writer.hex(amount.mptIssuanceId, 24);
}

function writeDrops(writer: ByteWriter, drops: bigint): void {
  if (drops >= 0n && drops <= EXACT_DROPS) {
    const exact = Number(drops);
    writer.uint32(DROPS_POSITIVE_HIGH | (exact / TWO_32));
    writer.uint32(exact);
    return;
  }
  const magnitude = drops < 0n ? -drops : drops;
  if (magnitude > DROPS_MASK) throw writer.error('is out of range');
  writer.uint64(drops < 0n ? magnitude : magnitude | DROPS_POSITIVE);
}

function issuedBits(writer: ByteWriter, mantissa: bigint, exponent: number): bigint {
  if (mantissa === 0n) return ISSUED_ZERO;
  if (typeof mantissa !== 'bigint') throw writer.error('is not an amount');
  const magnitude = mantissa < 0n ? -mantissa : mantissa;
  const isNormalized =
    magnitude >= MIN_MANTISSA && magnitude <= MAX_MANTISSA && exponent >= MIN_EXPONENT && exponent <= MAX_EXPONENT;
  if (!isNormalized) throw writer.error('is not normalized');
  const signAndExponent = 512 + (mantissa < 0n ? 0 : 256) + EXPONENT_BIAS + exponent;
  return (BigInt(signAndExponent) << 54n) | magnitude;
}
