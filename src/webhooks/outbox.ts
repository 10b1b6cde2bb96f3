/** The webhooks of a server: its endpoints, which deliver independently of each other. */
import type { LedgerNode } from '../node/ledger-node.ts';
import { Endpoint, type EndpointParts, type EndpointSettings } from './endpoint.ts';

export interface OutboxParts extends Omit<EndpointParts, 'reader'> {
  readonly node: LedgerNode;
}

export class Outbox {
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  readonly #parts: OutboxParts;
  #unsubscribe: readonly (() => void)[] = [];

  constructor(settings: readonly EndpointSettings[], parts: OutboxParts) {
    const shared = { ...parts, reader: parts.node };
    this.#parts = parts;
    this.endpoints = new Map(settings.map((one) => [one.name, new Endpoint(one, shared)]));
  }

  /** Resolves when no later ledger can be missed. */
  async start(): Promise<void> {
    const { node } = this.#parts;
    const endpoints = [...this.endpoints.values()];
    await Promise.all(endpoints.map((endpoint) => endpoint.start()));
    const wake = () => {
      for (const endpoint of endpoints) endpoint.wake();
    };
    this.#unsubscribe = [node.onValidated(wake), node.onReverted(wake)];
    wake();
  }

  async stop(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    await Promise.all(Array.from(this.endpoints.values(), (endpoint) => endpoint.stop()));
    await this.#parts.journal.close();
  }
}
