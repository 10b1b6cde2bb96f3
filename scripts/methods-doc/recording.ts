/** Sends the request of every example and records the answers. */

import { METHOD_DOCS } from '../../src/cli/request/method-docs.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import type { Answer } from '../../test/support/rpc-call.ts';
import { createStory, type Story } from './story.ts';
import { type StoryExample, storyExamples } from './story-examples.ts';

/** Replaces the name of the temporary directory in recordings, which differs in each run. */
const DIRECTORY_NAME = '/srv/weir';

export interface Recording {
  readonly method: string;
  readonly params: JsonObject;
  readonly apiVersion: 1 | 2;
  readonly isShown: boolean;
  readonly isWebSocket: boolean;
  /** The complete result, with `status`. */
  readonly answer: Answer;
}

/** One recording for each example, in order. */
export async function recordExamples(): Promise<Recording[]> {
  const story = await createStory();
  const recordings: Recording[] = [];
  for (const example of [...methodExamples(story), ...storyExamples(story)]) {
    const { method, apiVersion = 1, isShown, isWebSocket = false } = example;
    const { continues } = example;
    const continued = continues === 'hash' ? 'transaction' : continues;
    const more = continued === undefined ? {} : { [continued]: recordings.at(-1)!.answer[continues!] };
    const params: JsonObject = { ...example.params, ...more };
    const pending = story.ask(method, params, { apiVersion, isWebSocket });
    if (example.thenClose === true) await story.close();
    const asked = renamed(story.directory, params);
    const answer = renamed(story.directory, await pending);
    recordings.push({ method, params: asked, apiVersion, isShown, isWebSocket, answer });
  }
  await story.end();
  return recordings;
}

/** The examples in the documentation of the methods. */
function methodExamples(story: Story): StoryExample[] {
  return [...METHOD_DOCS].flatMap(([method, { examples }]) =>
    (examples?.(story) ?? []).map((example) => ({ method, ...example })),
  );
}

/** The request with paths in the temporary directory replaced by the name in recordings. */
function renamed<T extends JsonObject>(directory: string, members: T): T {
  const entries = Object.entries(members).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replace(directory, DIRECTORY_NAME) : value,
  ]);
  return Object.fromEntries(entries);
}
