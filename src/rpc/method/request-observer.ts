/** Data about each completed request, for metrics and logs. Without parameters, which may be secret. */
export interface RequestObservation {
  /** Name of the method; `unknown` for one that does not exist. */
  readonly method: string;
  /** `success`, or the error's token. */
  readonly outcome: string;
  readonly seconds: number;
  /** The result code of a submission. */
  readonly engineResult: string | undefined;
}

export type RequestObserver = (observation: RequestObservation) => void;

/** The log entry of a request. */
export function requestLogLine({ method, outcome, seconds, engineResult }: RequestObservation): {
  readonly details: object;
  readonly message: string;
} {
  const result = engineResult === undefined ? {} : { engine_result: engineResult };
  const details = { method, outcome, seconds: Math.round(seconds * 1e6) / 1e6, ...result };
  return { details, message: 'a request was answered' };
}
