/** The files of `--tls-cert` and `--tls-key`. */
import { readFileSync } from 'node:fs';
import type { TlsMaterial } from '../../server/http/plain-or-tls.ts';
import { CommandError } from '../../util/command-error.ts';
import { readPrivateFile } from '../../util/private-file.ts';
import type { TlsFiles } from './start-options.ts';

/** Reads both files and checks that they belong together. The `CommandError` never quotes them. */
export function readTlsFiles({ certFile, keyFile }: TlsFiles): TlsMaterial {
  const material = { cert: readText('--tls-cert', certFile), key: readText('--tls-key', keyFile, readPrivateFile) };
  try {
    // Not imported, because most servers do not use TLS.
    process.getBuiltinModule('node:tls').createSecureContext(material);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      `cannot use ${certFile} with the key ${keyFile}: ${code ?? 'not a certificate and its key'}`,
    );
  }
  return material;
}

function readText(option: string, file: string, read = (path: string) => readFileSync(path, 'utf8')): string {
  try {
    return read(file);
  } catch (error) {
    throw new CommandError(`cannot read ${option}: ${(error as Error).message}`);
  }
}
