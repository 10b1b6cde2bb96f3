/**
 * Adds `error_what`, which describes what an invalid parameter should be; the reference often only names the parameter.
 */
import type { JsonObject } from '../../protocol/values.ts';
import type { RpcError } from './errors.ts';
import type { ParamRow } from './param-row.ts';

/** The fields of a failed result, with the row's description of the parameter unless the error has its own. */
export function faultResult(error: RpcError, rows: readonly ParamRow[]): JsonObject {
  const result = error.toResult();
  const { field } = error;
  if (field === undefined || result.error_what !== undefined) return result;
  const row = rows.find(({ name, members }) => name === field || members?.includes(field));
  return row === undefined ? result : { ...result, error_what: `Field '${field}' is ${formOf(row)}.` };
}

function formOf({ type, values, text }: ParamRow): string {
  if (values !== undefined) return values.map((value) => `'${value}'`).join(' or ');
  const plain = text.replaceAll('`', "'").replace(/\.$/, '');
  const article = /^[aeio]/.test(type) ? 'an' : 'a';
  return `${article} ${type}: ${plain[0]?.toLowerCase()}${plain.slice(1)}`;
}
