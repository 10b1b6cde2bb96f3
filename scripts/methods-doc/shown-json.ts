/** Formats recorded JSON for a page: long texts, lists and objects are shortened, and small values are on one line. */
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import { isJsonObject } from '../../src/rpc/params/json-values.ts';

const ELLIPSIS = '…';
const LINE_WIDTH = 118;
const LONGEST_TEXT = 72;
const SHORTENED_TEXT = 48;
const MOST_ELEMENTS = 2;
/** Upper bound of the members that an object shows: more near the top of an answer than deep inside. */
const MOST_MEMBERS = { near: 36, deep: 10 } as const;
const NEAR_DEPTH = 3;
/** Fields that depend on the release or the machine. */
const UNSTEADY_TEXTS: ReadonlySet<string> = new Set(['version', 'hostid', 'pubkey_node', 'io_latency_ms']);
const UNSTEADY_OBJECTS: ReadonlySet<string> = new Set(['load', 'counters', 'current_activities']);

/** Shortens a value; `…` marks omissions. */
export function shortened(value: Json | undefined, depth = 0): Json {
  if (typeof value === 'string') {
    return value.length > LONGEST_TEXT ? value.slice(0, SHORTENED_TEXT) + ELLIPSIS : value;
  }
  if (Array.isArray(value)) return shortenedList(value as readonly Json[], depth);
  if (!isJsonObject(value)) return value as Json;
  const members = Object.entries(value);
  const most = depth < NEAR_DEPTH ? MOST_MEMBERS.near : MOST_MEMBERS.deep;
  const kept = members.length > most ? members.slice(0, most / 2) : members;
  const shown = kept.map(([name, inner]) => [name, isUnsteady(name, inner) ? ELLIPSIS : shortened(inner, depth + 1)]);
  return Object.fromEntries(kept === members ? shown : [...shown, [ELLIPSIS, ELLIPSIS]]);
}

function isUnsteady(name: string, value: Json | undefined): boolean {
  if (UNSTEADY_OBJECTS.has(name)) return true;
  return UNSTEADY_TEXTS.has(name) && (typeof value === 'string' || typeof value === 'number');
}

function shortenedList(values: readonly Json[], depth: number): Json[] {
  const kept = values.slice(0, MOST_ELEMENTS).map((value) => shortened(value, depth + 1));
  return values.length > MOST_ELEMENTS ? [...kept, ELLIPSIS] : kept;
}

/** Formats JSON in lines of a page. A value that fits on one line is not broken. */
export function jsonText(value: Json, indent = ''): string {
  const line = oneLine(value);
  if (indent.length + line.length <= LINE_WIDTH) return line;
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const elements = (value as readonly Json[]).map((element) => deeper + jsonText(element, deeper));
    return `[\n${elements.join(',\n')}\n${indent}]`;
  }
  if (!isJsonObject(value)) return line;
  return `{\n${memberLines(value, deeper).join(',\n')}\n${indent}}`;
}

/** Short members are joined on one line. */
function memberLines(value: JsonObject, indent: string): string[] {
  const lines: string[] = [];
  let isOpen = false;
  for (const [name, inner] of Object.entries(value)) {
    const isShort = !isJsonObject(inner) && !Array.isArray(inner);
    const text = `${JSON.stringify(name)}: ${jsonText(inner as Json, indent)}`;
    const last = lines.at(-1);
    if (isShort && isOpen && last !== undefined && last.length + text.length + 2 <= LINE_WIDTH) {
      lines[lines.length - 1] = `${last}, ${text}`;
    } else {
      lines.push(indent + text);
    }
    isOpen = isShort;
  }
  return lines;
}

function oneLine(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(oneLine).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${oneLine(inner as Json)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
