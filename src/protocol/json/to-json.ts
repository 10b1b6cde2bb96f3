/** In-memory objects to JSON in the reference's spellings (`getJson` of the ST classes). */

import { accountIdToAddress } from '../../crypto/address.ts';
import { byTypeCode } from '../codec/by-type.ts';
import { decodeObject } from '../codec/decode.ts';
import { pathStepBits } from '../codec/issue-bytes.ts';
import { mptIssuanceId } from '../entries/keylets.ts';
import { type Field, fieldByName } from '../tables/fields.ts';
import { permissionName } from '../tables/permissions.ts';
import type {
  AccountId,
  Amount,
  FieldValue,
  Issue,
  Json,
  JsonObject,
  NumberValue,
  PathSet,
  StArray,
  StObject,
  XChainBridge,
} from '../values.ts';
import { issuedText, numberText } from './amount-text.ts';
import { currencyText } from './currency-text.ts';

type ToJson = (value: FieldValue, field: Field) => Json;

/** Types that are missing here look the same in memory and in JSON. */
const TO_JSON = byTypeCode<ToJson>({
  UInt32: (value, field) => (field.name === 'PermissionValue' ? permissionJson(value as number) : (value as number)),
  UInt64: (value, field) => (value as bigint).toString(field.baseTen ? 10 : 16),
  Int64: (value) => String(value),
  Amount: (value) => amountToJson(value as Amount),
  AccountID: (value) => accountJson(value as string),
  Number: (value) => numberText((value as NumberValue).mantissa, (value as NumberValue).exponent),
  PathSet: (value) => pathSetJson(value as PathSet),
  Issue: (value) => issueToJson(value as Issue),
  Currency: (value) => currencyText(value as string),
  XChainBridge: (value) => bridgeJson(value as XChainBridge),
  STObject: (value) => objectToJson(value as StObject),
  STArray: (value) => arrayJson(value as StArray),
});

/**
 * The JSON of an object; keys keep their order. Names that are no fields keep their values, such as an entry's `index`;
 * an MPTokenIssuance also gets its `mpt_issuance_id` (rippled: STLedgerEntry.cpp, getJson).
 */
export function objectToJson(object: StObject): JsonObject {
  const json: Record<string, Json> = {};
  for (const name in object) {
    const value = object[name];
    if (value === undefined) continue;
    const field = fieldByName(name);
    json[name] = field === undefined ? (value as Json) : fieldToJson(value, field);
  }
  if (object.LedgerEntryType === 'MPTokenIssuance' && object.index !== undefined) {
    json.mpt_issuance_id = mptIssuanceId(object.Sequence as number, object.Issuer as AccountId);
  }
  return json;
}

/** The JSON of one field's value. */
export function fieldToJson(value: FieldValue, field: Field): Json {
  const toJson = TO_JSON[field.typeCode];
  return toJson === undefined ? (value as Json) : toJson(value, field);
}

/**
 * The JSON of a serialized object.
 * @throws CodecError as `decodeObject` does.
 */
export function decodeToJson(bytes: Uint8Array): JsonObject {
  return objectToJson(decodeObject(bytes));
}

/** Drops as a decimal string; the other forms as an object with `value`. */
export function amountToJson(amount: Amount): Json {
  if (typeof amount === 'bigint') return amount.toString();
  if ('mptIssuanceId' in amount) return { mpt_issuance_id: amount.mptIssuanceId, value: amount.value.toString() };
  return {
    currency: currencyText(amount.currency),
    issuer: accountIdToAddress(amount.issuer),
    value: issuedText(amount.mantissa, amount.exponent),
  };
}

/** `{currency}`, `{currency, issuer}` or `{mpt_issuance_id}`. */
export function issueToJson(issue: Issue): JsonObject {
  if ('mptIssuanceId' in issue) return { mpt_issuance_id: issue.mptIssuanceId };
  const currency = currencyText(issue.currency);
  return issue.issuer === undefined ? { currency } : { currency, issuer: accountIdToAddress(issue.issuer) };
}

/** A field may be present without an account, which JSON shows as the empty string. */
function accountJson(account: string): string {
  return account === '' ? '' : accountIdToAddress(account);
}

function permissionJson(value: number): Json {
  return permissionName(value) ?? value;
}

function pathSetJson(paths: PathSet): Json {
  return paths.map((path) =>
    path.map((step) => {
      const json: Record<string, Json> = { type: pathStepBits(step) };
      if (step.account !== undefined) json.account = accountIdToAddress(step.account);
      if (step.currency !== undefined) json.currency = currencyText(step.currency);
      if (step.mptIssuanceId !== undefined) json.mpt_issuance_id = step.mptIssuanceId;
      if (step.issuer !== undefined) json.issuer = accountIdToAddress(step.issuer);
      return json;
    }),
  );
}

function bridgeJson(bridge: XChainBridge): Json {
  return {
    LockingChainDoor: accountJson(bridge.LockingChainDoor),
    LockingChainIssue: issueToJson(bridge.LockingChainIssue),
    IssuingChainDoor: accountJson(bridge.IssuingChainDoor),
    IssuingChainIssue: issueToJson(bridge.IssuingChainIssue),
  };
}

function arrayJson(elements: StArray): Json {
  return elements.map((element) => objectToJson(element));
}
