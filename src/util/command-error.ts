/** A failure that the user can fix. The program prints its message in one line, without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** 2: the command is malformed; 1: it failed. */
  readonly exitCode: 1 | 2;
  /** The `error` token of the answer that caused it. */
  readonly token: string | undefined;

  constructor(message: string, exitCode: 1 | 2 = 1, token?: string) {
    super(message);
    this.exitCode = exitCode;
    this.token = token;
  }
}

/** The error of a malformed command. */
export function usageError(message: string): CommandError {
  return new CommandError(message, 2);
}
