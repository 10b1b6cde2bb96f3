/** `ledger`: header, transactions and state of one ledger (rippled: Ledger.cpp). */

import type { JsonObject } from '../../../protocol/values.ts';
import type { Steps } from '../../../util/steps.ts';
import { binaryHeaderJson, closedHeaderJson, openHeaderJson, openLedgerHeader } from '../../json/ledger-header-json.ts';
import { type FillOptions, ledgerStateJson, ledgerTransactionsJson } from '../../json/ledger-json.ts';
import { ledgerQueueJson } from '../../json/queue-json.ts';
import type { RpcContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidParams, RpcError } from '../../method/errors.ts';
import { openLedgerSnapshot } from '../../method/open-ledger-snapshot.ts';
import type { JsonDraft } from '../../params/json-values.ts';
import { type LedgerLookup, namesLedger, requestedLedger } from '../../params/ledger-lookup.ts';
import { plainFlag, presence } from '../../params/readers.ts';

type Option = 'full' | 'transactions' | 'accounts' | 'expand' | 'binary' | 'owner_funds' | 'queue';
type Options = Readonly<Record<Option, boolean>>;

const FIELD_DEPRECATED = {
  id: 2004,
  message:
    'Some fields from your request are deprecated. Please check the documentation at ' +
    'https://xrpl.org/docs/references/http-websocket-apis/ and update your request. Field `type` is deprecated.',
};

export const ledger = defineMethod({
  name: 'ledger',
  role: 'user',
  needs: 'ledger',
  params: [
    { name: 'ledger_hash', type: 'string', readWith: 'ledger_index', text: 'Hash of the ledger.' },
    {
      name: 'ledger_index',
      ...requestedLedger,
      text: 'Index, `validated`, `closed` or `current`; without one, the open and the last closed ledger.',
    },
    { name: 'transactions', ...plainFlag, text: 'List the transactions.' },
    { name: 'expand', ...plainFlag, text: 'Whole transactions and entries instead of their hashes.' },
    { name: 'binary', ...plainFlag, text: 'Hex instead of JSON.' },
    { name: 'owner_funds', ...plainFlag, text: 'Funds of the owner of each new offer.' },
    { name: 'queue', ...plainFlag, text: 'Queued transactions (open ledger only).' },
    { name: 'accounts', ...plainFlag, text: 'The whole state. For administrators.' },
    { name: 'full', ...plainFlag, text: 'Everything. For administrators.' },
    { name: 'type', ...presence('string'), text: 'Deprecated: has no effect, and the answer has a warning.' },
  ],
  *run(context, read) {
    const options = {
      full: read('full'),
      transactions: read('transactions'),
      accounts: read('accounts'),
      expand: read('expand'),
      binary: read('binary'),
      owner_funds: read('owner_funds'),
      queue: read('queue'),
    };
    const result = namesLedger(context.params)
      ? yield* oneLedger(context, options, read('ledger_index'))
      : newestLedgers(context, read('ledger_index'));
    return read('type') ? { ...result, warnings: [FIELD_DEPRECATED] } : result;
  },
});

function* oneLedger(context: RpcContext, options: Options, found: LedgerLookup): Steps<JsonObject> {
  if ((options.full || options.accounts) && context.role !== 'admin') throw new RpcError('noPermission');
  if (options.queue && !found.view.isOpen) throw invalidParams().about('queue');
  const queued = (options.queue && context.openLedger?.queue.all()) || [];
  const view = openLedgerSnapshot(context, found.view);
  const answer = { ...found.fields, ledger: yield* describe(context, { ...found, view }, options) };
  if (queued.length === 0) return answer;
  return { ...answer, queue_data: yield* ledgerQueueJson(context, queued, view, fillOptions(options)) };
}

function fillOptions({ expand, full, binary, owner_funds: ownerFunds }: Options): FillOptions {
  return { expand: expand || full, binary, ownerFunds };
}

function* describe(context: RpcContext, found: LedgerLookup, options: Options): Steps<JsonDraft> {
  const fill = fillOptions(options);
  const json = options.binary ? binaryHeaderJson(found.header) : header(context, found, options);
  if (options.transactions || options.full) json.transactions = yield* ledgerTransactionsJson(context, found, fill);
  if (options.accounts || options.full) json.accountState = yield* ledgerStateJson(found.view, fill);
  return json;
}

function header({ apiVersion, reader }: RpcContext, { header, view }: LedgerLookup, { full }: Options): JsonDraft {
  if (header !== undefined) return closedHeaderJson(header, apiVersion);
  if (!full) return openHeaderJson(view, apiVersion);
  // With `full` the reference shows the open ledger's preliminary header without `closed`.
  const { closed: _closed, ...json } = closedHeaderJson(openLedgerHeader(view, reader.validated), apiVersion);
  return json;
}

function newestLedgers({ reader, apiVersion }: RpcContext, { view }: LedgerLookup): JsonObject {
  return {
    closed: { ledger: closedHeaderJson(reader.validated, apiVersion) },
    open: { ledger: openHeaderJson(view, apiVersion) },
  };
}
