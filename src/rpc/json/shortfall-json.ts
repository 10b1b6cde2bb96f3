/** The member `shortfalls` of answers and events: what a successful transaction did not do. */
import type { JsonObject } from '../../protocol/values.ts';
import type { Shortfall } from '../../transactions/explain/shortfalls.ts';

/** No members if it did all. */
export function shortfallFacts(shortfalls: readonly Shortfall[] = []): JsonObject {
  return shortfalls.length === 0 ? {} : { shortfalls: shortfalls.map((one) => ({ ...one })) };
}
