/**
 * A connection's open path request: answered again for each validated ledger, until it is closed or replaced (rippled:
 * PathFind.cpp; PathRequest.cpp, doCreate, doClose, doStatus; PathRequestManager.cpp).
 */

import type { ReadView } from '../../ledger/read-view.ts';
import type { LedgerReader } from '../../node/ledger-node.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { assert } from '../../util/assert.ts';
import type { Steps } from '../../util/steps.ts';
import { jsonLine } from '../json/raw-json.ts';
import { RpcError, rpcErrorOf } from '../method/errors.ts';
import type { OpenQuestion } from '../method/stream-subscriber.ts';
import { findAlternatives, questionJson, requirePayable } from './find-alternatives.ts';
import { orderBooksOf } from './order-books.ts';
import type { PathQuestion } from './path-question.ts';

export class PathWatch implements OpenQuestion {
  readonly #reader: LedgerReader;
  readonly #question: PathQuestion;
  #status: JsonObject;

  /** Use `open`. */
  private constructor(reader: LedgerReader, question: PathQuestion, status: JsonObject) {
    this.#reader = reader;
    this.#question = question;
    this.#status = status;
  }

  /** Computes the first result for the newest ledger; throws if the request fails there. */
  static *open(reader: LedgerReader, question: PathQuestion): Steps<PathWatch> {
    return new PathWatch(reader, question, yield* answer(reader, question, false));
  }

  /** The newest result. */
  get status(): JsonObject {
    return this.#status;
  }

  /** The message for the last validated ledger; it may be an error that the payment is no longer possible. */
  *update(): Steps<Buffer> {
    this.#status = yield* this.#answerOrError();
    const line = jsonLine({ ...this.#status, type: 'path_find' });
    return typeof line === 'string' ? Buffer.from(line) : line;
  }

  *#answerOrError(): Steps<JsonObject> {
    try {
      return yield* answer(this.#reader, this.#question, true);
    } catch (error) {
      // There is no request to fail, so every error becomes a message.
      return (rpcErrorOf(error) ?? new RpcError('internal')).toResult();
    }
  }
}

function* answer(reader: LedgerReader, question: PathQuestion, isFull: boolean): Steps<JsonObject> {
  const { fees } = reader;
  const view = closedView(reader);
  requirePayable(view, fees, question);
  const { alternatives } = yield* findAlternatives(
    view,
    fees,
    orderBooksOf(reader, undefined, question.domain),
    question,
  );
  return { alternatives, ...questionJson(question), full_reply: isFull };
}

function closedView(reader: LedgerReader): ReadView {
  const view = reader.view(reader.validated.ledgerIndex);
  assert(view !== undefined, 'the newest ledger is there');
  return view;
}
