/**
 * The only error of the binary codec: bytes that are no serialized object, or a value that does not fit its field.
 * Callers turn it into an error of the request that supplied the bytes.
 */
export class CodecError extends Error {
  override readonly name = 'CodecError';
  /** The field at fault; `object` when the fault lies between the fields of the outermost object. */
  readonly field: string;
  /** Byte position in the input (decoding) or in the output so far (encoding). */
  readonly offset: number;
  /** The reference's text for clients; undefined for input that only Weir refuses. */
  readonly referenceText: string | undefined;

  constructor(field: string, offset: number, reason: string, referenceText?: string) {
    super(`${field}: ${reason} (at byte ${offset})`);
    this.field = field;
    this.offset = offset;
    this.referenceText = referenceText;
  }
}
