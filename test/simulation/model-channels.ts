/** The model's payment channels, with both expirations. */
import {
  type BodyOf,
  channelKey,
  type ModelAccount,
  type ModelChannel,
  type ModelTry,
  reserveDrops,
} from './model-state.ts';

export function applyChannel(attempt: ModelTry, body: BodyOf<'open'> | BodyOf<'fund'> | BodyOf<'claim'>): string {
  if (body.kind === 'open') return open(attempt, body);
  const channel = attempt.model.channels.get(body.channel);
  if (channel === undefined) return body.kind === 'fund' ? 'tecNO_ENTRY' : 'tecNO_TARGET';
  const { parentCloseSeconds } = attempt.place;
  const ends = [channel.cancelAfter, channel.expiration].filter((end) => end !== undefined);
  if (ends.some((end) => end < parentCloseSeconds)) return close(attempt, body.channel, channel);
  return body.kind === 'fund' ? fund(attempt, body, channel) : claim(attempt, body, channel);
}

function open(attempt: ModelTry, { to, drops, delay, cancelAfter, tag }: BodyOf<'open'>): string {
  const { model, from, sender, dropsBefore, ownedBefore, place, number } = attempt;
  const needed = reserveDrops(ownedBefore + 1);
  if (dropsBefore < needed) return 'tecINSUFFICIENT_RESERVE';
  if (dropsBefore < needed + drops) return 'tecUNFUNDED';
  const receiver = model.accounts.get(to);
  if (receiver === undefined) return 'tecNO_DST';
  if (receiver.settings.has('requireTag') && !tag) return 'tecDST_TAG_NEEDED';
  if (cancelAfter !== undefined && place.parentCloseSeconds > cancelAfter) return 'tecEXPIRED';
  sender.drops -= drops;
  sender.owned += 1;
  const channel = { source: from, destination: to, drops, paid: 0n, delay, cancelAfter, expiration: undefined };
  model.channels.set(channelKey(from, to, number), channel);
  return 'tesSUCCESS';
}

function fund({ from, sender, place }: ModelTry, { drops, expiration }: BodyOf<'fund'>, channel: ModelChannel): string {
  if (channel.source !== from) return 'tecNO_PERMISSION';
  if (expiration !== undefined) {
    const soonest = Math.min(place.parentCloseSeconds + channel.delay, channel.expiration ?? Number.POSITIVE_INFINITY);
    if (expiration < soonest) return 'tecNO_PERMISSION';
    channel.expiration = expiration;
  }
  if (sender.drops < reserveDrops(sender.owned)) return 'tecINSUFFICIENT_RESERVE';
  if (sender.drops < reserveDrops(sender.owned) + drops) return 'tecUNFUNDED';
  sender.drops -= drops;
  channel.drops += drops;
  return 'tesSUCCESS';
}

function claim(attempt: ModelTry, body: BodyOf<'claim'>, channel: ModelChannel): string {
  const { from, place } = attempt;
  if (from !== channel.source && from !== channel.destination) return 'tecNO_PERMISSION';
  if (body.balance !== undefined) {
    const fault = payOut(attempt, body.balance, body.signed, channel);
    if (fault !== undefined) return fault;
  }
  if (body.ending === 'renew') {
    if (from !== channel.source) return 'tecNO_PERMISSION';
    channel.expiration = undefined;
  }
  if (body.ending === 'close') {
    if (from === channel.destination || channel.paid === channel.drops) return close(attempt, body.channel, channel);
    const end = place.parentCloseSeconds + channel.delay;
    channel.expiration = Math.min(end, channel.expiration ?? end);
  }
  return 'tesSUCCESS';
}

function payOut(
  { model, from }: ModelTry,
  balance: bigint,
  signed: boolean,
  channel: ModelChannel,
): string | undefined {
  const receiver = model.accounts.get(channel.destination) as ModelAccount;
  if (from === channel.destination && !signed) return 'tecNO_PERMISSION';
  if (balance > channel.drops || balance <= channel.paid) return 'tecUNFUNDED_PAYMENT';
  if (receiver.settings.has('depositAuth') && from !== channel.destination) return 'tecNO_PERMISSION';
  receiver.drops += balance - channel.paid;
  channel.paid = balance;
  return undefined;
}

function close({ model }: ModelTry, key: string, channel: ModelChannel): string {
  const source = model.accounts.get(channel.source) as ModelAccount;
  source.drops += channel.drops - channel.paid;
  source.owned -= 1;
  model.channels.delete(key);
  return 'tesSUCCESS';
}
