/** Asks every example of the story, and keeps what was asked and answered. */

import { METHOD_DOCS } from '../../src/cli/request/method-docs.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import type { Answer } from '../../test/support/rpc-call.ts';
import { type Story, tellStory } from './story.ts';
import { type StoryExample, storyExamples } from './story-examples.ts';

/** What the story's directory is called in a recording: its own name is another each time. */
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

/** One for each example, in their order. */
export async function recordExamples(): Promise<Recording[]> {
  const story = await tellStory();
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

/** Those in the documentation of the methods. */
function methodExamples(story: Story): StoryExample[] {
  return [...METHOD_DOCS].flatMap(([method, { examples }]) =>
    (examples?.(story) ?? []).map((example) => ({ method, ...example })),
  );
}

/** The same, with texts that lead into the directory under its name in recordings. */
function renamed<T extends JsonObject>(directory: string, members: T): T {
  const entries = Object.entries(members).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replace(directory, DIRECTORY_NAME) : value,
  ]);
  return Object.fromEntries(entries);
}
