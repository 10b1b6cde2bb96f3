/**
 * DIDSet: creates or changes the sender's decentralized identifier; an empty field is removed (rippled: DIDSet.cpp).
 */
import type { DID } from '../../../protocol/entries/entries.ts';
import { accountKeylet, didKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { insertOwnedEntry } from '../../accounts/owned-entries.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { type ApplyContext, defineTransaction } from '../../transaction-type.ts';

type DIDSet = TransactionOf<'DIDSet'>;

const FIELDS = ['URI', 'DIDDocument', 'Data'] as const;
/** Per field. */
const MAX_BYTES = 256;

export const didSet = defineTransaction({
  name: 'DIDSet',

  preflight({ tx }) {
    if (FIELDS.every((name) => tx[name] === undefined) || FIELDS.every((name) => tx[name] === ''))
      return 'temEMPTY_DID';
    return FIELDS.some((name) => (tx[name] ?? '').length > 2 * MAX_BYTES) ? 'temMALFORMED' : 'tesSUCCESS';
  },

  apply(context) {
    const { sandbox, tx } = context;
    const existing = sandbox.peek(didKeylet(tx.Account));
    if (existing === undefined) return createDid(context);
    setFields(existing, tx);
    if (isEmpty(existing)) return 'tecEMPTY_DID';
    sandbox.update(existing);
    return 'tesSUCCESS';
  },
});

/** Unlike for most entries, the balance after the fee must cover the reserve. */
function createDid({ sandbox, tx, fees }: ApplyContext<DIDSet>): Ter {
  const did = newEntry(didKeylet(tx.Account));
  did.Account = tx.Account;
  setFields(did, tx);
  if (isEmpty(did)) return 'tecEMPTY_DID';
  const owner = sandbox.read(accountKeylet(tx.Account));
  if (owner === undefined) return 'tefINTERNAL';
  return coversReserve(fees, owner, owner.Balance, 1) ? insertOwnedEntry(sandbox, did) : 'tecINSUFFICIENT_RESERVE';
}

function setFields(did: DID, tx: Readonly<DIDSet>): void {
  for (const name of FIELDS) {
    const value = tx[name];
    if (value === '') delete did[name];
    else if (value !== undefined) did[name] = value;
  }
}

function isEmpty(did: DID): boolean {
  return FIELDS.every((name) => did[name] === undefined);
}
