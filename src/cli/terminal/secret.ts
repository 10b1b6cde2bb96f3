/**
 * The key that a command signs with. It never leaves this process: transactions and claims are signed here, and the server
 * gets signatures. It does not come from the command line either, which every user of a machine can read.
 */
import { deriveKeyPair, type KeyPair, type KeyType } from '../../crypto/key-pair.ts';
import { parseEd25519Seed, parseSeed } from '../../crypto/seed.ts';
import { CommandError, usageError } from '../../util/command-error.ts';
import { textOption } from '../options/option-table.ts';
import type { Terminal } from './terminal.ts';

/** The environment variable that may hold the secret. */
export const SECRET_VARIABLE = 'WEIR_SECRET';
const KEY_TYPES: readonly KeyType[] = ['secp256k1', 'ed25519'];

/** The options of commands that sign. */
export const SECRET_OPTIONS = {
  'secret-file': textOption('FILE', 'where the secret is (else in WEIR_SECRET, else it is asked for)'),
  'key-type': textOption('TYPE', 'secp256k1 or ed25519; sEd… secrets say it themselves (secp256k1)', {
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

/** The key pair of the secret in `--secret-file`, else in the environment, else of the one typed in. */
export async function readKeyPair(options: SecretValues, terminal: Terminal): Promise<KeyPair> {
  const keyType = readKeyType(options['key-type']);
  const text = await readSecret(options['secret-file'], terminal);
  const ed25519Seed = parseEd25519Seed(text);
  if (ed25519Seed !== undefined) {
    if (keyType === 'secp256k1') throw usageError('the secret is of an ed25519 key, whatever --key-type says');
    return deriveKeyPair(ed25519Seed, 'ed25519');
  }
  const seed = parseSeed(text);
  // Not quoted: it may be a secret with a slip of the pen in it.
  if (seed === undefined) throw new CommandError('the secret is no seed: it must begin with s and have no misprint');
  return deriveKeyPair(seed, keyType ?? 'secp256k1');
}

async function readSecret(file: string | undefined, terminal: Terminal): Promise<string> {
  const text =
    file === undefined
      ? (terminal.environment(SECRET_VARIABLE) ?? (await terminal.askHidden('Secret: ')))
      : await terminal.read(file);
  const secret = text?.trim() ?? '';
  if (secret !== '') return secret;
  throw usageError(`there is no secret: put it into ${SECRET_VARIABLE} or into a file for --secret-file`);
}

function readKeyType(text: string | undefined): KeyType | undefined {
  const keyType = KEY_TYPES.find((name) => name === text);
  if (text !== undefined && keyType === undefined) throw usageError(`--key-type must be ${KEY_TYPES.join(' or ')}`);
  return keyType;
}
