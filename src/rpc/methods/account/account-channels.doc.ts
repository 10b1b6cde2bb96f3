/** The documentation of `account_channels`. */
import { hidden, type MethodDoc, shown, VALIDATED } from '../../method-doc/method-doc.ts';
import { accountsAndLedger } from '../../method-doc/positional-form.ts';

export const accountChannelsDoc: MethodDoc = {
  summary: 'Lists the payment channels that an account pays into, or that pay it.',
  commandLine: accountsAndLedger('account_channels', 'destination_account'),
  examples: ({ holder, payee }) => [
    shown({ account: payee.address, role: 'destination', ...VALIDATED }),
    hidden({ account: holder.address, ...VALIDATED, limit: 10 }),
  ],
  answer: {
    channels: 'The channels of this page.',
    'channels[]': 'A payment channel.',
    'channels[].account': 'Address of the payer.',
    'channels[].destination_account': 'Address of the payee.',
    'channels[].amount': 'Total drops of the channel.',
    'channels[].balance': 'Drops paid so far.',
    'channels[].settle_delay': 'Seconds that a requested close takes at least.',
    'channels[].public_key': 'Key that verifies claims, in base58.',
    'channels[].cancel_after':
      'When the channel expires in any case, in seconds since 2000-01-01T00:00:00Z; only if set.',
    'channels[].destination_tag': 'Tag for the payee; only if set.',
    'channels[].expiration': 'When a requested close takes effect, in seconds since 2000-01-01T00:00:00Z; only if set.',
  },
  paramDifferences: {
    role: 'Weir only: `destination` lists the channels that pay the account',
  },
};
