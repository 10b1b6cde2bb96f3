/** Flag words are numbers in memory; a bit test in one place keeps the signed results of `&` out of sight. */

/** True if the transaction or ledger entry has all bits of the flag. */
export function hasFlag(object: { readonly Flags?: number | undefined }, flag: number): boolean {
  return ((object.Flags ?? 0) & flag) >>> 0 === flag;
}
