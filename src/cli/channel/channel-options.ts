/** The words, options and help of the channel commands. */

import { usageError } from '../../util/command-error.ts';
import type { CommandShape } from '../options/command.ts';
import {
  flagOption as flag,
  type OptionTable,
  optionLines,
  parseWords,
  textOption as text,
} from '../options/option-table.ts';
import { serverUrl, URL_DEFAULT_TEXT } from '../options/server-url.ts';
import { refuseSecretWord, SECRET_OPTIONS } from '../terminal/secret.ts';

const OPTIONS = {
  url: text('URL', `the server (${URL_DEFAULT_TEXT})`),
  ...SECRET_OPTIONS,
  account: text('ADDRESS', 'the sending account, if the key is its regular key (the account of the key)'),
  timeout: text('TIME', 'how long to wait for a transaction to be final (60s)'),
  'settle-delay': text('TIME', 'how long the payee may redeem after a requested close: 1h'),
  'public-key': text('KEY', 'the key that will sign claims, in hex or base58 (the one of the secret)'),
  'cancel-after': text(
    'TIME',
    'fixed end of the channel: 2026-11-20T12:00:00Z, or a date for the end of that day (UTC)',
  ),
  'destination-tag': text('N', 'destination tag of the channel'),
  expiration: text(
    'TIME',
    'request a close at this time: 2026-11-20T12:00:00Z, or a date for the end of that day (UTC)',
  ),
  'min-left': text('TIME', 'minimum time until the channel ends, such as 1h (0s)'),
  close: flag('close the channel after the payment'),
  incoming: flag('channels that pay the account, instead of its own'),
  'no-wait': flag('request the close and do not wait for it'),
  claims: text('FILE', 'claims as JSON; later additions are read too; - is standard input'),
  data: text('DIR', 'directory for claims and sent transactions (./weir-watch-ADDRESS)'),
  port: text('N', 'a port on 127.0.0.1: POST /claims, POST /redeem, GET /state, GET /metrics'),
  'redeem-at': text('AMOUNT', 'redeem when a channel owes this amount: 5XRP'),
  'max-age': text('TIME', 'redeem when a claim is unpaid for this time: 12h'),
  margin: text('TIME', 'time before the end of a channel when only --max-fee limits the fee (15m)'),
  'max-fee': text('AMOUNT', 'highest fee of one transaction (1XRP)'),
  once: flag('do the due work and exit'),
  json: flag('print JSON; for watch, one object per line'),
  help: flag('this text'),
} as const;

type OptionName = keyof typeof OPTIONS;
type OptionValue<Name extends OptionName> = (typeof OPTIONS)[Name]['type'] extends 'boolean' ? boolean : string;
export type ChannelOptions = { readonly [Name in OptionName]?: OptionValue<Name> };

const SIGNING = ['secret-file', 'key-type'] as const;
const SENDING = [...SIGNING, 'account', 'timeout', 'url'] as const;
const CLAIM_WORDS = '<claim file, or -> | <channel> <amount> <signature> <public key>';

interface Usage {
  readonly words: string;
  /** How many words there may be. */
  readonly counts: readonly number[];
  readonly summary: string;
  readonly options: readonly OptionName[];
}

const USAGES = {
  open: {
    words: '<payee> <amount>',
    counts: [2],
    summary: 'Opens a channel with an amount for a payee, and prints its id.',
    options: ['settle-delay', 'public-key', 'cancel-after', 'destination-tag', ...SENDING],
  },
  fund: {
    words: '<channel> <amount>',
    counts: [2],
    summary: 'Adds an amount to a channel.',
    options: ['expiration', ...SENDING],
  },
  sign: {
    words: '<channel> <amount>',
    counts: [2],
    summary: 'Signs a claim for the total that the payee may receive, including earlier payments. Needs no server.',
    options: SIGNING,
  },
  verify: {
    words: CLAIM_WORDS,
    counts: [1, 4],
    summary: 'Checks whether a claim can be redeemed, and what it would pay now. Fails if it cannot.',
    options: ['min-left', 'url'],
  },
  redeem: {
    words: CLAIM_WORDS,
    counts: [1, 4],
    summary: 'Redeems a claim. The payee sends this.',
    options: ['close', ...SENDING],
  },
  close: {
    words: '<channel>',
    counts: [1],
    summary: 'Closes a channel: at once for the payee, after the settle delay for the payer, who waits for it.',
    options: ['no-wait', ...SENDING],
  },
  list: {
    words: '<account>',
    counts: [1],
    summary: 'Lists the channels of an account in a table.',
    options: ['incoming', 'json', 'url'],
  },
  watch: {
    words: '',
    counts: [0],
    summary: [
      'Protects a payee: accepts claims, keeps the highest of each channel, and redeems it when the payer requests a close,',
      'before the channel ends, or on request. After a kill or an outage it continues. --url may begin with ws: or wss: too;',
      'for rippled it must name a port for WebSockets.',
    ].join('\n'),
    options: [
      ...(['claims', 'port', 'data', 'redeem-at', 'max-age', 'margin', 'max-fee', 'once', 'json'] as const),
      ...SIGNING,
      'account',
      'url',
    ],
  },
} as const satisfies Record<string, Usage>;

export type ChannelVerb = keyof typeof USAGES;
export const CHANNEL_VERBS = Object.keys(USAGES) as readonly ChannelVerb[];

export const CHANNEL_HELP = `weir channel: payment channels, with amounts that have a unit (10XRP, 500drops).

${Object.entries(USAGES)
  .map(([verb, { words, summary }]) => `  ${commandText(verb, words)}\n      ${indented(summary)}`)
  .join('\n')}

Each has --help. Answers are JSON on standard output (list: with --json); exit code 0: success; 1: failure; 2: the command is malformed.`;

function commandText(verb: string, words: string): string {
  return `weir channel ${verb} ${words}`.trimEnd();
}

function indented(summary: string): string {
  return summary.replaceAll('\n', '\n      ');
}

export function isChannelVerb(word: string | undefined): word is ChannelVerb {
  return word !== undefined && Object.hasOwn(USAGES, word);
}

/** The help of one command. */
export function verbHelp(verb: ChannelVerb): string {
  const { words, summary } = USAGES[verb];
  return `${commandText(verb, words)}\n\n${summary}\n\n${optionLines(verbOptions(verb))}`;
}

/** The commands, each with its options. */
export function channelShape(): CommandShape {
  const commands = CHANNEL_VERBS.map((verb) => [verb, { help: verbHelp(verb), options: verbOptions(verb) }] as const);
  return { help: CHANNEL_HELP, commands: new Map(commands) };
}

function verbOptions(verb: ChannelVerb): OptionTable {
  return Object.fromEntries([...USAGES[verb].options, 'help' as const].map((name) => [name, OPTIONS[name]]));
}

/** Reads the words after the command's name. Throws a usage error; the error never quotes a possible secret. */
export function parseChannelArguments(
  verb: ChannelVerb,
  args: readonly string[],
): { readonly words: readonly string[]; readonly options: ChannelOptions } {
  refuseSecretWord(args);
  const { words, counts } = USAGES[verb] as Usage;
  const parsed = parseWords(args, verbOptions(verb), `weir channel ${verb}`, true);
  const options = parsed.values as ChannelOptions;
  if (options.help !== true && !counts.includes(parsed.positionals.length)) {
    throw usageError(`usage: ${commandText(verb, words)}`);
  }
  if (options.url !== undefined) serverUrl(options.url, undefined, verb === 'watch' ? 'HTTP or WebSocket' : 'HTTP');
  return { words: parsed.positionals, options };
}
