/** What the documents and the command line say of `manifest`. */
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';

export const manifestDoc: MethodDoc = {
  summary: "Repeats a validator's public key: there are no manifests that name another one.",
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
    'details.master_key': 'The same key: there are no manifests that name another one.',
    'details.ephemeral_key': 'The same key.',
  },
};
