/** `weir channel …`: commands for payment channels. Signs locally, submits to a server, and waits for final results. */

import { addressToAccountId } from '../../crypto/address.ts';
import { sign } from '../../crypto/signature.ts';
import { dropsToXrp } from '../../protocol/amounts/drops-text.ts';
import { TransactionFlags } from '../../protocol/tables/flags.ts';
import { channelClaimMessage } from '../../protocol/transaction/channel-claim.ts';
import type { Json, JsonObject } from '../../protocol/values.ts';
import { parseDrops, parseEndTime, parseSeconds, parseTag } from '../../rpc/method-doc/unit-words.ts';
import { shortfallsInJson } from '../../transactions/explain/shortfalls.ts';
import { CommandError, usageError } from '../../util/command-error.ts';
import { suggestion } from '../../util/nearest-word.ts';
import { readKeyPair } from '../terminal/secret.ts';
import { processTerminal, type Terminal } from '../terminal/terminal.ts';
import { parseChannelId, parsePublicKey, readClaimWords } from './channel-claim-words.ts';
import { closeChannel } from './channel-close.ts';
import {
  CHANNEL_HELP,
  CHANNEL_VERBS,
  type ChannelOptions,
  type ChannelVerb,
  isChannelVerb,
  parseChannelArguments,
  verbHelp,
} from './channel-options.ts';
import { ChannelSession } from './channel-session.ts';
import { channelTable } from './channel-table.ts';

/** Runs the command in these words; gives the exit code. Rejects with a `CommandError`. */
export async function channel(args: readonly string[], terminal: Terminal = processTerminal): Promise<number> {
  const [verb, ...rest] = args;
  if (verb === undefined || verb === '--help' || verb === '-h') {
    terminal.print(CHANNEL_HELP);
    return verb === undefined ? 2 : 0;
  }
  if (!isChannelVerb(verb))
    throw usageError(
      `weir channel has no '${verb}'${suggestion(verb, CHANNEL_VERBS)} (weir channel --help lists its commands)`,
    );
  const { words, options } = parseChannelArguments(verb, rest);
  if (options.help === true) {
    terminal.print(verbHelp(verb));
    return 0;
  }
  if (verb === 'watch') {
    const { watchChannels } = await import('./channel-watch.ts');
    return watchChannels(options, terminal);
  }
  const answer = await VERBS[verb](words, options, terminal);
  const isTable = verb === 'list' && options.json !== true;
  terminal.print(isTable ? channelTable(answer) : JSON.stringify(answer, undefined, 2));
  return answer.redeemable === false ? 1 : 0;
}

type Verb = (words: readonly string[], options: ChannelOptions, terminal: Terminal) => Promise<JsonObject>;

const VERBS: Record<Exclude<ChannelVerb, 'watch'>, Verb> = { open, fund, sign: signClaim, verify, redeem, close, list };

async function open(
  [payee, amount]: readonly string[],
  options: ChannelOptions,
  terminal: Terminal,
): Promise<JsonObject> {
  const drops = parseDrops(amount!);
  const settleDelay = options['settle-delay'];
  if (settleDelay === undefined)
    throw usageError(
      '--settle-delay is missing: how long the payee may redeem after a requested close, such as --settle-delay 1h',
    );
  const terms = {
    TransactionType: 'PaymentChannelCreate',
    Destination: requireAddress(payee!),
    Amount: drops.toString(),
    SettleDelay: parseSeconds('--settle-delay', settleDelay),
    ...optional('CancelAfter', options['cancel-after'], (text) => parseEndTime('--cancel-after', text)),
    ...optional('DestinationTag', options['destination-tag'], (text) => parseTag('--destination-tag', text)),
  };
  const claimKey = options['public-key'];
  const publicKey = claimKey === undefined ? undefined : parsePublicKey(claimKey);
  if (terms.SettleDelay === 0) {
    terminal.note(
      `Warning: with a settle delay of ${settleDelay} the payer can close the channel before the payee can redeem a claim.`,
    );
  }
  const session = new ChannelSession(options, terminal);
  const sender = await session.sender();
  const fields = { ...terms, PublicKey: publicKey ?? sender.keys.publicKey };
  const final = await session.send(sender, fields);
  terminal.note(`The channel holds ${dropsToXrp(drops)} XRP for ${payee}.`);
  return { channel_id: final.channel_id!, amount: fields.Amount, public_key: fields.PublicKey, ...placeOf(final) };
}

