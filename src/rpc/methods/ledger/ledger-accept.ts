/**
 * `ledger_accept`: closes the open ledger now (rippled: LedgerAccept.cpp). Weir adds `close_time`, the exact close time
 * of the ledger, so that recordings can be replayed and tests can travel in time.
 */
import { LAST_EXACT_CLOSE_TIME_SECONDS } from '../../../ledger/ledger-header.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidParams } from '../../method/errors.ts';
import { explainFailedClose } from '../../method/failed-close.ts';
import { strictUint } from '../../params/readers.ts';

export const ledgerAccept = defineMethod({
  name: 'ledger_accept',
  role: 'admin',
  needs: 'engine',
  params: [
    {
      name: 'close_time',
      ...strictUint,
      text: "The ledger's exact close time in seconds since 2000-01-01T00:00:00Z; later than its parent's.",
    },
  ],
  async run({ reader, engine }, read) {
    const closeTime = read('close_time');
    if (closeTime !== undefined && closeTime <= reader.validated.closeTimeSeconds) {
      throw invalidParams(`Field 'close_time' is not after the parent's, ${reader.validated.closeTimeSeconds}.`);
    }
    if (closeTime !== undefined && closeTime > LAST_EXACT_CLOSE_TIME_SECONDS) {
      throw invalidParams(`Field 'close_time' is after ${LAST_EXACT_CLOSE_TIME_SECONDS}.`);
    }
    await engine.acceptLedger(closeTime).catch(explainFailedClose);
    return { ledger_current_index: engine.openLedger.view.ledgerIndex };
  },
});
