/**
 * The key pair of a signing request: `secret`, or `seed`, `seed_hex` or `passphrase` with a `key_type` (rippled:
 * RPCHelpers.cpp, keypairForSignature and getSeedFromRPC). Errors never contain the secret.
 */
import { deriveKeyPair, type KeyPair, type KeyType } from '../../crypto/key-pair.ts';
import { isPassphrase, parseEd25519Seed, parseGenericSeed, parseSeed, parseSeedHex } from '../../crypto/seed.ts';
import type { JsonObject } from '../../protocol/values.ts';
import type { ApiVersion, RpcContext } from '../method/context.ts';
import { CONTINUE_AT_ENGINE } from '../method/define-method.ts';
import { expectedField, invalidField, invalidParams, missingField, RpcError } from '../method/errors.ts';
import type { ParamReader, ParamRow } from '../method/param-row.ts';
import { hasParam } from '../params/params.ts';

/**
 * The key pair to sign with. Signing methods use the errors of version 1 in all versions; only `channel_authorize` has
 * a different error for key types in version 2.
 */
export const signingKey: ParamReader<'string', KeyPair, [apiVersion?: ApiVersion]> = {
  type: 'string',
  read: ({ params }, _name, apiVersion = 1) => requireKeyPair(params, apiVersion),
};

/** The rows of every method that signs. */
export const SECRET_PARAMS = [
  {
    name: 'secret',
    ...signingKey,
    text: 'Secret of the key to sign with, in any spelling. Or `seed`, `seed_hex` or `passphrase`, with `key_type`.',
  },
  { name: 'seed', type: 'string', readWith: 'secret', text: 'Base58 seed, with `key_type`.' },
  { name: 'seed_hex', type: 'string', readWith: 'secret', text: 'Seed in hex, with `key_type`.' },
  { name: 'passphrase', type: 'string', readWith: 'secret', text: 'Passphrase, with `key_type`.' },
  {
    name: 'key_type',
    type: 'string',
    readWith: 'secret',
    values: ['secp256k1', 'ed25519'],
    text: '`secp256k1` or `ed25519`.',
  },
] as const satisfies readonly ParamRow[];

const SECRET_NAMES = ['passphrase', 'secret', 'seed', 'seed_hex'] as const;
const KEY_TYPES: ReadonlySet<unknown> = new Set<KeyType>(['secp256k1', 'ed25519']);
const SEED_PARSERS = {
  passphrase: parseGenericSeed,
  seed: parseSeed,
  seed_hex: parseSeedHex,
} as const;

type SeedName = keyof typeof SEED_PARSERS;
const SEED_NAMES = Object.keys(SEED_PARSERS) as SeedName[];

function requireKeyPair(params: JsonObject, apiVersion: ApiVersion): KeyPair {
  const secretName = theOneSecret(params);
  const keyType = readKeyType(params, secretName, apiVersion);
  const ed25519Seed = secretName === 'seed_hex' ? undefined : ed25519SeedParam(params, secretName);
  if (ed25519Seed !== undefined) {
    if (keyType === 'secp256k1') throw new RpcError('badSeed', 'Specified seed is for an Ed25519 wallet.');
    return deriveKeyPair(ed25519Seed, 'ed25519');
  }
  const seed = keyType === undefined ? plainSecret(params, secretName) : readSeed(params);
  return deriveKeyPair(seed, keyType ?? 'secp256k1');
}

/** True if the request's `secret` is not an encoded seed and was read as a passphrase. */
export function hasUnnamedPassphrase({ secret }: JsonObject): boolean {
  return typeof secret === 'string' && isPassphrase(secret);
}

/**
 * A hint for a secret whose key does not fit, if its key of the other type does; otherwise undefined. A seed has no key
 * type, and as `secret` it means secp256k1.
 */
export function otherKeyHint(params: JsonObject, fits: (publicKey: string) => boolean): string | undefined {
  const given = SECRET_NAMES.find((name) => hasParam(params, name));
  const text = given && params[given];
  if (typeof text !== 'string' || parseEd25519Seed(text) !== undefined) return undefined;
  const name = given === 'secret' ? seedName(text) : given;
  const seed = name && SEED_PARSERS[name](text);
  const type: KeyType = params.key_type === 'ed25519' ? 'secp256k1' : 'ed25519';
  if (seed === undefined || !fits(deriveKeyPair(seed, type).publicKey)) return undefined;
  return `The same secret gives the right key as '${name}' with 'key_type': "${type}".`;
}

/** The field that a `secret` should use when a key type is given. */
function seedName(text: string): SeedName {
  if (parseSeed(text) !== undefined) return 'seed';
  return parseSeedHex(text) === undefined ? 'passphrase' : 'seed_hex';
}

/** The seed in exactly one of `passphrase`, `seed` and `seed_hex`. */
export function readSeed(params: JsonObject): Buffer {
  const names = SEED_NAMES.filter((name) => hasParam(params, name));
  const name = names[0];
  if (name === undefined || names.length > 1) {
    throw invalidParams('Exactly one of the following must be specified: passphrase, seed or seed_hex');
  }
  const text = params[name];
  if (typeof text !== 'string') throw expectedField(name, 'string');
  const seed = SEED_PARSERS[name](text);
  if (seed === undefined) throw new RpcError('badSeed');
  return seed;
}

/** The seed of an `sEd…` text in a parameter, which implies an Ed25519 key. */
export function ed25519SeedParam(params: JsonObject, name: string): Buffer | undefined {
  const text = params[name];
  return typeof text === 'string' ? parseEd25519Seed(text) : undefined;
}

/** True for valid values of `key_type`. */
export function isKeyType(value: unknown): value is KeyType {
  return KEY_TYPES.has(value);
}

function theOneSecret(params: JsonObject): (typeof SECRET_NAMES)[number] {
  const names = SECRET_NAMES.filter((name) => hasParam(params, name));
  const name = names[0];
  if (name === undefined) throw missingField('secret');
  if (names.length > 1) {
    throw invalidParams('Exactly one of the following must be specified: passphrase, secret, seed or seed_hex');
  }
  return name;
}

function readKeyType(params: JsonObject, secretName: string, apiVersion: ApiVersion): KeyType | undefined {
  if (!hasParam(params, 'key_type')) return undefined;
  const keyType = params.key_type;
  if (typeof keyType !== 'string') throw expectedField('key_type', 'string');
  if (!isKeyType(keyType)) throw apiVersion > 1 ? new RpcError('badKeyType') : invalidField('key_type');
  if (secretName === 'secret') throw invalidParams('The secret field is not allowed if key_type is used.');
  return keyType;
}

/** Without a key type only `secret` is allowed, in any form. */
function plainSecret(params: JsonObject, secretName: string): Buffer {
  const text = params.secret;
  if (typeof text !== 'string') throw expectedField('secret', 'string');
  const seed = parseGenericSeed(text);
  if (seed === undefined) throw new RpcError('badSeed', `Invalid field '${secretName}'.`);
  return seed;
}

/** The local half of methods that sign: refuses clients that are not admins, without the engine. */
export function requireSigner({ role }: RpcContext): typeof CONTINUE_AT_ENGINE {
  if (role !== 'admin') throw new RpcError('notSupported', 'Signing is not supported by this server.');
  return CONTINUE_AT_ENGINE;
}
