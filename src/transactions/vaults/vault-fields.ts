/** Shared checks of the fields of vaults and loan brokers (rippled: Protocol.h, Transactor.cpp). */
import type { Hex } from '../../protocol/values.ts';

/** The longest `Data`, in bytes. */
const MAX_DATA_BYTES = 256;
/** The only withdrawal policy. */
export const FIRST_COME_FIRST_SERVED = 1;

/** True for absent data, and for 1 to 256 bytes (rippled: validDataLength). */
export function isValidData(data: Hex | undefined): boolean {
  return data === undefined || (data !== '' && data.length <= 2 * MAX_DATA_BYTES);
}
