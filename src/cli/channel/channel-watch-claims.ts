/** Claims for `weir channel watch` from a file that may grow, or from standard input. */
import { type FileHandle, open } from 'node:fs/promises';
import { ClaimTextReader, MalformedClaimError, parseReceivedClaim } from '../../channel-watch/claim-text.ts';
import { isGenuine, type ReceivedClaim } from '../../channel-watch/claim-verdict.ts';
import type { PayeeWatch } from '../../channel-watch/payee-watch.ts';
import { type Report, warning } from '../../channel-watch/watch-events.ts';
import { CommandError } from '../../util/command-error.ts';

const READ_BYTES = 65_536;

/** Reads claims from text, and retries those that could not be looked up. */
export class ClaimIntake {
  readonly #watch: PayeeWatch;
  readonly #report: Report;
  readonly #reader = new ClaimTextReader();
  #unanswered: ReceivedClaim[] = [];
  /** True if a claim was refused. */
  hasRefused = false;

  constructor(watch: PayeeWatch, report: Report) {
    this.#watch = watch;
    this.#report = report;
  }

  /** How many claims wait for a server. */
  get waiting(): number {
    return this.#unanswered.length;
  }

  /** Processes the claims that end in this piece of text; resolves when each is answered or waits for a server. */
  async push(text: string): Promise<void> {
    await Promise.all(this.#reader.push(text).map((json) => this.#takeJson(json)));
  }

  end(): void {
    const error = this.#reader.end();
    if (error !== undefined) this.#refuse(error);
  }

  /** Retries the waiting claims. */
  async retry(): Promise<void> {
    const again = this.#unanswered;
    this.#unanswered = [];
    await Promise.all(again.map((claim) => this.#take(claim)));
  }

  async #takeJson(json: unknown): Promise<void> {
    try {
      if (json instanceof MalformedClaimError) throw json;
      await this.#take(parseReceivedClaim(json));
    } catch (error) {
      if (!(error instanceof MalformedClaimError)) throw error;
      this.#refuse(error);
    }
  }

  async #take(claim: ReceivedClaim): Promise<void> {
    const { state, isConnected } = this.#watch;
    const canBeJudged = isConnected || state.channels.has(claim.channelId);
    const code = canBeJudged ? (await this.#watch.takeClaim(claim)).code : 'unreachable';
    if (code === 'unreachable' || code === 'notDurable') this.#unanswered.push(claim);
    else if (!isGenuine(code)) this.hasRefused = true;
  }

  #refuse({ message }: MalformedClaimError): void {
    this.hasRefused = true;
    this.#report(warning('claim', `claim malformed: ${message}`, { verdict: 'malformed', kept: false }));
  }
}

/** A file that is read further from the end of the last read. */
export class GrowingFile {
  readonly #handle: FileHandle;
  #position = 0;
  readonly #decoder = new TextDecoder();

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async open(file: string): Promise<GrowingFile> {
    try {
      return new GrowingFile(await open(file, 'r'));
    } catch (error) {
      throw new CommandError(`cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`);
    }
  }

  /** Yields the text added since the last call. A file that became shorter is read from the start. */
  async *added(): AsyncGenerator<string> {
    if ((await this.#handle.stat()).size < this.#position) this.#position = 0;
    for (;;) {
      const { bytesRead, buffer } = await this.#handle.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, this.#position);
      if (bytesRead === 0) return;
      this.#position += bytesRead;
      yield this.#decoder.decode(buffer.subarray(0, bytesRead), { stream: true });
    }
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
