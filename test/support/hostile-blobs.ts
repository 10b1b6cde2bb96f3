/** Damage to a transaction's bytes: what a broken client, a bad line or somebody who tries sends. */
import type { Random } from './random.ts';

/** Every proper beginning of the blob. */
export function* truncations(blob: Buffer): Generator<Buffer> {
  for (let length = 0; length < blob.length; length++) yield blob.subarray(0, length);
}

/** The blob with one or a few random faults: bits flipped, bytes set, put in, taken out, repeated, or appended. */
export function damaged(blob: Buffer, random: Random): Buffer {
  const at = random.below(blob.length);
  const to = at + random.below(blob.length - at) + 1;
  const byte = Buffer.from([random.below(256)]);
  switch (random.below(6)) {
    case 0: {
      const flipped = Buffer.from(blob);
      for (let count = 0; count <= random.below(3); count++) {
        const place = random.below(blob.length);
        flipped[place] = flipped[place]! ^ (1 << random.below(8));
      }
      return flipped;
    }
    case 1: {
      const set = Buffer.from(blob);
      set[at] = byte[0]!;
      return set;
    }
    case 2:
      return Buffer.concat([blob.subarray(0, at), byte, blob.subarray(at)]);
    case 3:
      return Buffer.concat([blob.subarray(0, at), blob.subarray(to)]);
    case 4:
      return Buffer.concat([blob.subarray(0, to), blob.subarray(at)]);
    default:
      return Buffer.concat([blob, ...Array.from({ length: random.below(40) + 1 }, () => byte)]);
  }
}
