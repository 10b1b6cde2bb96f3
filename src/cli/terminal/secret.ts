/**
 * The key that a command signs with. It stays in this process: the server receives only signatures. It is not accepted on the command
 * line, which all users of a machine can read.
 */
import { deriveKeyPair, type KeyPair, type KeyType } from '../../crypto/key-pair.ts';
import { parseEd25519Seed, parseSeed } from '../../crypto/seed.ts';
import { CommandError, usageError } from '../../util/command-error.ts';
import { textOption } from '../options/option-table.ts';
import type { Terminal } from './terminal.ts';

/** Environment variable with the secret. */
export const SECRET_VARIABLE = 'WEIR_SECRET';
const KEY_TYPES: readonly KeyType[] = ['secp256k1', 'ed25519'];

/** The options of commands that sign. */
export const SECRET_OPTIONS = {
  'secret-file': textOption('FILE', 'file with the secret (default: WEIR_SECRET, else a prompt)'),
  'key-type': textOption('TYPE', 'secp256k1 or ed25519; sEd… secrets are always ed25519 (secp256k1)', {
    values: KEY_TYPES,
  }),
} as const;

/** Refuses `--secret`. Throws a usage error that does not quote it. */
export function refuseSecretWord(args: readonly string[]): void {
  if (args.some((word) => word === '--secret' || word.startsWith('--secret='))) {
    throw usageError('a secret on the command line can be read by others: use WEIR_SECRET or --secret-file');
  }
}

/** The values of `SECRET_OPTIONS`. */
export type SecretValues = { readonly [Name in keyof typeof SECRET_OPTIONS]?: string | undefined };

/** The key pair of the secret from `--secret-file`, else from the environment, else from a prompt. */
export async function readKeyPair(options: SecretValues, terminal: Terminal): Promise<KeyPair> {
  const keyType = readKeyType(options['key-type']);
  const text = await readSecret(options['secret-file'], terminal);
  const ed25519Seed = parseEd25519Seed(text);
  if (ed25519Seed !== undefined) {
    if (keyType === 'secp256k1') throw usageError('the secret is of an ed25519 key, but --key-type is secp256k1');
    return deriveKeyPair(ed25519Seed, 'ed25519');
  }
  const seed = parseSeed(text);
  // Not quoted: it may be a secret with a typing error.
  if (seed === undefined)
    throw new CommandError('the secret is not a valid seed: a seed begins with s and has a checksum');
  return deriveKeyPair(seed, keyType ?? 'secp256k1');
}

async function readSecret(file: string | undefined, terminal: Terminal): Promise<string> {
  const text =
    file === undefined
      ? (terminal.environment(SECRET_VARIABLE) ?? (await terminal.askHidden('Secret: ')))
      : await terminal.read(file, true);
  const secret = text?.trim() ?? '';
  if (secret !== '') return secret;
  throw usageError(`there is no secret: set ${SECRET_VARIABLE}, or name a file with --secret-file`);
}

function readKeyType(text: string | undefined): KeyType | undefined {
  const keyType = KEY_TYPES.find((name) => name === text);
  if (text !== undefined && keyType === undefined) throw usageError(`--key-type must be ${KEY_TYPES.join(' or ')}`);
  return keyType;
}
