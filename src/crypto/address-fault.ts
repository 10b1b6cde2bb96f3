/** Explains why a text is not an address. */
import { isSeedLike } from './seed.ts';

const CLASSIC_ADDRESS = /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/;
const X_ADDRESS = /^[XT][1-9A-HJ-NP-Za-km-z]{46}$/;

/** The end of a sentence about a text that is not an address. It does not repeat the text, which may be a secret. */
export function addressFault(text: string): string {
  if (text === '') return 'is empty';
  if (isSeedLike(text)) return 'looks like a secret: give the address of the account';
  if (X_ADDRESS.test(text)) return 'is an X-address: give the classic address (r…), and the tag in a field of its own';
  if (CLASSIC_ADDRESS.test(text)) return 'looks like an address, but its checksum does not match: a character is wrong';
  return 'is no address: addresses begin with r and have 25 to 35 letters and digits';
}
