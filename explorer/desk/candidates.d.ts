/** The types of `candidates.js`, as far as `weir authorize` uses them. */

import type { RunServer } from './issuer-run.js';

export interface Candidate {
  /** Holder and asset. */
  readonly key: string;
  readonly holder: string;
  /** What the issuer's transaction says about the holder. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface LineCandidate {
  readonly candidate: Candidate;
  /** An approval would delete the line, and the authorization with it. */
  readonly wouldDelete: boolean;
}

export function pendingPages(
  server: RunServer,
  params: { readonly account: string; readonly currency?: string },
): AsyncGenerator<LineCandidate[]>;
export function lineCandidate(server: RunServer, account: string, line: object): Promise<LineCandidate>;
export function holderCandidate(holder: string, currency: string, issuerLimit: string): Candidate;
