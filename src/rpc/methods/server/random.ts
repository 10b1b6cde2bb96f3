/** `random`: 256 unpredictable bits for clients without a good source (rippled: Random.cpp). */
import { bytesToHex } from '../../../util/hex.ts';
import { defineMethod } from '../../method/define-method.ts';

export const random = defineMethod({
  name: 'random',
  role: 'user',
  needs: 'nothing',
  run: ({ randomBytes }) => ({ random: bytesToHex(randomBytes(32)) }),
});
