/** Bugs of the binary codec: bytes that are accepted in two spellings, or come out other than they went in. */
import { type Mutant, mutantsOf } from './mutant.ts';

export const CODEC_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    'src/protocol/codec/decode.ts',
    ['src/protocol/codec/decode.test.ts'],
    [
      ['  if (reader.disorder !== undefined) throw reader.disorder;\n', ''],
      ['  if (repetition !== undefined) throw repetition;\n', ''],
      ["if (nth < 16) throw longHeader(reader, start, 'number', nth);\n", ''],
      ["if (typeCode < 16) throw longHeader(reader, start, 'type', typeCode);\n", ''],
      [
        "if (depth > MAX_DEPTH) throw tooDeep(reader, start, 'STVar');",
        "if (depth >= MAX_DEPTH) throw tooDeep(reader, start, 'STVar');",
      ],
      ["if (depth > MAX_DEPTH) throw tooDeep(reader, start, 'STObject');\n", ''],
    ],
  ),
  ...mutantsOf(
    'src/protocol/codec/byte-cursors.ts',
    ['src/protocol/codec/decode.test.ts', 'src/protocol/codec/encode.test.ts'],
    [
      ['} else if (first > 192) {', '} else if (first >= 192) {'],
      ['12481 + (first - 241)', '12480 + (first - 241)'],
      ['if (end > this.bytes.length) {', 'if (end > this.bytes.length + 1) {'],
      ['if (length > left) throw', 'if (length > left + 1) throw'],
    ],
  ),
  ...mutantsOf(
    'src/protocol/codec/amount-bytes.ts',
    ['src/protocol/codec/decode.test.ts', 'src/protocol/codec/round-trip.test.ts'],
    [
      [
        "if (high === 0 && low === 0) throw reader.error('is a negative zero', start, 'negative zero is not canonical');\n",
        '',
      ],
      [
        "if (bits !== ISSUED_ZERO) throw reader.error('has a zero that is not canonical', start, 'invalid currency value');\n",
        '',
      ],
      [
        'mantissa < MIN_MANTISSA || mantissa > MAX_MANTISSA || exponent < MIN',
        'mantissa > MAX_MANTISSA || exponent < MIN',
      ],
      ['exponent < MIN_EXPONENT || exponent > MAX_EXPONENT) {', 'exponent < MIN_EXPONENT) {'],
      [
        "if ((flags & ~(MPT_BIT | POSITIVE_BIT)) !== 0) throw reader.error('has unknown bits before its value', start);\n",
        '',
      ],
      ['return (first & POSITIVE_BIT) !== 0 ? drops : -drops;', 'return drops;'],
      ['high < EXACT_HIGH ?', 'high < 2 * EXACT_HIGH ?'],
      ['DROPS_POSITIVE_HIGH | (exact / TWO_32)', 'exact / TWO_32'],
      ["if (issuer === ZERO_ACCOUNT) throw reader.error('has no issuer', start, 'invalid native account');\n", ''],
    ],
  ),
  ...mutantsOf(
    'src/protocol/codec/decode.ts',
    ['src/protocol/codec/decode.test.ts'],
    [['if (length % 32 !== 0) {', 'if (length % 16 !== 0) {']],
  ),
  ...mutantsOf(
    'src/protocol/codec/encode.ts',
    ['src/protocol/codec/encode.test.ts'],
    [
      ['(signingOnly && !field.isSigning)', 'false'],
      ['writeFields(object, false, depth);', 'writeFields(object, true, depth);'],
      ['(fields[index - 1] as Field).order > field.order', '(fields[index - 1] as Field).order < field.order'],
      ['  writer.uint8(ARRAY_END);\n', ''],
      ['writer.field = field.name;\n  if (depth >= MAX_DEPTH)', 'writer.field = field.name;\n  if (depth > MAX_DEPTH)'],
    ],
  ),
  ...mutantsOf(
    'src/protocol/transaction/transaction.ts',
    ['src/protocol/transaction/transaction.test.ts'],
    [
      ['if (Sequence !== 0 || TicketSequence === undefined)', 'if (TicketSequence === undefined)'],
      ['blob.length > MAX_BYTES', 'blob.length > MAX_BYTES + 1'],
      ['sha512HalfHex(HashPrefix.transactionId, blob)', 'sha512HalfHex(HashPrefix.transactionNode, blob)'],
    ],
  ),
  ...mutantsOf(
    'src/protocol/entries/keylets.ts',
    ['src/protocol/entries/keylets.test.ts'],
    [
      ['const [low, high] = other < one ? [other, one] : [one, other];', 'const [low, high] = [one, other];'],
      ['uint32Hex(ledgerIndex >>> 16)', 'uint32Hex(ledgerIndex >>> 8)'],
      [
        'indexHash(IndexSpace.paymentChannel, account, destination,',
        'indexHash(IndexSpace.paymentChannel, destination, account,',
      ],
    ],
  ),
  ...mutantsOf(
    'src/protocol/transaction/local-checks.ts',
    ['src/protocol/transaction/local-checks.test.ts'],
    [
      ['byteLength > MAX_MEMO_BYTES', 'byteLength >= MAX_MEMO_BYTES'],
      ['encodeObject({ Memos: memos }).length - ARRAY_FRAME_BYTES', 'encodeObject({ Memos: memos }).length'],
      ["if (name === 'MemoData') continue;\n", ''],
      ["if (!MEMO_FIELDS.has(name)) return 'A memo may contain only MemoType, MemoData or MemoFormat fields.';\n", ''],
      ["if (raw.TransactionType === 'Batch') return 'Raw Transactions may not contain batch transactions.';\n", ''],
      ["if (isTooLong(fields.BatchSigners)) return 'Batch Signers array exceeds max entries.';\n", ''],
      ['.length > MAX_BATCH_TRANSACTIONS', '.length >= MAX_BATCH_TRANSACTIONS'],
      ["if (hasMisplacedMpt(fields)) return 'Amount can not be MPT.';\n", ''],
      ["if (isPseudoTransaction(fields)) return 'Cannot submit pseudo transactions.';\n", ''],
      ["if (hasEmptyAccount(fields)) return 'An account field is invalid.';\n", ''],
    ],
  ),
];
