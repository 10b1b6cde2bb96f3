/** Where the rules of another network differ from those that Weir applies to its ledgers. */
import { amendmentById, GENESIS_AMENDMENTS } from '../protocol/tables/amendments.ts';
import type { Hash256 } from '../protocol/values.ts';

/** Names of amendments, or ids of those that Weir does not know. */
export interface RuleDifferences {
  /** In force on the network, but Weir does not have their rules. */
  readonly lacking: readonly string[];
  /** Not in force on the network, but Weir applies their rules. */
  readonly early: readonly string[];
}

/** `inForce`: ids of the amendments of the network. */
export function ruleDifferences(inForce: readonly Hash256[]): RuleDifferences {
  const lacking = inForce.filter((id) => {
    const status = amendmentById(id)?.status;
    return status === undefined || status === 'unsupported';
  });
  const early = GENESIS_AMENDMENTS.filter((id) => !inForce.includes(id));
  const nameOf = (id: Hash256) => amendmentById(id)?.name ?? id;
  return { lacking: lacking.map(nameOf), early: early.map(nameOf) };
}
