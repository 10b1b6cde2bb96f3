/** DIDDelete: removes the sender's decentralized identifier (rippled: DIDDelete.cpp). */
import { didKeylet } from '../../../protocol/entries/keylets.ts';
import { removeOwnedEntry } from '../../accounts/owned-entries.ts';
import { defineTransaction } from '../../transaction-type.ts';

export const didDelete = defineTransaction({
  name: 'DIDDelete',

  preflight() {
    return 'tesSUCCESS';
  },

  apply({ sandbox, tx }) {
    const did = sandbox.peek(didKeylet(tx.Account));
    return did === undefined ? 'tecNO_ENTRY' : removeOwnedEntry(sandbox, did);
  },
});
