/** Damage to a transaction's bytes. */
/** Every proper prefix of the blob, or one of `stride`. */
export function* truncations(blob: Buffer, stride = 1): Generator<Buffer> {
  for (let length = 0; length < blob.length; length += stride) yield blob.subarray(0, length);
}

/** The blob with one bit changed: every bit, or one bit of one of `stride` bytes, in turn. */
export function* flips(blob: Buffer, isEveryBit: boolean, stride = 1): Generator<Buffer> {
  for (let at = 0; at < blob.length * 8; at++) {
    const byte = at >> 3;
    if (!isEveryBit && (at % 8 !== byte % 8 || byte % stride !== 0)) continue;
    const flipped = Buffer.from(blob);
    flipped[byte] = flipped[byte]! ^ (1 << (at & 7));
    yield flipped;
  }
}

/** Headers of unknown fields: unused types and numbers, and forms that are longer than needed. */
const UNKNOWN_HEADERS = [
  '0000',
  '1000',
  '0010FF',
  '2FFF',
  '20FE00000000',
  '90',
  'D0',
  '1001',
  '101B00',
  '20010100',
  'FF',
  'EEEE',
];
/** Known fields that no transaction has. */
const FOREIGN_FIELDS = ['110072', '5C'.padEnd(66, '0'), 'EA7C04DEADBEEFE1', 'F1'];
const LENGTHS = [
  '00',
  '01',
  '1F',
  '20',
  '22',
  'C0',
  'C100',
  'C1FF',
  'F0FF',
  'F10000',
  'F1FFFF',
  'FED417',
  'FED418',
  'FEFFFF',
  'FF',
];
const VARIABLE_TYPES = [7, 8, 19];
const TAILS = ['00', 'E1', 'F1', '1200', '24', 'AA', '00'.repeat(100)];
const DEPTHS = [9, 10, 11, 12, 100, 10_000];

/**
 * Damages to the order, number and lengths of a blob's outermost fields, none of which leaves a transaction. `fields` are
 * the bytes of each, in order.
 */
export function* restructured(fields: readonly Buffer[]): Generator<readonly [string, Buffer]> {
  const hex = (text: string) => Buffer.from(text, 'hex');
  const join = (parts: readonly Buffer[]) => Buffer.concat(parts);
  for (const [at, field] of fields.entries()) {
    if (at > 0) yield ['misordered', join(fields.with(at, fields[at - 1]!).with(at - 1, field))];
    if (at < fields.length - 1) yield ['at the end', join([...fields.toSpliced(at, 1), field])];
    yield ['duplicated', join(fields.toSpliced(at, 0, field))];
    for (const unknown of UNKNOWN_HEADERS) yield [`unknown ${unknown}`, join(fields.toSpliced(at, 0, hex(unknown)))];
    for (const foreign of FOREIGN_FIELDS) yield [`foreign ${foreign}`, join(fields.toSpliced(at, 0, hex(foreign)))];
    const headerLength = headerLengthOf(field);
    if (!VARIABLE_TYPES.includes(typeCodeOf(field))) continue;
    for (const length of LENGTHS) {
      if (field.subarray(headerLength, headerLength + length.length / 2).equals(hex(length))) continue;
      const lying = join([field.subarray(0, headerLength), hex(length), field.subarray(headerLength + 1)]);
      yield [`length ${length}`, join(fields.with(at, lying))];
    }
  }
  for (const tail of TAILS) yield [`tail ${tail.slice(0, 4)}`, join([...fields, hex(tail)])];
  yield ['twice', join([...fields, ...fields])];
  for (const depth of DEPTHS) {
    yield [`nested ${depth} deep`, join([...fields, hex('F9EA'.repeat(depth)), hex('E1F1'.repeat(depth))])];
    yield [`open ${depth} deep`, join([...fields, hex('F9EA'.repeat(depth))])];
    yield [`arrays ${depth} deep`, join([...fields, hex('F9'.repeat(depth)), hex('F1'.repeat(depth))])];
  }
}

function headerLengthOf(field: Buffer): number {
  const first = field[0]!;
  return 1 + (first >> 4 === 0 ? 1 : 0) + ((first & 15) === 0 ? 1 : 0);
}

function typeCodeOf(field: Buffer): number {
  return field[0]! >> 4 || field[1]!;
}