async function fund([id, amount]: readonly string[], options: ChannelOptions, terminal: Terminal): Promise<JsonObject> {
  const fields = {
    TransactionType: 'PaymentChannelFund',
    Channel: parseChannelId(id!),
    Amount: parseDrops(amount!).toString(),
    ...optional('Expiration', options.expiration, (text) => parseEndTime('--expiration', text)),
  };
  const session = new ChannelSession(options, terminal);
  const final = await session.send(await session.sender(), fields);
  requireOpen(final);
  const channel = await session.channel(fields.Channel);
  if (channel === undefined) throw new CommandError('the channel was closed meanwhile');
  return { channel_id: fields.Channel, amount: channel.Amount, ...placeOf(final) };
}

async function signClaim(
  [id, amount]: readonly string[],
  options: ChannelOptions,
  terminal: Terminal,
): Promise<JsonObject> {
  const channelId = parseChannelId(id!);
  const drops = parseDrops(amount!);
  const keys = await readKeyPair(options, terminal);
  terminal.note(`This claim is for ${dropsToXrp(drops)} XRP in total, including earlier payments.`);
  const signature = sign(channelClaimMessage(channelId, drops), keys);
  return { channel_id: channelId, amount: drops.toString(), public_key: keys.publicKey, signature };
}

async function verify(words: readonly string[], options: ChannelOptions, terminal: Terminal): Promise<JsonObject> {
  const claim = await readClaimWords(words, terminal);
  const minSecondsLeft = optional('min_seconds_left', options['min-left'], (text) => parseSeconds('--min-left', text));
  return verdict(
    await new ChannelSession(options, terminal).ask('channel_verify', {
      ...claim,
      channel_state: true,
      ...minSecondsLeft,
    }),
  );
}

async function redeem(words: readonly string[], options: ChannelOptions, terminal: Terminal): Promise<JsonObject> {
  const claim = await readClaimWords(words, terminal);
  const session = new ChannelSession(options, terminal);
  const judged = verdict(await session.ask('channel_verify', { ...claim, channel_state: true }));
  if (judged.redeemable !== true) return judged;
  const final = await session.send(await session.sender(), {
    TransactionType: 'PaymentChannelClaim',
    Channel: claim.channel_id,
    Balance: claim.amount,
    Amount: claim.amount,
    Signature: claim.signature,
    PublicKey: claim.public_key,
    Flags: options.close === true ? TransactionFlags.PaymentChannelClaim.tfClose : 0,
  });
  requireOpen(final);
  terminal.note(`The channel has paid ${dropsToXrp(BigInt(claim.amount))} XRP in total.`);
  return { channel_id: claim.channel_id, balance: claim.amount, ...placeOf(final) };
}

function close([id]: readonly string[], options: ChannelOptions, terminal: Terminal): Promise<JsonObject> {
  return closeChannel(new ChannelSession(options, terminal), parseChannelId(id!), options);
}

async function list([account]: readonly string[], options: ChannelOptions, terminal: Terminal): Promise<JsonObject> {
  const session = new ChannelSession(options, terminal);
  const role = options.incoming === true ? 'destination' : 'source';
  const params = { account: requireAddress(account!), role };
  let page = await session.ask('account_channels', { ...params, ledger_index: 'validated' });
  const { ledger_index } = page;
  const channels = [...(page.channels as Json[])];
  while (page.marker !== undefined) {
    // All pages are read from the same ledger.
    page = await session.ask('account_channels', { ...params, ledger_index: ledger_index!, marker: page.marker });
    channels.push(...(page.channels as Json[]));
  }
  return { ...params, ledger_index: ledger_index!, channels };
}

/** Throws if the channel had expired: then the transaction, an answer of `tx`, succeeded and only closed it. */
function requireOpen(final: JsonObject): void {
  const shortfalls = shortfallsInJson(final, final.meta as JsonObject);
  const expired = shortfalls.find(({ code }) => code === 'channel_expired');
  if (expired !== undefined)
    throw new CommandError(`the transaction ${String(final.hash)} only closed the channel. ${expired.text}`);
}

function requireAddress(text: string): string {
  if (addressToAccountId(text) === undefined) throw usageError(`'${text}' is not the address of an account`);
  return text;
}

function optional<Value extends Json>(
  name: string,
  text: string | undefined,
  parse: (text: string) => Value,
): JsonObject {
  return text === undefined ? {} : { [name]: parse(text) };
}

function placeOf({ hash, ledger_index }: JsonObject): JsonObject {
  return { hash: hash!, ledger_index: ledger_index! };
}

function verdict({ status: _, ...judged }: JsonObject): JsonObject {
  return judged;
}
