/** The digits of addresses and seeds. */
export const BASE58 = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';

/** All bytes of a base58 text, with prefix and checksum, in hex; undefined if invalid. */
export function base58ToHex(text) {
  const digits = [...text].map((character) => BASE58.indexOf(character));
  if (text === '' || digits.includes(-1)) return undefined;
  const zeros = digits.findIndex((digit) => digit !== 0);
  if (zeros === -1) return '00'.repeat(digits.length);
  const hex = digits.reduce((sum, digit) => sum * 58n + BigInt(digit), 0n).toString(16);
  return `${'00'.repeat(zeros)}${hex.length % 2 === 0 ? '' : '0'}${hex}`;
}
