/**
 * A request met something that is only in the archive. Reading the store takes no time and asking the archive does, so the
 * attempt to answer ends here; when the archive has answered, the request is begun anew and finds it. Methods change
 * nothing before they read.
 */
export class ArchiveNeededError extends Error {
  override readonly name = 'ArchiveNeededError';
  /** Asks; resolves when the store knows the answer. */
  readonly ask: () => Promise<void>;

  constructor(ask: () => Promise<void>) {
    super('the archive has to be asked');
    this.ask = ask;
  }
}
