/**
 * What a front end asks of the engine. A front end answers requests from the store and the validated ledger that it
 * follows. The open ledger, the queue and the closes are the engine's: whatever touches them there is run by the engine.
 */

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
