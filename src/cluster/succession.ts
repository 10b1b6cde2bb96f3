/**
 * Who may lead (docs/cluster-protocol.md, rule 7): a member whose chain has all that any member is known to have. A database can
 * lose its last ledgers; a leader with less than clients have seen would make other ledgers with the same indexes.
 */
import type { LedgerStore } from '../storage/ledger-store.ts';
import type { LeaseState, ListedMember, LogEnd } from '../storage/shared/cluster-store.ts';

export interface Candidate {
  readonly id: string;
  readonly own: Pick<LedgerStore, 'header' | 'ledgerRange'>;
  readonly lease: LeaseState;
  /** The end of the log, which this member reads before it leads; undefined if the log is empty. */
  readonly log: LogEnd | undefined;
  readonly members: readonly ListedMember[];
  /** The last ledger that this member has on disk: the end of its own store, or the ledger after it (`kept-records.ts`). */
  readonly end: LogEnd | undefined;
  /** The last confirmed ledger of which this member has heard, if the log does not have it. */
  readonly heard: LogEnd | undefined;
  /** So many other members have each ledger on disk before it counts as validated. */
  readonly acknowledge: number;
}

/** Why this member may not lead now, for the operator; undefined if it may. */
export function reasonNotToLead({
  id,
  own,
  end,
  lease,
  log,
  members,
  heard,
  acknowledge,
}: Candidate): string | undefined {
  if (lease.recoverFrom === id) return undefined;
  if (lease.recoverFrom !== undefined) return `the cluster waits for ${lease.recoverFrom}, by the operator's decision`;
  const others = members.filter((member) => member.id !== id && member.isKnown && member.role !== 'apart');
  if (lease.isVoid && !lease.isReplicated) {
    const absent = others.filter(({ isHere }) => !isHere).map((member) => member.id);
    if (absent.length > acknowledge)
      return `the database is another server than before, and ${absent.join(', ')} may have ledgers that it lost: ${DECIDE}`;
  }
  const ends = new Set([log?.hash, end?.hash]);
  for (const member of others) {
    if (!ends.has(member.hash) && !hasEnd(own, member))
      return `member ${member.id} has ledger ${member.ledgerIndex} (${member.hash}), which this node lacks: ${DECIDE}`;
  }
  if (heard !== undefined && !ends.has(heard.hash) && !hasEnd(own, heard))
    return `ledger ${heard.ledgerIndex} (${heard.hash}) was validated, and neither the log nor this node has it: ${DECIDE}`;
  return undefined;
}

const DECIDE = 'start the node that has it, or decide with weir cluster recover --from NODE';

/** Ledgers before the first one of the store count as had: they are too old to be missing from any chain. */
function hasEnd(own: Candidate['own'], { ledgerIndex, hash }: LogEnd): boolean {
  if (ledgerIndex === 0) return true;
  const range = own.ledgerRange();
  if (range === undefined || ledgerIndex > range.last) return false;
  return ledgerIndex < range.first || own.header(ledgerIndex)?.hash === hash;
}
