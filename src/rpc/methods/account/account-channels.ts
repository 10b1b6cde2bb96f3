/**
 * `account_channels`: the payment channels that an account created (rippled: AccountChannels.cpp), or with a `role`
 * those that pay it.
 */

import { accountIdToAddress, addressToAccountId, encodeAccountPublicKey } from '../../../crypto/address.ts';
import { publicKeyType } from '../../../crypto/key-pair.ts';
import type { PayChannel } from '../../../protocol/entries/entries.ts';
import type { AccountId, JsonObject } from '../../../protocol/values.ts';
import { LongList } from '../../json/long-json.ts';
import { defineMethod } from '../../method/define-method.ts';
import { openLedgerSnapshot } from '../../method/open-ledger-snapshot.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { channelEntries, channelMarkerAfter, channelRole } from '../../pages/channel-pages.ts';
import { malformedAccount } from '../../params/account-param.ts';
import type { JsonDraft } from '../../params/json-values.ts';
import { LEDGER_PARAMS } from '../../params/ledger-lookup.ts';
import { accountInLedger, limit, strictText, typedText } from '../../params/readers.ts';

const LIMITS = { min: 10, fallback: 200, max: 400 };
/** Wire name → field, of the numbers that a channel may have. */
const OPTIONAL_NUMBERS = [
  ['expiration', 'Expiration'],
  ['cancel_after', 'CancelAfter'],
  ['source_tag', 'SourceTag'],
  ['destination_tag', 'DestinationTag'],
] as const;

/** Also undefined for an empty text. */
const payeeAccount: ParamReader<'string', AccountId | undefined> = {
  type: 'string',
  read: (context, name) => {
    const address = strictText.read(context, name) ?? '';
    const payee = addressToAccountId(address);
    if (address !== '' && payee === undefined) throw malformedAccount(name, address);
    return payee;
  },
};

export const accountChannels = defineMethod({
  name: 'account_channels',
  role: 'user',
  needs: 'ledger',
  params: [
    {
      name: 'account',
      ...accountInLedger({ bareError: true }),
      required: true,
      text: 'Address of the payer, or of the payee.',
    },
    {
      name: 'role',
      ...channelRole,
      text: '`source` (default): channels that the account pays into; `destination`: channels that pay the account.',
    },
    { name: 'destination_account', ...payeeAccount, text: 'Only channels to this payee.' },
    ...LEDGER_PARAMS,
    { name: 'limit', ...limit(LIMITS), text: 'Maximum number of entries to read (200).' },
    { name: 'marker', ...typedText, text: 'The `marker` of the page before, with the same parameters otherwise.' },
  ],
  *run(context, read) {
    const { account, ledger } = read('account');
    const payee = read('destination_account');
    const most = read('limit');
    const role = read('role');
    const list = { account, role };
    const { store } = context.reader;
    const entries = channelEntries(store, openLedgerSnapshot(context, ledger.view), list, read('marker'));

    const channels = new LongList();
    const result = () => ({ ...ledger.fields, account: accountIdToAddress(account), channels: channels.toJson() });
    let count = 0;
    let marker = '';
    for (const entry of entries) {
      yield;
      count += 1;
      if (count > most) return { ...result(), limit: most, marker };
      if (count === most) marker = channelMarkerAfter(store, entry, list);
      if (entry.LedgerEntryType !== 'PayChannel') continue;
      if ((role === 'source' ? entry.Account : entry.Destination) !== account) continue;
      if (payee === undefined || entry.Destination === payee) channels.push(describe(entry));
    }
    return result();
  },
});

function describe(channel: Readonly<PayChannel>): JsonObject {
  const json: JsonDraft = {
    channel_id: channel.index,
    account: accountIdToAddress(channel.Account),
    destination_account: accountIdToAddress(channel.Destination),
    amount: channel.Amount.toString(),
    balance: channel.Balance.toString(),
    settle_delay: channel.SettleDelay,
  };
  if (publicKeyType(channel.PublicKey) !== undefined) {
    json.public_key = encodeAccountPublicKey(channel.PublicKey);
    json.public_key_hex = channel.PublicKey;
  }
  for (const [name, field] of OPTIONAL_NUMBERS) {
    const value = channel[field];
    if (value !== undefined) json[name] = value;
  }
  return json;
}
