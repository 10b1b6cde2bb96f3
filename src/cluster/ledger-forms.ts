/**
 * The binary forms of closed ledgers that this version writes and reads. A cluster is upgraded member by member: the leader writes
 * the newest form that all members can read, so it uses an older form until the last member is upgraded.
 */
import type { ClosedLedger } from '../ledger/closed-ledger.ts';
import { CLOSED_LEDGER_VERSION, decodeClosedLedger, encodeClosedLedger } from '../ledger/closed-ledger-codec.ts';
import { StoreError } from '../storage/ledger-store.ts';
import type { ClusterMember, MemberReport } from '../storage/shared/cluster-store.ts';

export interface LedgerForms {
  /** Forms that this version writes, by the first byte of their encoding. */
  readonly written: readonly number[];
  /** This version reads this form and all earlier ones. */
  readonly newestRead: number;
  /** `form` is one of `written`. */
  encode(ledger: ClosedLedger, form: number): Uint8Array;
  /** @throws RangeError for an unknown form */
  decode(bytes: Uint8Array): ClosedLedger;
}

export const LEDGER_FORMS: LedgerForms = {
  written: [CLOSED_LEDGER_VERSION],
  newestRead: CLOSED_LEDGER_VERSION,
  encode: encodeClosedLedger,
  decode: decodeClosedLedger,
};

/** The oldest form that this member writes. */
export function oldestForm({ written }: LedgerForms): number {
  return Math.min(...written);
}

/**
 * The newest form that this member writes and all given members read.
 * @throws StoreError if there is none
 */
export function commonForm(
  forms: LedgerForms,
  members: readonly Pick<MemberReport & ClusterMember, 'id' | 'readsLedgerVersion'>[],
): number {
  const { written } = forms;
  const oldest = oldestForm(forms);
  for (const { id, readsLedgerVersion } of members) {
    if (readsLedgerVersion >= oldest) continue;
    throw new StoreError(
      `member ${id} reads closed ledgers up to form ${readsLedgerVersion}, and this Weir writes ${oldest}: ` +
        'upgrade that member first, or stop it',
    );
  }
  const readByAll = Math.min(...members.map(({ readsLedgerVersion }) => readsLedgerVersion));
  return Math.max(...written.filter((form) => form <= readByAll));
}
