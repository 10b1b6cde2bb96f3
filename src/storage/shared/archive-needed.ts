/**
 * A request needs data that only the archive has. Store reads are synchronous and archive reads are not, so this error
 * aborts the attempt; when the data is loaded, the request is run again. Methods change nothing before they read, so a
 * second run is safe.
 */
export class ArchiveNeededError extends Error {
  override readonly name = 'ArchiveNeededError';
  /** Loads the data; resolves when the next attempt can read it. */
  readonly ask: () => Promise<void>;

  constructor(ask: () => Promise<void>) {
    super('the archive has to be asked');
    this.ask = ask;
  }
}
