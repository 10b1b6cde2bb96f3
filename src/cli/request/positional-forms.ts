/**
 * Which words each method takes on the command line. The forms are the reference's (rippled: RPCCall.cpp), that of
 * `account_tx` is the specification's; `ledger_accept` has its time and `channel_verify` its verdict from Weir.
 */
import { usageError } from '../command-error.ts';
import type { PositionalForm, WordRow } from './positional-form.ts';
import {
  bookOffers,
  claimToSign,
  claimToVerify,
  counters,
  feature,
  history,
  ledger,
  ledgerParams,
  optionalLedger,
  parseJsonObject,
  signing,
  transaction,
  wholeNumber,
} from './positional-words.ts';
import { TEST_BENCH_FORMS } from './test-bench-forms.ts';

const LEDGER_NAMES = ['validated', 'closed', 'current'];
const LEDGER_WORD: WordRow = {
  name: 'ledger',
  text: 'A ledger: validated, closed, current (default), its index or its hash.',
  values: LEDGER_NAMES,
};
const ACCOUNT_AND_LEDGER: PositionalForm = {
  usage: '<account> [<ledger>]',
  min: 1,
  max: 2,
  words: [{ name: 'account' }, LEDGER_WORD],
  parse: ([account, ledgerWord]) => ({ account: account!, ...optionalLedger(ledgerWord) }),
};
const SIGNING_USAGE = "<secret> '<tx_json>' [offline]";
const SIGNING_WORDS: readonly WordRow[] = [
  { name: 'secret', text: 'Secret of the key to sign with, in any spelling.' },
  { name: 'tx_json', text: 'The transaction to complete and sign, in JSON.' },
  { name: 'offline', text: 'The word offline: fill in nothing from the ledger.', values: ['offline'] },
];
const COUNTERS: PositionalForm = {
  usage: '[counters]',
  min: 0,
  max: 1,
  words: [
    {
      name: 'counters',
      text: 'The word counters: also counts what the server did.',
      values: ['counters'],
    },
  ],
  parse: counters,
};

