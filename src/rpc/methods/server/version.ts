/** `version`: the versions of the API that the server speaks (rippled: Version.h). */
import { defineMethod } from '../../method/define-method.ts';

export const version = defineMethod({
  name: 'version',
  role: 'user',
  needs: 'nothing',
  run: ({ apiVersion }) => ({ version: apiVersion > 1 ? NUMBERS : TEXTS }),
});

const NUMBERS = { first: 1, last: 2 };
const TEXTS = { first: '1.0.0', last: '1.0.0', good: '1.0.0' };
