/** What the documents and the command line say of `random`. */
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';

export const randomDoc: MethodDoc = {
  summary: 'Gives 256 unpredictable bits as hex.',
  examples: () => [shown()],
};
