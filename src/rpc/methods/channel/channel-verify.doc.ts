/** The documentation of `channel_verify`. */

import type { JsonObject } from '../../../protocol/values.ts';
import { usageError } from '../../../util/command-error.ts';
import { hidden, type MethodDoc, shown } from '../../method-doc/method-doc.ts';
import { channelId, dropsText, wholeNumber } from '../../method-doc/positional-words.ts';

export const channelVerifyDoc: MethodDoc = {
  summary: 'Checks the signature of a claim against a payment channel, and whether the claim can be redeemed.',
  commandLine: {
    usage: '<public_key> <channel_id> <drops> <signature> [channel_state [<min_seconds_left>]]',
    min: 4,
    max: 6,
    words: [
      { name: 'public_key' },
      { name: 'channel_id' },
      { name: 'drops', text: 'Drops of the claim, above zero.' },
      { name: 'signature' },
      {
        name: 'channel_state',
        text: 'The word channel_state: check whether the claim can be redeemed in the validated ledger.',
        values: ['channel_state'],
      },
      { name: 'min_seconds_left', text: 'How long the channel must live on (0).' },
    ],
    parse: claimToVerify,
  },
  examples: ({ holder: { publicKey }, channelId, claim }) => [
    shown({ channel_id: channelId, ...claim, public_key: publicKey, channel_state: true }),
    hidden({
      channel_id: channelId,
      public_key: publicKey,
      channel_state: true,
      claims: [
        { amount: claim.amount, signature: claim.signature },
        { amount: '0', signature: claim.signature },
      ],
    }),
  ],
  answer: {
    signature_verified: 'True if the signature is genuine.',
    redeemable: 'With `channel_state`: true if the payee can redeem the claim.',
    reasons: 'With `channel_state`: the reasons why not, in words.',
    value_now: 'With `channel_state`: drops that redeeming the claim now would pay.',
    seconds_left: 'With `channel_state`: seconds until the channel expires, if it has an expiration.',
    claims: 'With `claims`: the verdicts in the order of the claims.',
    'claims[]': 'One verdict, or the error of that claim.',
    'claims[].signature_verified': 'As above.',
    'claims[].redeemable': 'As above.',
    'claims[].reasons': 'As above.',
    'claims[].value_now': 'As above.',
    'claims[].seconds_left': 'As above.',
    'claims[].error': 'Why this claim was not checked; see [errors](../errors.md).',
    'claims[].error_code': 'Its number.',
    'claims[].error_message': 'Its text.',
  },
  paramDifferences: {
    channel_state: 'Weir only: whether the claim can be redeemed',
    min_seconds_left: 'Weir only: with `channel_state`',
    claims: 'Weir only: many claims at once',
  },
};

function claimToVerify(words: readonly string[]): JsonObject {
  const [publicKey, id, drops, signature, state, secondsLeft] = words;
  if (state !== undefined && state !== 'channel_state') {
    throw usageError(`channel_verify: the fifth word is channel_state, or none`);
  }
  return {
    public_key: publicKey!,
    channel_id: channelId('channel_verify', id!),
    amount: dropsText('channel_verify', drops!),
    signature: signature!,
    ...(state === undefined ? {} : { channel_state: true }),
    ...(secondsLeft === undefined ? {} : { min_seconds_left: wholeNumber(secondsLeft, 'min_seconds_left') }),
  };
}
