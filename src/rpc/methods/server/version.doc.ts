/** The documentation of `version`. */
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';

export const versionDoc: MethodDoc = {
  summary: 'Returns the supported API versions.',
  examples: () => [shown()],
  answer: {
    version: 'The versions of the API, in an older form.',
    'version.first': 'The first.',
    'version.last': 'The last.',
    'version.good': 'The one to use.',
  },
};
