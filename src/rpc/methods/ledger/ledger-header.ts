/** `ledger_header`: a ledger's header as bytes and as JSON (rippled: LedgerHeader.cpp). */

import { encodeLedgerHeader } from '../../../ledger/ledger-header.ts';
import { bytesToHex } from '../../../util/hex.ts';
import { closedHeaderJson, openHeaderJson, openLedgerHeader } from '../../json/ledger-header-json.ts';
import { defineMethod } from '../../method/define-method.ts';
import { LEDGER_PARAMS } from '../../params/ledger-lookup.ts';

export const ledgerHeader = defineMethod({
  name: 'ledger_header',
  role: 'user',
  needs: 'ledger',
  maxApiVersion: 1,
  params: [...LEDGER_PARAMS],
  run({ reader, apiVersion }, read) {
    const { view, header, fields } = read('ledger_index');
    const bytes = bytesToHex(encodeLedgerHeader(header ?? openLedgerHeader(view, reader.validated)));
    const ledger = header === undefined ? openHeaderJson(view, apiVersion) : closedHeaderJson(header, apiVersion);
    return { ...fields, ledger, ledger_data: bytes };
  },
});
