/** `wallet_propose`: makes a key pair, from a given seed or a new one (rippled: WalletPropose.cpp). */

import { accountIdOfPublicKey, accountIdToAddress, encodeAccountPublicKey } from '../../../crypto/address.ts';
import { deriveKeyPair, type KeyType } from '../../../crypto/key-pair.ts';
import { seedToWords } from '../../../crypto/rfc1751.ts';
import { encodeSeed } from '../../../crypto/seed.ts';
import type { JsonObject } from '../../../protocol/values.ts';
import { bytesToHex } from '../../../util/hex.ts';
import type { RpcContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { expectedField, invalidParams, RpcError } from '../../method/errors.ts';
import type { ParamReader } from '../../method/param-row.ts';
import type { JsonDraft } from '../../params/json-values.ts';
import { hasParam } from '../../params/params.ts';
import { ed25519SeedParam, isKeyType, readSeed } from '../../signing/signing-key.ts';

const SEED_BYTES = 16;
/** Below this a passphrase is called weak. */
const GOOD_ENTROPY_BITS = 80;
const WEAK_PASSPHRASE =
  'This wallet was generated using a user-supplied passphrase that has low entropy and is vulnerable to ' +
  'brute-force attacks.';
const ANY_PASSPHRASE =
  'This wallet was generated using a user-supplied passphrase. It may be vulnerable to brute-force attacks.';

const keyType = {
  type: 'string',
  values: ['secp256k1', 'ed25519'],
  read: ({ params }: RpcContext, name: string): KeyType | undefined => {
    if (!hasParam(params, name)) return undefined;
    const value = params[name];
    if (typeof value !== 'string') throw expectedField(name, 'string');
    if (!isKeyType(value)) throw invalidParams().about(name);
    return value;
  },
} as const;

type WalletSeed = {
  readonly seed: Buffer;
  readonly type: KeyType;
  /** True for an `sEd…` text, which implies its key type. */
  readonly isSelfDescribed: boolean;
};

/** The seed from one of three parameters, or a new one. */
const walletSeed: ParamReader<'string', WalletSeed, [asked: KeyType | undefined]> = {
  type: 'string',
  read: ({ params, randomBytes }, _name, asked) => {
    const ed25519Seed = ed25519SeedParam(params, hasParam(params, 'passphrase') ? 'passphrase' : 'seed');
    if (ed25519Seed !== undefined && asked === 'secp256k1') throw new RpcError('badSeed');
    if (ed25519Seed !== undefined) return { seed: ed25519Seed, type: 'ed25519', isSelfDescribed: true };
    const isGiven = ['passphrase', 'seed', 'seed_hex'].some((name) => hasParam(params, name));
    const seed = isGiven ? readSeed(params) : randomBytes(SEED_BYTES);
    return { seed, type: asked ?? 'secp256k1', isSelfDescribed: false };
  },
};

export const walletPropose = defineMethod({
  name: 'wallet_propose',
  role: 'admin',
  needs: 'nothing',
  params: [
    { name: 'key_type', ...keyType, text: '`secp256k1` (default) or `ed25519`.' },
    { name: 'passphrase', ...walletSeed, text: 'Text to make the seed of; also a seed in any spelling.' },
    { name: 'seed', type: 'string', readWith: 'passphrase', text: 'Base58 seed.' },
    { name: 'seed_hex', type: 'string', readWith: 'passphrase', text: 'Seed in hex.' },
  ],
  run(context, read) {
    const asked = read('key_type');
    const { seed, type, isSelfDescribed } = read('passphrase', asked);
    const result = describe(seed, type);
    const warning = isSelfDescribed ? undefined : passphraseWarning(context.params, result);
    return warning === undefined ? result : { ...result, warning };
  },
});

function describe(seed: Buffer, keyType: KeyType): JsonDraft {
  const { publicKey } = deriveKeyPair(seed, keyType);
  return {
    master_seed: encodeSeed(seed),
    master_seed_hex: bytesToHex(seed),
    master_key: seedToWords(seed),
    account_id: accountIdToAddress(accountIdOfPublicKey(publicKey)),
    public_key: encodeAccountPublicKey(publicKey),
    key_type: keyType,
    public_key_hex: publicKey,
  };
}

/** No warning for a passphrase that is an encoded seed. */
function passphraseWarning({ passphrase }: JsonObject, result: JsonObject): string | undefined {
  if (typeof passphrase !== 'string') return undefined;
  if ([result.master_key, result.master_seed, result.master_seed_hex].includes(passphrase)) return undefined;
  return entropyBits(passphrase) < GOOD_ENTROPY_BITS ? WEAK_PASSPHRASE : ANY_PASSPHRASE;
}

/** Shannon's entropy of the bytes, rounded down. */
function entropyBits(text: string): number {
  const bytes = Buffer.from(text, 'utf8');
  const counts = new Map<number, number>();
  for (const byte of bytes) counts.set(byte, (counts.get(byte) ?? 0) + 1);
  let bitsPerByte = 0;
  for (const count of counts.values()) bitsPerByte -= (count / bytes.length) * Math.log2(count / bytes.length);
  return Math.floor(bitsPerByte * bytes.length);
}
