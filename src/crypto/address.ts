/**
 * The base58 forms of accounts and public keys, which exist only in JSON. Addresses and signing keys repeat in nearly
 * every request and answer, so all three conversions have a bounded cache of valid values.
 */
import { BoundedCache } from '../util/bounded-cache.ts';
import { bytesToHex, hexToBytes } from '../util/hex.ts';
import { decodeToken, encodeToken, TOKEN_TYPE } from './base58.ts';
import { hash160 } from './hash.ts';
import { publicKeyType } from './key-pair.ts';

const ACCOUNT_ID_BYTES = 20;
const CACHE_GENERATION_SIZE = 20_000;
const addresses = new BoundedCache<string, string>(CACHE_GENERATION_SIZE);
const accountIds = new BoundedCache<string, string>(CACHE_GENERATION_SIZE);
const signers = new BoundedCache<string, string>(CACHE_GENERATION_SIZE);

/** The classic address (`r…`) of an account ID of 40 hex digits. */
export function accountIdToAddress(accountId: string): string {
  const cached = addresses.get(accountId);
  if (cached !== undefined) return cached;
  const address = encodeToken(TOKEN_TYPE.accountId, hexToBytes(accountId));
  addresses.set(accountId, address);
  return address;
}

/** The account ID (40 upper-case hex digits) of a classic address; undefined for any other text. */
export function addressToAccountId(text: string): string | undefined {
  const cached = accountIds.get(text);
  if (cached !== undefined) return cached;
  const bytes = decodeToken(TOKEN_TYPE.accountId, text);
  if (bytes?.length !== ACCOUNT_ID_BYTES) return undefined;
  const accountId = bytesToHex(bytes);
  accountIds.set(text, accountId);
  return accountId;
}

/** The account ID (40 upper-case hex digits) of a public key (rippled: AccountID.cpp, calcAccountID). */
export function accountIdOfPublicKey(publicKeyHex: string): string {
  const cached = signers.get(publicKeyHex);
  if (cached !== undefined) return cached;
  const accountId = bytesToHex(hash160(hexToBytes(publicKeyHex)));
  signers.set(publicKeyHex, accountId);
  return accountId;
}

/** The `a…` form of an account's public key, given as 33 bytes hex. */
export function encodeAccountPublicKey(publicKeyHex: string): string {
  return encodeToken(TOKEN_TYPE.accountPublic, hexToBytes(publicKeyHex));
}

/** The `n…` form of a node's or validator's public key, given as 33 bytes hex. */
export function encodeNodePublicKey(publicKeyHex: string): string {
  return encodeToken(TOKEN_TYPE.nodePublic, hexToBytes(publicKeyHex));
}

/** The 33 bytes hex of an `a…` text; undefined for any other text or an unknown key type. */
export function parseAccountPublicKey(text: string): string | undefined {
  return parsePublicKey(TOKEN_TYPE.accountPublic, text);
}

/** The 33 bytes hex of an `n…` text; undefined for any other text or an unknown key type. */
export function parseNodePublicKey(text: string): string | undefined {
  return parsePublicKey(TOKEN_TYPE.nodePublic, text);
}

function parsePublicKey(tokenType: number, text: string): string | undefined {
  const bytes = decodeToken(tokenType, text);
  if (bytes === undefined) return undefined;
  const publicKeyHex = bytesToHex(bytes);
  return publicKeyType(publicKeyHex) === undefined ? undefined : publicKeyHex;
}
