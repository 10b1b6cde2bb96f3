/** The documentation of `amm_info`. */
import { hidden, type MethodDoc, shown, VALIDATED, XRP } from '../../method-doc/method-doc.ts';

export const ammInfoDoc: MethodDoc = {
  summary: 'Describes an automated market maker.',
  examples: ({ issuer, buyer }) => [
    shown({ asset: XRP, asset2: { currency: 'USD', issuer: issuer.address }, ...VALIDATED }),
    hidden({ asset: { currency: 'USD', issuer: issuer.address }, asset2: XRP, account: buyer.address }),
  ],
  answer: {
    amm: 'The market maker.',
    'amm.amount': 'Pool balance of `asset`: drops as a string, or a token amount.',
    'amm.amount2': 'Pool balance of `asset2`.',
    'amm.lp_token': 'All its LP tokens; with `account` those of that account.',
    'amm.trading_fee': 'Its fee for trades, in hundred-thousandths.',
    'amm.account': 'Address of its account, which holds the pool and issues the LP tokens.',
    'amm.vote_slots': 'The votes that make up the fee; absent if there are none.',
    'amm.vote_slots[]': 'A vote.',
    'amm.vote_slots[].account': 'Address of the account that voted.',
    'amm.vote_slots[].trading_fee': 'Fee that they vote for, in hundred-thousandths.',
    'amm.vote_slots[].vote_weight': 'Share of the LP tokens when votes were last counted, in hundred-thousandths.',
    'amm.auction_slot': 'The account that trades at the discounted fee.',
    'amm.auction_slot.time_interval': 'Elapsed twentieths of its 24 hours; 20 when it has ended.',
    'amm.auction_slot.price': 'Its price in LP tokens.',
    'amm.auction_slot.discounted_fee': 'The fee for them, in hundred-thousandths.',
    'amm.auction_slot.account': 'Address of the holder.',
    'amm.auction_slot.expiration': 'When it ends, as text.',
    'amm.auction_slot.auth_accounts': 'Other accounts that trade at that fee; absent if there are none.',
    'amm.auction_slot.auth_accounts[]': 'One of them.',
    'amm.auction_slot.auth_accounts[].account': 'Their address.',
    'amm.asset2_frozen': 'The same for `asset2`.',
    'amm.asset_frozen': 'True if its `asset` is frozen; absent for XRP.',
  },
};
