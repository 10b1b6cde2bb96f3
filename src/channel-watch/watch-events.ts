/** Events of the watch, as a line of text or a line of JSON. */
import type { Json, JsonObject } from '../protocol/values.ts';

export type WatchEventName =
  | 'listening'
  | 'connected'
  | 'disconnected'
  | 'claim'
  | 'channel'
  | 'submitted'
  | 'redeemed'
  | 'notRedeemed'
  | 'lost'
  | 'warning';

export interface WatchEvent {
  readonly event: WatchEventName;
  /** True if the operator should look at it. */
  readonly isWarning: boolean;
  readonly message: string;
  /** Members of the JSON line beside those above. Amounts are drops as texts. */
  readonly facts: JsonObject;
}

export type Report = (event: WatchEvent) => void;

export function info(event: WatchEventName, message: string, facts: JsonObject = {}): WatchEvent {
  return { event, isWarning: false, message, facts };
}

export function warning(event: WatchEventName, message: string, facts: JsonObject = {}): WatchEvent {
  return { event, isWarning: true, message, facts };
}

/** A JSON object on one line. */
export function eventLine({ event, isWarning, message, facts }: WatchEvent, clockMs: number): string {
  const level: Json = isWarning ? 'warn' : 'info';
  return JSON.stringify({ event, level, message, ...facts, time: new Date(clockMs).toISOString() });
}

/** A line of text. */
export function eventText({ isWarning, message, facts }: WatchEvent, clockMs: number): string {
  const time = new Date(clockMs).toISOString().slice(0, 19).replace('T', ' ');
  const channel = typeof facts.channel_id === 'string' ? ` channel ${facts.channel_id.slice(0, 8)}…:` : '';
  return `${time}${isWarning ? ' WARNING' : ''}${channel} ${message}`;
}
