/** A failure that the person at the terminal can understand and mend: one line, no stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** 2 for a command that was written wrongly, 1 for one that could not be done. */
  readonly exitCode: 1 | 2;
  /** The `error` of the server's answer, where that is the failure. */
  readonly token: string | undefined;

  constructor(message: string, exitCode: 1 | 2 = 1, token?: string) {
    super(message);
    this.exitCode = exitCode;
    this.token = token;
  }
}

/** A command that was written wrongly. */
export function usageError(message: string): CommandError {
  return new CommandError(message, 2);
}
