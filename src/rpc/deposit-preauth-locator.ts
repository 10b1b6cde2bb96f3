/** A preauthorization by its owner and whom it is for: an account, or holders of credentials (LedgerEntry.cpp). */
import { depositPreauthCredentialsKeylet, depositPreauthKeylet } from '../protocol/keylets.ts';
import type { AccountId, Hash256, Hex, Json, JsonObject } from '../protocol/values.ts';
import { isJsonObject } from './json-values.ts';
import {
  invalidLocator,
  LocatorError,
  parseLocatorAccount,
  requireCredentialType,
  requireLocatorAccount,
  requireMembers,
} from './locator-fields.ts';
import { hasParam } from './params.ts';

const CREDENTIALS_TOKEN = 'malformedAuthorizedCredentials';
const MAX_CREDENTIALS = 8;

interface CredentialKind {
  readonly issuer: AccountId;
  readonly credentialType: Hex;
}

/** The key of the entry. Throws `LocatorError`. */
export function locatePreauthorization(locator: JsonObject): Hash256 {
  if (hasParam(locator, 'authorized') === hasParam(locator, 'authorized_credentials')) {
    const message = 'Must have exactly one of `authorized` and `authorized_credentials`.';
    throw new LocatorError('malformedRequest', message);
  }
  const owner = requireLocatorAccount(locator, 'owner', 'malformedOwner');
  if (!hasParam(locator, 'authorized')) {
    return depositPreauthCredentialsKeylet(owner, readCredentials(locator.authorized_credentials)).key;
  }
  const authorized = parseLocatorAccount(locator.authorized);
  if (authorized === undefined) throw invalidLocator('malformedAuthorized', 'authorized', 'AccountID');
  return depositPreauthKeylet(owner, authorized).key;
}

/** Sorted by issuer and type; one that occurs twice spoils the list. */
function readCredentials(list: Json | undefined): CredentialKind[] {
  if (!Array.isArray(list)) throw invalidLocator(CREDENTIALS_TOKEN, 'authorized_credentials', 'array');
  if (list.length > MAX_CREDENTIALS) throw faultyArray('too long');
  if (list.length === 0) throw faultyArray('empty');
  const kinds = (list as readonly Json[]).map(readCredential);
  const sorted = kinds.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const hasDouble = sorted.some((kind, i) => i > 0 && sortKey(kind) === sortKey(sorted[i - 1] as CredentialKind));
  if (hasDouble) throw invalidLocator(CREDENTIALS_TOKEN, 'authorized_credentials', 'array');
  return sorted;
}

function readCredential(value: Json): CredentialKind {
  if (!isJsonObject(value)) throw invalidLocator(CREDENTIALS_TOKEN, 'authorized_credentials', 'array of objects');
  requireMembers(value, ['issuer', 'credential_type'], CREDENTIALS_TOKEN);
  return {
    issuer: requireLocatorAccount(value, 'issuer', CREDENTIALS_TOKEN),
    credentialType: requireCredentialType(value, CREDENTIALS_TOKEN),
  };
}

function sortKey({ issuer, credentialType }: CredentialKind): string {
  return issuer + credentialType;
}

function faultyArray(fault: string): LocatorError {
  return new LocatorError(CREDENTIALS_TOKEN, `Invalid field 'authorized_credentials', array ${fault}.`);
}
