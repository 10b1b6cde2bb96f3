/** Documents whose commands are run: fenced blocks in pairs, a command (`sh`) and what it prints (`json` or `text`). */
import assert from 'node:assert/strict';
import { runProgram, SOURCE_MAIN } from './program.ts';

const CURL = /^curl -s http:\/\/127\.0\.0\.1:5005 -d '(?<body>[^']*)'$/;
const COMMAND_LINE = /^npm run --silent weir -- (?<words>.*)$/;

export interface PrintedStep {
  readonly command: string;
  /** What is printed below the command. */
  readonly shown: string;
}

/** The steps of a page, in order. Blocks of other kinds are not run. */
export function printedSteps(page: string): PrintedStep[] {
  const blocks = [...page.matchAll(/^```(sh|json|text)\n(.*?)^```$/gms)];
  return blocks.flatMap(([, kind, text], index) => {
    if (kind !== 'sh') return [];
    const next = blocks[index + 1];
    assert.ok(next !== undefined && next[1] !== 'sh', `nothing is shown for: ${text}`);
    return [{ command: text!.trimEnd().replaceAll(/ \\\n\s*/g, ' '), shown: next[2]!.trimEnd() }];
  });
}

/** What a request by `curl`, or a command of the program, prints when the server is at this address. */
export async function runPrinted(command: string, url: string): Promise<string> {
  const body = CURL.exec(command)?.groups?.body;
  if (body !== undefined) return (await fetch(url, { method: 'POST', body })).text();
  const words = COMMAND_LINE.exec(command)?.groups?.words;
  assert.ok(words !== undefined, `a command of no known form: ${command}`);
  return runProgram(process.execPath, [SOURCE_MAIN, ...words.split(' '), '--url', url]);
}
