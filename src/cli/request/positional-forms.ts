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
  depositAuthorized,
  failedFetches,
  feature,
  gatewayBalances,
  history,
  ledger,
  ledgerParams,
  optionalLedger,
  parseJsonObject,
  signing,
  signingFor,
  simulation,
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
const ONE_LEDGER: PositionalForm = {
  usage: '<ledger>',
  min: 1,
  max: 1,
  words: [LEDGER_WORD],
  parse: ([ledgerWord]) => ledgerParams(ledgerWord!),
};
const SIGNING_USAGE = "<secret> '<tx_json>' [offline] [<signature_target>]";
const TX_JSON_WORD: WordRow = { name: 'tx_json', text: 'The transaction, in JSON.' };
const SIGNING_WORDS: readonly WordRow[] = [
  { name: 'secret', text: 'Secret of the key to sign with, in any spelling.' },
  { name: 'tx_json', text: 'The transaction to complete and sign, in JSON.' },
  { name: 'offline', text: 'The word offline: fill in nothing from the ledger.', values: ['offline'] },
  { name: 'signature_target' },
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
        {
          name: 'ledger_index_min',
          text: 'First ledger to search (-1, the earliest). Alone, the only ledger: an index, a hash, or a name.',
        },
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
      note: 'With these words the oldest come first, unless descending is given. In JSON the newest come first, unless forward is true.',
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
    'deposit_authorized',
    {
      usage: '<source_account> <destination_account> [<ledger> [<credential>…]]',
      min: 2,
      max: 11,
      words: [
        { name: 'source_account' },
        { name: 'destination_account' },
        LEDGER_WORD,
        { name: 'credential', text: 'Ids of credentials of the sender, up to 8.' },
      ],
      parse: depositAuthorized,
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
    'fetch_info',
    {
      usage: '[clear]',
      min: 0,
      max: 1,
      words: [{ name: 'clear', text: 'The word clear: forget those that failed.', values: ['clear'] }],
      parse: failedFetches,
    },
  ],
  [
    'gateway_balances',
    {
      usage: '[<ledger>] <account> [<hotwallet>…]',
      min: 1,
      max: Number.POSITIVE_INFINITY,
      words: [LEDGER_WORD, { name: 'account' }, { name: 'hotwallet' }],
      parse: gatewayBalances,
    },
  ],
  [
    'get_counts',
    {
      usage: '[<min_count>]',
      min: 0,
      max: 1,
      words: [{ name: 'min_count' }],
      parse: ([count]) => (count === undefined ? {} : { min_count: wholeNumber(count, 'min_count') }),
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
  ['ledger_header', ONE_LEDGER],
  ['ledger_request', ONE_LEDGER],
  [
    'manifest',
    {
      usage: '<public_key>',
      min: 1,
      max: 1,
      words: [{ name: 'public_key' }],
      parse: ([key]) => ({ public_key: key! }),
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
  [
    'server_definitions',
    {
      usage: '[<hash>]',
      min: 0,
      max: 1,
      words: [{ name: 'hash' }],
      parse: ([hash]) => (hash === undefined ? {} : { hash }),
    },
  ],
  ['server_info', COUNTERS],
  ['server_state', COUNTERS],
  ['sign', { usage: SIGNING_USAGE, min: 2, max: 4, words: SIGNING_WORDS, parse: signing }],
  [
    'sign_for',
    {
      usage: "<account> <secret> '<tx_json>' [offline]",
      min: 3,
      max: 4,
      words: [
        { name: 'account' },
        { name: 'secret', text: 'Secret of the key to sign with, in any spelling.' },
        { name: 'tx_json', text: 'The complete transaction, with signatures so far, in JSON.' },
        { name: 'offline', text: 'The word offline: ask no ledger about the sender.', values: ['offline'] },
      ],
      parse: signingFor,
    },
  ],
  [
    'simulate',
    {
      usage: "<tx_blob> | '<tx_json>' [binary]",
      min: 1,
      max: 2,
      words: [
        { name: 'tx_blob' },
        TX_JSON_WORD,
        { name: 'binary', text: 'The word binary: hex instead of JSON.', values: ['binary'] },
      ],
      parse: simulation,
    },
  ],
  [
    'submit',
    {
      usage: `<tx_blob> | ${SIGNING_USAGE}`,
      min: 1,
      max: 4,
      words: [{ name: 'tx_blob' }, ...SIGNING_WORDS],
      parse: signing,
    },
  ],
  [
    'submit_multisigned',
    {
      usage: "'<tx_json>'",
      min: 1,
      max: 1,
      words: [TX_JSON_WORD],
      parse: ([text]) => ({ tx_json: parseJsonObject(text!, 'the transaction') }),
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
    'tx_history',
    {
      usage: '<start>',
      min: 1,
      max: 1,
      words: [{ name: 'start' }],
      parse: ([start]) => ({ start: wholeNumber(start!, 'start') }),
    },
  ],
  [
    'vault_info',
    {
      usage: '<vault_id> [<ledger>]',
      min: 1,
      max: 2,
      words: [{ name: 'vault_id' }, LEDGER_WORD],
      parse: ([vault, ledgerWord]) => ({ vault_id: vault!, ...optionalLedger(ledgerWord) }),
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
