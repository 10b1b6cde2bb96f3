/**
 * What a front end asks of the engine. A front end answers requests from the store and the validated ledger that it
 * follows. The open ledger, the queue and the closes are the engine's: whatever touches them there is run by the engine.
 */
import type { SubmitOptions, SubmitOutcome } from '../../node/ledger-node.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { JsonObject } from '../../protocol/values.ts';
import type { Inclusion } from '../json/transaction-json.ts';
import type { RpcRequest } from './execute.ts';

/** What became of a submission, and what an answer to it says beside the transaction. */
export interface SubmitReport {
  readonly outcome: SubmitOutcome;
  /** Where a validated ledger has the transaction already. */
  readonly inclusion: Inclusion | undefined;
  /** Members of the result. */
  readonly facts: JsonObject;
}

export interface EngineRelay {
  /**
   * To be called before each request: from then on the front end sees at least what the engine had validated when the
   * request came.
   */
  catchUp(): void;
  /** Has the engine run the request: the bare result. Never rejects. */
  execute(request: RpcRequest): Promise<JsonObject>;
  /** Submits a transaction whose signature was verified here. Rejects with an `RpcError` as `submit` would. */
  submit(transaction: Transaction, options: SubmitOptions): Promise<SubmitReport>;
}

/** A front end met something that only the engine has; the request is to be run there. */
export class EngineNeededError extends Error {
  override readonly name = 'EngineNeededError';
}

/** One for all, since it is thrown often, never shown, and its stack says nothing. */
const ENGINE_NEEDED = new EngineNeededError("this is the engine's to answer");

/** Ends the attempt to answer a request without the engine. */
export function askEngine(): never {
  throw ENGINE_NEEDED;
}
