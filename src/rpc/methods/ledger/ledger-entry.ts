/** `ledger_entry`: one entry of a ledger's state, by its key or by what identifies it (rippled: LedgerEntry.cpp). */
import { encodeObject } from '../../../protocol/codec/encode.ts';
import { objectToJson } from '../../../protocol/json/to-json.ts';
import { type JsonObject, type StObject, ZERO_HASH } from '../../../protocol/values.ts';
import { bytesToHex } from '../../../util/hex.ts';
import { ENTRY_FORMS } from '../../ledger-entry/entry-forms.ts';
import { defineMethod, LEDGER_PARAMS } from '../../method/define-method.ts';
import { invalidParams, RpcError } from '../../method/errors.ts';
import { lookupLedger } from '../../params/ledger-lookup.ts';
import { hasParam } from '../../params/params.ts';
import { flag } from '../../params/readers.ts';

export const ledgerEntry = defineMethod({
  name: 'ledger_entry',
  summary: 'Shows one entry of the ledger.',
  role: 'user',
  needs: 'none',
  params: [
    { name: 'index', type: 'string', text: 'Key of an entry of any type. One of this and the next is required.' },
    {
      name: '<type>',
      type: 'string or object',
      text: `Its key or what identifies it: ${ENTRY_FORMS.map(({ name }) => `\`${name}\``)
        .filter((name) => name !== '`index`')
        .join(', ')}.`,
    },
    { name: 'bridge_account', type: 'string', text: 'With `bridge`: the door on whose side it is.' },
    ...LEDGER_PARAMS,
    { name: 'binary', ...flag, text: 'Hex instead of JSON.' },
  ],
  run(context, read): JsonObject {
    const { params, apiVersion } = context;
    const forms = ENTRY_FORMS.filter(({ name }) => hasParam(params, name));
    if (forms.length > 1) throw invalidParams('Too many fields provided.');
    const { view, fields } = lookupLedger(context);
    const [form] = forms;
    if (form === undefined) {
      if (apiVersion > 1) throw invalidParams('No ledger_entry params provided.');
      // A fault that has no number in the reference.
      return { ...fields, error: 'unknownOption' };
    }
    const index = form.indexOf(params[form.name], form.name, params);
    const known = { ...fields, index };
    const entry = index === ZERO_HASH ? undefined : view.readAny(index);
    if (entry === undefined) throw new RpcError('entryNotFound', undefined, known);
    if (form.type !== undefined && form.type !== entry.LedgerEntryType) {
      throw new RpcError('unexpectedLedgerType', undefined, known);
    }
    const object = entry as unknown as StObject;
    if (!read('binary')) return { ...known, node: objectToJson(object) };
    return { ...known, node_binary: bytesToHex(encodeObject(object)) };
  },
});
