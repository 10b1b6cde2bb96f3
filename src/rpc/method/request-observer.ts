/** Told of each request after it was answered, for metrics. Never of parameters: they may be secrets. */
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
