/** Warns where signatures are far slower than they could be: a server then takes a fraction of the submissions. */
import type { Logger } from 'pino';
import { isSecp256k1Native } from '../../crypto/secp256k1.ts';

/** `isNative` says whether the binary of the package secp256k1 was loaded. */
export function warnOfSlowSignatures(log: Pick<Logger, 'warn'>, isNative: boolean = isSecp256k1Native()): void {
  if (isNative) return;
  const machine = `${process.platform}-${process.arch}`;
  log.warn(
    { machine },
    'no binary of the package secp256k1 fits this machine: signatures are made and verified in JavaScript, many times slower',
  );
}
