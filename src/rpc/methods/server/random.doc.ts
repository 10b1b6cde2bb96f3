/** The documentation of `random`. */
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';

export const randomDoc: MethodDoc = {
  summary: 'Returns 256 random bits in hex.',
  examples: () => [shown()],
};
