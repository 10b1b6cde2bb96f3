/** The words and options of `weir webhooks`. */
import { usageError } from '../../util/command-error.ts';
import type { CommandShape } from '../options/command.ts';
import { flagOption, optionLines, parseWords, textOption } from '../options/option-table.ts';
import { serverUrl, URL_DEFAULT_TEXT } from '../options/server-url.ts';

const VERBS = ['status', 'dead', 'retry', 'test'] as const;
export type WebhookVerb = (typeof VERBS)[number];

export interface WebhookCommand {
  readonly verb: WebhookVerb;
  /** The name of the webhook and the id of a dead letter, as far as given. */
  readonly words: readonly string[];
  readonly isJson: boolean;
  readonly url: string;
}

const OPTIONS = {
  json: flagOption('print the answer as JSON, with the messages of dead letters'),
  url: textOption('URL', `address of the server (${URL_DEFAULT_TEXT})`),
} as const;

const HELP = `weir webhooks status [options]        how far each webhook is delivered
weir webhooks dead [options]          the events that were given up (dead letters)
weir webhooks retry NAME [ID]         send dead letters of a webhook again, each once: that one, or all
weir webhooks test NAME               send a message of the type test, now

They need a running server, and its administrator. docs/webhooks.md describes webhooks.

${optionLines(OPTIONS)}

Exit code 0: success; 1: failure, or status finds an event that is not taken or a dead letter; 2: the command is malformed.`;

export const WEBHOOKS_SHAPE: CommandShape = {
  help: HELP,
  options: OPTIONS,
  words: VERBS,
};

/** Reads the words after `weir webhooks`. Throws a usage error. */
export function parseWebhooksOptions(args: readonly string[]): WebhookCommand {
  const { values, positionals } = parseWords(args, OPTIONS, 'weir webhooks', true);
  const [word, ...words] = positionals;
  const verb = VERBS.find((one) => one === word);
  if (verb === undefined) throw usageError(`weir webhooks has the commands ${VERBS.join(', ')}, not '${word ?? ''}'`);
  const [least, most] = { status: [0, 0], dead: [0, 0], retry: [1, 2], test: [1, 1] }[verb] as [number, number];
  if (words.length < least) throw usageError(`weir webhooks ${verb} needs the name of a webhook`);
  if (words.length > most) throw usageError(`weir webhooks ${verb} does not take the word '${words[most]}'`);
  return { verb, words, isJson: values.json, url: serverUrl(values.url) };
}
