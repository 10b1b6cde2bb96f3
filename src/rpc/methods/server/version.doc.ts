/** What the documents and the command line say of `version`. */
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';

export const versionDoc: MethodDoc = {
  summary: 'Names the API versions that the server speaks.',
  examples: () => [shown()],
  answer: {
    version: 'The versions of the API, in an older form.',
    'version.first': 'The first.',
    'version.last': 'The last.',
    'version.good': 'The one to use.',
  },
};
