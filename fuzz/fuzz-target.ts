/** What a fuzzer tries its cases on. */
import type { SeededRandom } from '../test/support/seeded-random.ts';

/** Cases that share a state. A new round starts with a new state. */
export interface FuzzRound<Input> {
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
  /** Number of cases of a round. */
  readonly casesPerRound: number;
  createRound(corpus: readonly string[], random: SeededRandom): Promise<FuzzRound<Input>>;
}
