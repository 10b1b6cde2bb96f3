/** A connection between members whose other end is the test. */
import { type FollowerMessage, frameOf, type LeaderMessage, readFrame } from '../../../src/cluster/messages.ts';
import type { LinkConnection } from '../../../src/link/transport.ts';

/** Metrics of a leader whose open ledger is empty. */
export const METRICS = {
  queuedCount: 0,
  maximumQueueSize: undefined,
  openLedgerCount: 0,
  expectedLedgerCount: 1,
  minimumLevel: '256',
  medianLevel: '256',
  openLedgerLevel: '256',
};

export class HandConnection implements LinkConnection {
  readonly sent: FollowerMessage[] = [];
  isClosed = false;
  #receive: (frame: Uint8Array) => void = () => {};
  /** Ends the connection from the other end. */
  end: () => void = () => {};

  send(frame: Uint8Array): void {
    this.sent.push(readFrame<FollowerMessage>(frame));
  }

  onFrame(listener: (frame: Uint8Array) => void): void {
    this.#receive = listener;
  }

  onClosed(listener: () => void): void {
    this.end = listener;
  }

  close(): void {
    this.isClosed = true;
  }

  say(message: LeaderMessage): void {
    this.#receive(frameOf(message));
  }

  /** The first request that was sent over the connection. */
  get asked(): Extract<FollowerMessage, { kind: 'request' }> | undefined {
    return this.sent.find((message) => message.kind === 'request');
  }
}
