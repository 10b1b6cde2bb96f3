/** Asks every example of the story, and keeps what was asked and answered. */
import type { JsonObject } from '../../src/protocol/values.ts';
import type { Answer } from '../../test/support/rpc-call.ts';
import { examplesOf } from './examples.ts';
import { tellStory } from './story.ts';

export interface Recording {
  readonly method: string;
  readonly params: JsonObject;
  readonly apiVersion: 1 | 2;
  readonly isShown: boolean;
  readonly isWebSocket: boolean;
  /** The complete result, with `status`. */
  readonly answer: Answer;
}

/** One for each example, in their order. */
export async function recordExamples(): Promise<Recording[]> {
  const story = await tellStory();
  const recordings: Recording[] = [];
  for (const example of examplesOf(story)) {
    const { method, apiVersion = 1, isShown = true, isWebSocket = false } = example;
    const { continues } = example;
    const named = continues === 'hash' ? 'transaction' : continues;
    const more = named === undefined ? {} : { [named]: recordings.at(-1)!.answer[continues!] };
    const params: JsonObject = { ...example.params, ...more };
    const pending = story.ask(method, params, { apiVersion, isWebSocket });
    if (example.thenClose === true) await story.close();
    recordings.push({ method, params, apiVersion, isShown, isWebSocket, answer: await pending });
  }
  await story.end();
  return recordings;
}
