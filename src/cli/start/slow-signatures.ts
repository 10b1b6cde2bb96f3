/** Warns if signatures run in JavaScript, which reduces the rate of submissions to a fraction. */
import type { Logger } from 'pino';
import { isSecp256k1Native } from '../../crypto/secp256k1.ts';

/** `isNative` is true if the binary of the package secp256k1 is loaded. */
export function warnOfSlowSignatures(log: Pick<Logger, 'warn'>, isNative: boolean = isSecp256k1Native()): void {
  if (isNative) return;
  const machine = `${process.platform}-${process.arch}`;
  log.warn(
    { machine },
    'no binary of the package secp256k1 fits this machine: signatures use JavaScript, which is many times slower',
  );
}
