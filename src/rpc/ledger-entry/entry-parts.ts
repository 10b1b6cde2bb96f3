/** Readers for composite members of a `ledger_entry` request (rippled: LedgerEntry.cpp, LedgerEntryHelpers.h). */
import type { Json, JsonObject, XChainBridge } from '../../protocol/values.ts';
import { MAX_CREDENTIALS } from '../../transactions/credentials/credential-ids.ts';
import { type AcceptedCredential, sortByIssuerAndType } from '../../transactions/credentials/credential-list.ts';
import { isJsonObject, isUInt32 } from '../params/json-values.ts';
import {
  EntryFault,
  malformed,
  requireAccountField,
  requireBlobField,
  requireFields,
  requireIssueField,
} from './entry-fields.ts';

export const MAX_CREDENTIAL_TYPE_BYTES = 64;
const CREDENTIALS = 'authorized_credentials';
const CREDENTIALS_FAULT = 'malformedAuthorizedCredentials';

/** The two doors of a bridge and the asset at each. */
export function requireBridge(json: JsonObject): XChainBridge {
  requireFields(json, ['LockingChainDoor', 'LockingChainIssue', 'IssuingChainDoor', 'IssuingChainIssue']);
  const LockingChainDoor = requireAccountField(json, 'LockingChainDoor', 'malformedLockingChainDoor');
  const IssuingChainDoor = requireAccountField(json, 'IssuingChainDoor', 'malformedIssuingChainDoor');
  const LockingChainIssue = requireIssueField(json, 'LockingChainIssue');
  const IssuingChainIssue = requireIssueField(json, 'IssuingChainIssue');
  return { LockingChainDoor, LockingChainIssue, IssuingChainDoor, IssuingChainIssue };
}

/** The number of a directory's page; 0 when absent. */
export function requireSubIndex({ sub_index: value }: JsonObject): bigint {
  if (value === undefined || value === null) return 0n;
  if (!isUInt32(value)) throw malformed('malformedRequest', 'sub_index', 'number');
  return BigInt(value);
}

/** One to eight different credentials, sorted by issuer and type. */
export function requireCredentials(value: Json | undefined): readonly AcceptedCredential[] {
  if (!Array.isArray(value)) throw malformed(CREDENTIALS_FAULT, CREDENTIALS, 'array');
  if (value.length > MAX_CREDENTIALS) {
    throw new EntryFault(CREDENTIALS_FAULT, `Invalid field '${CREDENTIALS}', array too long.`);
  }
  if (value.length === 0) throw new EntryFault(CREDENTIALS_FAULT, `Invalid field '${CREDENTIALS}', array empty.`);
  const credentials = sortByIssuerAndType((value as readonly Json[]).map(readCredential));
  const names = new Set(credentials.map(({ issuer, credentialType }) => issuer + credentialType));
  if (names.size < credentials.length) throw malformed(CREDENTIALS_FAULT, CREDENTIALS, 'array');
  return credentials;
}

function readCredential(json: Json): AcceptedCredential {
  if (!isJsonObject(json)) throw malformed(CREDENTIALS_FAULT, CREDENTIALS, 'array of objects');
  requireFields(json, ['issuer', 'credential_type'], CREDENTIALS_FAULT);
  const issuer = requireAccountField(json, 'issuer', CREDENTIALS_FAULT);
  const credentialType = requireBlobField(json, 'credential_type', MAX_CREDENTIAL_TYPE_BYTES, CREDENTIALS_FAULT);
  return { issuer, credentialType };
}
