/**
 * EnableAmendment, a pseudo-transaction: an amendment got or lost the majority of validators, or is enabled (rippled:
 * Change.cpp, applyAmendment).
 */
import { amendmentsKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import { defineTransaction } from '../../transaction-type.ts';

const { tfGotMajority, tfLostMajority } = TransactionFlags.EnableAmendment;

export const enableAmendment = defineTransaction({
  name: 'EnableAmendment',

  preflight() {
    return 'tesSUCCESS';
  },

  apply({ sandbox, tx }) {
    const existing = sandbox.peek(amendmentsKeylet());
    const amendments = existing ?? newEntry(amendmentsKeylet());
    const { Amendments: enabled = [], Majorities: before = [] } = amendments;
    if (enabled.includes(tx.Amendment)) return 'tefALREADY';
    const hasGot = hasFlag(tx, tfGotMajority);
    const hasLost = hasFlag(tx, tfLostMajority);
    if (hasGot && hasLost) return 'temINVALID_FLAG';
    const others = before.filter(({ Majority }) => Majority?.Amendment !== tx.Amendment);
    const hadMajority = others.length < before.length;
    if (hadMajority ? hasGot : hasLost) return 'tefALREADY';
    const majority = { Amendment: tx.Amendment, CloseTime: sandbox.parentCloseTimeSeconds };
    const majorities = hasGot ? [...others, { Majority: majority }] : others;
    if (!hasGot && !hasLost) amendments.Amendments = [...enabled, tx.Amendment];
    if (majorities.length === 0) delete amendments.Majorities;
    else amendments.Majorities = majorities;
    if (existing === undefined) sandbox.insert(amendments);
    else sandbox.update(amendments);
    return 'tesSUCCESS';
  },
});
