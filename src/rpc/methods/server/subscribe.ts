/**
 * `subscribe`: subscribes to events from now on, or, in Weir only, from a past ledger on (rippled: Subscribe.cpp,
 * NetworkOPs.cpp). Unlike in the reference, a request with an error changes nothing.
 */
import { encodeNodePublicKey } from '../../../crypto/address.ts';
import { validatedRange } from '../../../node/validated-range.ts';
import type { JsonObject } from '../../../protocol/values.ts';
import { assert } from '../../../util/assert.ts';
import { bytesToHex } from '../../../util/hex.ts';
import { LOAD_BASE } from '../../json/fee-levels.ts';
import { hostId } from '../../json/server-facts.ts';
import type { RpcContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidParams, RpcError } from '../../method/errors.ts';
import type { ParamReader } from '../../method/param-row.ts';
import type { StreamSubscriber } from '../../method/stream-subscriber.ts';
import { strictUint } from '../../params/readers.ts';
import { snapshots } from '../../streams/book-subscriptions.ts';
import { ledgerSummary } from '../../streams/ledger-message.ts';
import { requireSubscription, type StreamRequest, streamRequest } from '../../streams/stream-params.ts';

const RANDOM_BYTES = 32;

/** A stored ledger, or the next one to be validated. */
const firstLedger: ParamReader<'integer', number | undefined, [subscription: StreamSubscriber]> = {
  type: 'integer',
  read: (context, name, subscription) => {
    const start = strictUint.read(context, name);
    if (start === undefined) return undefined;
    const { min, max } = validatedRange(context.reader);
    if (start < min || start > max + 1) {
      throw new RpcError('lgrNotFound', `Field '${name}' is not within ${min} to ${max + 1}.`);
    }
    if (!subscription.isEmpty) throw invalidParams(`Field '${name}' needs a connection without other subscriptions.`);
    return start;
  },
};

export const subscribe = defineMethod({
  name: 'subscribe',
  role: 'user',
  needs: 'nothing',
  onlyFails: 'without WebSocket',
  params: [
    {
      name: 'streams',
      ...streamRequest,
      text: '`ledger`, `book_changes`, `transactions`, `transactions_proposed`, `server`.',
    },
    { name: 'accounts', type: 'array', readWith: 'streams', text: 'Addresses whose validated transactions to send.' },
    {
      name: 'accounts_proposed',
      type: 'array',
      readWith: 'streams',
      text: 'The same, with transactions that are not validated yet.',
    },
    {
      name: 'books',
      type: 'array',
      readWith: 'streams',
      text:
        'Order books to hear of: objects with `taker_pays` and `taker_gets`, as for `book_offers`; `both` for both ' +
        'directions, `snapshot` for the offers that are there, `taker` and `domain` as there. A transaction is sent if ' +
        'an offer gives what `taker_pays` names and takes what `taker_gets` names.',
    },
    {
      name: 'start_ledger',
      ...firstLedger,
      text: 'Start with the messages of this past ledger, then continue live; not for proposed transactions.',
    },
  ],
  *run(context, read) {
    const subscription = requireSubscription(context);
    const request = read('streams');
    const startLedger = read('start_ledger', subscription);
    requireRoom(subscription, request);
    subscription.subscribe(request, context.apiVersion, startLedger);
    const { reader } = context;
    const view = reader.view(reader.validated.ledgerIndex);
    assert(view !== undefined, 'the newest ledger is there');
    const offers = yield* snapshots(view, request.watchedBooks);
    return {
      ...offers,
      ...(request.named.has('server') ? serverFacts(context) : {}),
      ...(request.named.has('ledger') ? ledgerSummary(context.reader, context.reader.validated) : {}),
      ...(startLedger === undefined ? {} : { start_ledger: startLedger }),
    };
  },
});

function requireRoom(subscriber: StreamSubscriber, { accounts, proposedAccounts, books }: StreamRequest): void {
  const { watchCount, maxWatched } = subscriber;
  if (watchCount + accounts.length + proposedAccounts.length + books.length > maxWatched) {
    const what = books.length > 0 ? 'accounts and order books' : 'accounts';
    throw invalidParams(`One connection can watch ${maxWatched} ${what}.`);
  }
}

function serverFacts(context: RpcContext): JsonObject {
  return {
    stand_alone: true,
    random: bytesToHex(context.randomBytes(RANDOM_BYTES)),
    server_status: 'full',
    load_base: LOAD_BASE,
    load_factor: LOAD_BASE,
    hostid: hostId(context),
    pubkey_node: encodeNodePublicKey(context.reader.publicKey),
  };
}
