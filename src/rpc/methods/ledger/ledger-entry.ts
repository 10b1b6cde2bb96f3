/** `ledger_entry`: one entry of a ledger's state, by its key or by what identifies it (rippled: LedgerEntry.cpp). */

import { encodeObject } from '../../../protocol/codec/encode.ts';
import { objectToJson } from '../../../protocol/json/to-json.ts';
import type { LedgerEntryTypeName } from '../../../protocol/tables/entry-types.ts';
import { type Hash256, type JsonObject, type StObject, ZERO_HASH } from '../../../protocol/values.ts';
import { bytesToHex } from '../../../util/hex.ts';
import { ENTRY_FORM_NAMES, ENTRY_FORMS } from '../../ledger-entry/entry-forms.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidParams, RpcError } from '../../method/errors.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { LEDGER_PARAMS } from '../../params/ledger-lookup.ts';
import { hasParam } from '../../params/params.ts';
import { flag } from '../../params/readers.ts';

type RequestedEntry = {
  /** Required entry type; undefined for any. */
  readonly type: LedgerEntryTypeName | undefined;
  /** Reads the key from the request. The reference looks up the ledger first. */
  findIndex(): Hash256;
};

/** The member that names an entry; undefined if there is none. */
const requestedEntry: ParamReader<'string or object', RequestedEntry | undefined> = {
  type: 'string or object',
  read: ({ params }) => {
    const [form, another] = ENTRY_FORMS.filter(({ name }) => hasParam(params, name));
    if (another !== undefined) throw invalidParams('Too many fields provided.');
    if (form === undefined) return undefined;
    return { type: form.type, findIndex: () => form.indexOf(params[form.name], form.name, params) };
  },
};

export const ledgerEntry = defineMethod({
  name: 'ledger_entry',
  role: 'user',
  needs: 'ledger',
  params: [
    {
      name: 'index',
      type: 'string',
      readWith: '<type>',
      text: 'Key of an entry of any type. One of this and the next is required.',
    },
    {
      name: '<type>',
      members: ENTRY_FORM_NAMES,
      ...requestedEntry,
      text: `Its key or what identifies it: ${ENTRY_FORM_NAMES.map((name) => `\`${name}\``).join(', ')}.`,
    },
    {
      name: 'bridge_account',
      type: 'string',
      readWith: '<type>',
      text: 'With `bridge`: the door on this ledger.',
    },
    ...LEDGER_PARAMS,
    { name: 'binary', ...flag, text: 'Hex instead of JSON.' },
  ],
  run(context, read): JsonObject {
    const asked = read('<type>');
    const { view, fields } = read('ledger_index');
    if (asked === undefined) {
      if (context.apiVersion > 1) throw invalidParams('No ledger_entry params provided.');
      // An error without a number, as in the reference.
      return { ...fields, error: 'unknownOption' };
    }
    const index = asked.findIndex();
    const known = { ...fields, index };
    const entry = index === ZERO_HASH ? undefined : view.readAny(index);
    if (entry === undefined) throw new RpcError('entryNotFound', undefined, known);
    if (asked.type !== undefined && asked.type !== entry.LedgerEntryType) {
      throw new RpcError('unexpectedLedgerType', undefined, known);
    }
    const object = entry as unknown as StObject;
    if (!read('binary')) return { ...known, node: objectToJson(object) };
    return { ...known, node_binary: bytesToHex(encodeObject(object)) };
  },
});
