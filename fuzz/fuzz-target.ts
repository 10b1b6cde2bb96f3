/** What a fuzzer tries its cases on. */
import type { SeededRandom } from '../test/support/seeded-random.ts';

/** Where cases of one world meet one another; a new one is as if nothing had happened. */
export interface FuzzWorld<Input> {
  makeInput(random: SeededRandom): Input;
  /** Tries an input; gives what kind of outcome it had, for the statistics. Throws for a defect. */
  run(input: Input): string | Promise<string>;
  /** Checks what only shows at the end, and gives everything back. */
  finish(): Promise<void>;
  /** An input as one line of text, as the corpus keeps it. */
  print(input: Input): string;
  parse(line: string): Input;
}

export interface FuzzTarget<Input> {
  readonly name: string;
  /** After so many cases a new world begins. */
  readonly casesPerWorld: number;
  createWorld(corpus: readonly string[], random: SeededRandom): Promise<FuzzWorld<Input>>;
}
