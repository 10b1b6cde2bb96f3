/** The parts of the id of an NFToken: flags, transfer fee, issuer, scrambled taxon, serial. */

/** The taxon is scrambled with the serial, so that ids of one taxon are spread. */
const MULTIPLIER = 384_160_001;
const INCREMENT = 2_459;

/** The issuer's account in hex, the taxon and the serial. */
export function nftokenFacts(id) {
  const serial = Number.parseInt(id.slice(56, 64), 16);
  const scrambled = Number.parseInt(id.slice(48, 56), 16);
  const key = (Math.imul(MULTIPLIER, serial) + INCREMENT) >>> 0;
  return { issuer: id.slice(8, 48), taxon: (scrambled ^ key) >>> 0, serial };
}
