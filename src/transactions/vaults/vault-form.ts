/** What vaults and loan brokers have in common in the form of their fields (rippled: Protocol.h, Transactor.cpp). */
import type { Hex } from '../../protocol/values.ts';

/** The longest `Data`, in bytes. */
const MAX_DATA_BYTES = 256;
/** Who comes first is paid first: the only policy that there is. */
export const FIRST_COME_FIRST_SERVED = 1;

/** True for data that an entry can hold, and for none at all (rippled: validDataLength). */
export function isValidData(data: Hex | undefined): boolean {
  return data === undefined || (data !== '' && data.length <= 2 * MAX_DATA_BYTES);
}
