/** The certificate of a server, from the files of `--tls-cert` and `--tls-key`, and its renewal while the server runs. */
import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import type { TlsMaterial } from '../../server/http/plain-or-tls.ts';
import { expiryMs, tlsFault, validityFault } from '../../server/http/tls-certificate.ts';
import type { Clock } from '../../util/clock.ts';
import { CommandError } from '../../util/command-error.ts';
import { readPrivateFile } from '../../util/private-file.ts';
import type { TlsFiles } from './start-options.ts';

export class ServerCertificate {
  readonly #files: TlsFiles;
  readonly #clock: Pick<Clock, 'nowMs'>;
  #material: TlsMaterial;

  /** Throws a `CommandError` that names the file if no client could connect. It never quotes the files. */
  constructor(files: TlsFiles, clock: Pick<Clock, 'nowMs'>) {
    this.#files = files;
    this.#clock = clock;
    this.#material = readTlsFiles(files);
  }

  get material(): TlsMaterial {
    return this.#material;
  }

  /** In seconds since 1970-01-01T00:00:00Z. */
  get expirySeconds(): number {
    return expiryMs(this.#material.cert) / 1000;
  }

  /** Warns if clients refuse the certificate now. A server that starts with it still closes ledgers. */
  warnOfDates(log: Logger): void {
    const reason = this.#validityFault(this.#material);
    if (reason !== undefined) log.warn({ certificate: this.#files.certFile, reason }, 'clients refuse the certificate');
  }

  /** Reads both files again, and passes them to `use`. If they are not usable now, logs the reason, and the old ones stay. */
  renew(use: (material: TlsMaterial) => void, log: Logger): void {
    const { certFile } = this.#files;
    try {
      const material = readTlsFiles(this.#files);
      const reason = this.#validityFault(material);
      if (reason !== undefined) throw new CommandError(`cannot use --tls-cert ${certFile}: ${reason}`);
      use(material);
      this.#material = material;
      const validUntil = new Date(expiryMs(material.cert)).toISOString();
      log.info({ certificate: certFile, valid_until: validUntil }, 'the certificate was read again');
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'the certificate could not be renewed; the old one stays');
    }
  }

  #validityFault({ cert }: TlsMaterial): string | undefined {
    return validityFault(cert, this.#clock.nowMs());
  }
}

function readTlsFiles({ certFile, keyFile }: TlsFiles): TlsMaterial {
  const material = { cert: readText('--tls-cert', certFile), key: readText('--tls-key', keyFile, readPrivateFile) };
  const fault = tlsFault(material);
  if (fault === undefined) return material;
  const place = fault.of === 'cert' ? `--tls-cert ${certFile}` : `--tls-key ${keyFile}`;
  throw new CommandError(`cannot use ${place}: ${fault.message}`);
}

function readText(option: string, file: string, read = (path: string) => readFileSync(path, 'utf8')): string {
  try {
    return read(file);
  } catch (error) {
    throw new CommandError(`cannot read ${option}: ${(error as Error).message}`);
  }
}
