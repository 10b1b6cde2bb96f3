/** The secret of a cluster, from its file, and the keys that it gives. */
import { clusterSalt } from '../../storage/postgres/secret-check.ts';
import { ClusterKeys } from '../../storage/shared/cluster-keys.ts';
import { CommandError } from '../../util/command-error.ts';
import { readPrivateFile } from '../../util/private-file.ts';

const LEAST_SECRET_BYTES = 16;

/** White space around the secret is ignored, such as the newline of an editor. */
export function readSecret(file: string): Buffer {
  let text: string;
  try {
    text = readPrivateFile(file).trim();
  } catch (error) {
    throw new CommandError(`cannot use --cluster-secret-file ${file}: ${(error as Error).message}`);
  }
  if (text.length < LEAST_SECRET_BYTES)
    throw new CommandError(`the secret in ${file} is too short: it needs ${LEAST_SECRET_BYTES} characters at least`);
  return Buffer.from(text);
}

/**
 * The keys for the salt in the database. `newSalt`: for a database without one; if absent, the cluster must exist.
 * @throws UnreachableError, or StoreError for incompatible tables
 */
export async function clusterKeys(url: string, secret: Buffer, newSalt?: Buffer): Promise<ClusterKeys> {
  return new ClusterKeys(secret, await clusterSalt(url, newSalt));
}
