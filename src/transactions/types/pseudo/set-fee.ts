/**
 * SetFee, a pseudo-transaction: changes base fee and reserves. The older fields of FeeSettings are replaced by those in
 * drops (rippled: Change.cpp, applyFee).
 */
import { feesKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { defineTransaction } from '../../transaction-type.ts';

const OLDER_FIELDS = ['BaseFee', 'ReferenceFeeUnits', 'ReserveBase', 'ReserveIncrement'] as const;

export const setFee = defineTransaction({
  name: 'SetFee',

  preflight() {
    return 'tesSUCCESS';
  },

  preclaim({ tx }) {
    const isComplete = [tx.BaseFeeDrops, tx.ReserveBaseDrops, tx.ReserveIncrementDrops].every((v) => v !== undefined);
    return isComplete && OLDER_FIELDS.every((name) => tx[name] === undefined) ? 'tesSUCCESS' : 'temMALFORMED';
  },

  apply({ sandbox, tx }) {
    const existing = sandbox.peek(feesKeylet());
    const settings = existing ?? newEntry(feesKeylet());
    if (existing === undefined) sandbox.insert(settings);
    settings.BaseFeeDrops = tx.BaseFeeDrops as bigint;
    settings.ReserveBaseDrops = tx.ReserveBaseDrops as bigint;
    settings.ReserveIncrementDrops = tx.ReserveIncrementDrops as bigint;
    for (const name of OLDER_FIELDS) delete settings[name];
    sandbox.update(settings);
    return 'tesSUCCESS';
  },
});
