/**
 * A cassette: the answers that one run used, in one file of JSON that lies beside a test. With it the test needs no network.
 * Its order depends on the content only, and each answer is a line, so that changes are easy to read.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { LedgerLine } from './answer-file.ts';
import { type Answer, KnownAnswers } from './known-answers.ts';

const FORMAT = 1;

interface CassetteJson {
  readonly weir_cassette: number;
  readonly ledger: LedgerLine;
  readonly answers: readonly Answer[];
}

export interface Cassette {
  readonly ledger: LedgerLine;
  readonly known: KnownAnswers;
}

/** @throws Error if the file is missing or no cassette */
export function readCassette(file: string): Cassette {
  const { weir_cassette, ledger, answers } = JSON.parse(readFileSync(file, 'utf8')) as CassetteJson;
  if (weir_cassette !== FORMAT) throw new Error(`${file} is not a cassette of this version of Weir`);
  const known = new KnownAnswers();
  for (const answer of answers) known.add(answer);
  return { ledger, known };
}

/** Replaces the file at once, so that a crash leaves the old one. */
export function writeCassette(file: string, { ledger, known }: Cassette): void {
  const entries = known.state.entries().map(([key, data]) => ({ key, data }));
  const answers: readonly Answer[] = [...entries, ...known.state.runs(), ...known.methodAnswers()];
  const lines = answers.map((answer) => `    ${JSON.stringify(answer)}`).join(',\n');
  const text = `{\n  "weir_cassette": ${FORMAT},\n  "ledger": ${JSON.stringify(ledger)},\n  "answers": [\n${lines}\n  ]\n}\n`;
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
