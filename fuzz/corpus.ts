/** The corpora beside this file: for each target the inputs from which new ones are made, one a line. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

function corpusFile(target: string): string {
  return path.join(import.meta.dirname, 'corpus', `${target}.txt`);
}

export function readCorpus(target: string): string[] {
  const text = readFileSync(corpusFile(target), 'utf8');
  return text.split('\n').filter((line) => line !== '');
}

export function writeCorpus(target: string, lines: readonly string[]): void {
  writeFileSync(corpusFile(target), `${lines.join('\n')}\n`);
}