/** By method. A method that is not here takes no words. */
export const POSITIONAL_FORMS: ReadonlyMap<string, PositionalForm> = new Map<string, PositionalForm>([
  ['account_channels', accountsAndLedger('account_channels', 'destination_account')],
  ['account_currencies', ACCOUNT_AND_LEDGER],
  ['account_info', ACCOUNT_AND_LEDGER],
  ['account_lines', accountsAndLedger('account_lines', 'peer')],
  ['account_nfts', ACCOUNT_AND_LEDGER],
  ['account_objects', ACCOUNT_AND_LEDGER],
  ['account_offers', ACCOUNT_AND_LEDGER],
  [
    'account_tx',
    {
      usage: '<account> [<ledger_index_min> [<ledger_index_max> [<limit> [<offset>]]]] [binary] [descending]',
      min: 1,
      max: 7,
      words: [
        { name: 'account' },
        { name: 'ledger_index_min', text: 'First ledger to search (-1, the earliest); or, alone, the one ledger.' },
        { name: 'ledger_index_max', text: 'Last ledger to search (-1, the latest).' },
        { name: 'limit' },
        { name: 'offset', text: 'How many transactions to leave out at the beginning (0).' },
        { name: 'binary', text: 'The word binary: hex instead of JSON.', values: ['binary'] },
        {
          name: 'descending',
          text: 'The word descending: newest first. Without it the oldest come first.',
          values: ['descending'],
        },
      ],
      note: 'In these words the oldest come first, unless descending is given; in JSON the newest, unless forward is true.',
      parse: history,
    },
  ],
  [
    'book_changes',
    {
      usage: '[<ledger>]',
      min: 0,
      max: 1,
      words: [LEDGER_WORD],
      parse: ([ledgerWord]) => optionalLedger(ledgerWord),
    },
  ],
  [
    'book_offers',
    {
      usage: '<taker_pays> <taker_gets> [<taker>|"" [<ledger> [<limit>]]]',
      min: 2,
      max: 5,
      words: [
        { name: 'taker_pays', text: 'Asset: XRP, or a currency and its issuer, USD/r….' },
        { name: 'taker_gets', text: 'The same.' },
        { name: 'taker' },
        LEDGER_WORD,
        { name: 'limit' },
      ],
      note: 'weir book shows both sides as a table.',
      parse: bookOffers,
    },
  ],
  [
    'channel_authorize',
    {
      usage: '<secret> [<key_type>] <channel_id> <drops>',
      min: 3,
      max: 4,
      words: [
        { name: 'secret', text: 'Secret of the key to sign with; with a key_type its seed or passphrase.' },
        { name: 'key_type', text: 'secp256k1 or ed25519.' },
        { name: 'channel_id' },
        { name: 'drops', text: 'All that the payee may ever have; above zero.' },
      ],
      note: 'Other users of this machine can read the words of a command: weir channel sign keeps the secret to itself.',
      parse: claimToSign,
    },
  ],
  [
    'channel_verify',
    {
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
          text: 'The word channel_state: say whether the validated ledger lets the claim be redeemed.',
          values: ['channel_state'],
        },
        { name: 'min_seconds_left', text: 'How long the channel must live on (0).' },
      ],
      parse: claimToVerify,
    },
  ],
  [
    'feature',
    {
      usage: '[<name or id> [accept|reject]]',
      min: 0,
      max: 2,
      words: [
        { name: 'name or id', text: 'The amendment; all without it.' },
        { name: 'accept, reject', text: 'Vote for it or against it.', values: ['accept', 'reject'] },
      ],
      parse: feature,
    },
  ],
  [
    'ledger',
    {
      usage: '[<ledger> [full|tx]]',
      min: 0,
      max: 2,
      words: [
        {
          ...LEDGER_WORD,
          text: 'validated, closed, current, its index or its hash; without it the open and the last closed one.',
        },
        { name: 'full, tx', text: 'With all that is in it, or its transactions.', values: ['full', 'tx'] },
      ],
      parse: ledger,
    },
  ],
  [
    'ledger_accept',
    {
      usage: '[<close_time>]',
      min: 0,
      max: 1,
      words: [{ name: 'close_time' }],
      parse: ([time]) => (time === undefined ? {} : { close_time: wholeNumber(time, 'close_time') }),
    },
  ],
  [
    'ledger_entry',
    {
      usage: '<index> [<ledger>]',
      min: 1,
      max: 2,
      words: [{ name: 'index', text: 'Key of the entry, 64 hex digits.' }, LEDGER_WORD],
      parse: ([index, ledgerWord]) => ({ index: index!, ...optionalLedger(ledgerWord) }),
    },
  ],
  ['owner_info', ACCOUNT_AND_LEDGER],
  [
    'ripple_path_find',
    {
      usage: "'<question>' [<ledger>]",
      min: 1,
      max: 2,
      words: [{ name: 'question', text: 'The parameters, in JSON.' }, LEDGER_WORD],
      parse: ([text, ledgerWord]) => ({ ...parseJsonObject(text!, 'the question'), ...optionalLedger(ledgerWord) }),
    },
  ],
  ['server_info', COUNTERS],
  ['server_state', COUNTERS],
  ['sign', { usage: SIGNING_USAGE, min: 2, max: 3, words: SIGNING_WORDS, parse: signing }],
  [
    'submit',
    {
      usage: `<tx_blob> | ${SIGNING_USAGE}`,
      min: 1,
      max: 3,
      words: [{ name: 'tx_blob' }, ...SIGNING_WORDS],
      parse: signing,
    },
  ],
  [
    'transaction_entry',
    {
      usage: '<tx_hash> <ledger>',
      min: 2,
      max: 2,
      words: [
        { name: 'tx_hash' },
        { ...LEDGER_WORD, text: 'The ledger that it is in: validated, closed, its index or its hash.' },
      ],
      parse: ([hash, ledgerWord]) => ({ tx_hash: hash!, ...ledgerParams(ledgerWord!) }),
    },
  ],
  [
    'tx',
    {
      usage: '<hash or ctid> [binary] [<min_ledger> <max_ledger>]',
      min: 1,
      max: 4,
      words: [
        { name: 'hash or ctid', text: 'The transaction: its hash, or its CTID of 16 digits.' },
        { name: 'binary', text: 'The word binary: hex instead of JSON.', values: ['binary'] },
        { name: 'min_ledger' },
        { name: 'max_ledger' },
      ],
      parse: transaction,
    },
  ],
  [
    'wallet_propose',
    {
      usage: '[<passphrase>]',
      min: 0,
      max: 1,
      words: [{ name: 'passphrase' }],
      parse: ([passphrase]) => (passphrase === undefined ? {} : { passphrase }),
    },
  ],
  ...TEST_BENCH_FORMS,
]);

function accountsAndLedger(method: string, other: string): PositionalForm {
  return {
    usage: `<account> [<${other}>|"" [<ledger>]]`,
    min: 1,
    max: 3,
    words: [{ name: 'account' }, { name: other }, LEDGER_WORD],
    parse: ([account, otherAccount = '', ledgerWord]) => {
      if (LEDGER_NAMES.includes(otherAccount)) {
        throw usageError(`${method}: the ledger is the third word; the second is <${other}>, or "" for all`);
      }
      return {
        account: account!,
        ...(otherAccount === '' ? {} : { [other]: otherAccount }),
        ...optionalLedger(ledgerWord),
      };
    },
  };
}
