/**
 * What the binary codec throws, and nothing else: bytes that are no serialized object, or a value that does not fit its
 * field. Callers turn it into the fault of whoever supplied the bytes.
 */
export class CodecError extends Error {
  override readonly name = 'CodecError';
  /** The field at fault; `object` when the fault lies between the fields of the outermost object. */
  readonly field: string;
  /** Byte position in the input (decoding) or in the output so far (encoding). */
  readonly offset: number;
  /** What the reference says of it, for clients who see its texts; undefined for what only we refuse. */
  readonly referenceText: string | undefined;

  constructor(field: string, offset: number, reason: string, referenceText?: string) {
    super(`${field}: ${reason} (at byte ${offset})`);
    this.field = field;
    this.offset = offset;
    this.referenceText = referenceText;
  }
}
