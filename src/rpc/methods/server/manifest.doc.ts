/** The documentation of `manifest`. */
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';

export const manifestDoc: MethodDoc = {
  summary: 'Returns the given public key: Weir has no manifests.',
  commandLine: {
    usage: '<public_key>',
    min: 1,
    max: 1,
    words: [{ name: 'public_key' }],
    parse: ([key]) => ({ public_key: key! }),
  },
  examples: () => [shown({ public_key: 'nHUon2tpyJEHHYGmxqeGu37cvPYHzrMtUNQFVdCgGNvEkjmCpTqK' })],
  answer: {
    requested: 'The key of the request.',
    details: 'Its keys.',
    'details.master_key': 'The same key: Weir has no manifests.',
    'details.ephemeral_key': 'The same key.',
  },
};
