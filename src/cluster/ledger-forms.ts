/**
 * The forms of closed ledgers that a Weir writes and reads. A cluster is upgraded member by member: whoever leads writes the
 * newest form that all members can read, and so goes on with an older one until the last of them was upgraded.
 */
import type { ClosedLedger } from '../ledger/closed-ledger.ts';
import { CLOSED_LEDGER_VERSION, decodeClosedLedger, encodeClosedLedger } from '../ledger/closed-ledger-codec.ts';
import { StoreError } from '../storage/ledger-store.ts';
import type { ClusterMember, MemberReport } from '../storage/shared/cluster-store.ts';

export interface LedgerForms {
  /** Those that it can write, by the versions that their bytes begin with. */
  readonly written: readonly number[];
  /** It reads this one and all before. */
  readonly newestRead: number;
  /** `form` is one of `written`. */
  encode(ledger: ClosedLedger, form: number): Uint8Array;
  /** @throws RangeError for a form that it cannot read */
  decode(bytes: Uint8Array): ClosedLedger;
}

export const LEDGER_FORMS: LedgerForms = {
  written: [CLOSED_LEDGER_VERSION],
  newestRead: CLOSED_LEDGER_VERSION,
  encode: encodeClosedLedger,
  decode: decodeClosedLedger,
};

/** Who can read anything that this member writes can read this one. */
export function oldestForm({ written }: LedgerForms): number {
  return Math.min(...written);
}

/**
 * The newest form that this member writes and all of these read.
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
