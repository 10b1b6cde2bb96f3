/**
 * JSON that is no serializable object, with the reference's message (rippled: STParsedJSON.cpp). It is the client's
 * error.
 */
export class JsonFieldError extends Error {
  override readonly name = 'JsonFieldError';
  /** Where the fault lies, as `tx_json.Memos.[0].Memo.MemoData`. */
  readonly field: string;
  /** A hint beyond the reference's message, if there is one. */
  readonly what: string | undefined;

  constructor(field: string, message: string, what?: string) {
    super(message);
    this.field = field;
    this.what = what;
  }
}

/** The value has the right type but not a possible content. */
export function invalidData(field: string, what?: string): JsonFieldError {
  return new JsonFieldError(field, `Field '${field}' has invalid data.`, what);
}

/** The value's JSON type does not fit the field. */
export function badType(field: string): JsonFieldError {
  return new JsonFieldError(field, `Field '${field}' has bad type.`);
}

/** A number beyond the field's type. */
export function outOfRange(field: string): JsonFieldError {
  return new JsonFieldError(field, `Field '${field}' is out of range.`);
}

export function arrayExpected(field: string): JsonFieldError {
  return new JsonFieldError(field, `Field '${field}' must be a JSON array.`);
}

export function stringExpected(field: string): JsonFieldError {
  return new JsonFieldError(field, `Field '${field}' must be a string.`);
}

export function notAnObject(field: string): JsonFieldError {
  return new JsonFieldError(field, `Field '${field}' is not a JSON object.`);
}

/** Arrays and paths have at most 512 elements in JSON (rippled: STParsedJSON.h). */
export const MAX_JSON_ARRAY_LENGTH = 512;

export function arrayTooBig(field: string): JsonFieldError {
  const limit = `exceeds allowed JSON array size of ${MAX_JSON_ARRAY_LENGTH} elements per field.`;
  return new JsonFieldError(field, `Field '${field}' ${limit}`);
}
