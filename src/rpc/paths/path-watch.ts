/**
 * A question for paths that a connection keeps open: asked again in each validated ledger, until it is closed or another
 * one takes its place. (Reference: PathFind.cpp; PathRequest.cpp, doCreate, doClose, doStatus; PathRequestManager.cpp.)
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { LedgerNode } from '../../node/ledger-node.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { RpcError } from '../errors.ts';
import type { OpenQuestion } from '../streams/stream-subscriber.ts';
import { findAlternatives, questionJson, requirePayable } from './find-alternatives.ts';
import type { PathQuestion } from './path-question.ts';

export class PathWatch implements OpenQuestion {
  readonly #node: LedgerNode;
  readonly #question: PathQuestion;
  #status: JsonObject;

  /** Answers for the newest ledger; throws what makes the question unanswerable there. */
  constructor(node: LedgerNode, question: PathQuestion) {
    this.#node = node;
    this.#question = question;
    this.#status = this.#answer(false);
  }

  /** The newest answer. */
  get status(): JsonObject {
    return this.#status;
  }

  /** The message for the ledger that was validated last; it may say that nothing can be paid any more. */
  update(): Buffer {
    this.#status = this.#answerOrError();
    return Buffer.from(JSON.stringify({ ...this.#status, type: 'path_find' }));
  }

  #answerOrError(): JsonObject {
    try {
      return this.#answer(true);
    } catch (error) {
      // There is no request that could fail in place of the server.
      return (error instanceof RpcError ? error : new RpcError('internal')).toResult();
    }
  }

  #answer(isFull: boolean): JsonObject {
    const { fees } = this.#node;
    const view = this.#closedView();
    requirePayable(view, fees, this.#question);
    const { alternatives } = findAlternatives(view, fees, this.#question);
    return { alternatives, ...questionJson(this.#question), full_reply: isFull };
  }

  #closedView(): ReadView {
    const view = this.#node.view(this.#node.validated.ledgerIndex);
    if (view === undefined) throw new RpcError('noClosed');
    return view;
  }
}
