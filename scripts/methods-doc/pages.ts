/** On which page of `docs/methods/` each method is. A method on none fails the generator. */
export interface MethodPage {
  /** File name without extension. */
  readonly name: string;
  readonly title: string;
  readonly methods: readonly string[];
}

/** In the order of the index. */
export const METHOD_PAGES: readonly MethodPage[] = [
  {
    name: 'accounts',
    title: 'Accounts',
    methods: [
      ...['account_channels', 'account_currencies', 'account_info', 'account_lines', 'account_nfts', 'account_objects'],
      ...['account_offers', 'account_tx', 'deposit_authorized', 'gateway_balances', 'noripple_check', 'owner_info'],
      'wallet_propose',
    ],
  },
  {
    name: 'transactions',
    title: 'Transactions',
    methods: [
      ...[
        'explain',
        'sign',
        'sign_for',
        'simulate',
        'submit',
        'submit_multisigned',
        'transaction_entry',
        'tx',
        'tx_history',
      ],
    ],
  },
  { name: 'channels', title: 'Claims on payment channels', methods: ['channel_authorize', 'channel_verify'] },
  {
    name: 'ledgers',
    title: 'Ledgers',
    methods: [
      ...['ledger', 'ledger_accept', 'ledger_closed', 'ledger_current', 'ledger_data', 'ledger_entry'],
      ...['ledger_header', 'ledger_request', 'weir_changes', 'weir_ledgers'],
    ],
  },
  { name: 'streams', title: 'Streams', methods: ['subscribe', 'unsubscribe'] },
  {
    name: 'paths',
    title: 'Paths, order books and markets',
    methods: [
      ...['path_find', 'ripple_path_find', 'amm_info', 'book_changes', 'book_offers', 'get_aggregate_price'],
      ...['nft_buy_offers', 'nft_sell_offers', 'vault_info', 'weir_nft'],
    ],
  },
  {
    name: 'server',
    title: 'The server',
    methods: [
      ...['feature', 'fee', 'manifest', 'ping', 'random', 'server_definitions', 'server_info', 'server_state'],
      ...['stop', 'version'],
    ],
  },
  {
    name: 'test-bench',
    title: 'The test bench',
    methods: [
      ...['weir_accounts', 'weir_clock', 'weir_drop', 'weir_fund', 'weir_impersonate', 'weir_revert'],
      ...['weir_set_entry', 'weir_snapshot', 'weir_snapshots', 'weir_state'],
    ],
  },
  {
    name: 'administration',
    title: 'Peers, validators and housekeeping',
    methods: [
      ...['blacklist', 'can_delete', 'connect', 'consensus_info', 'fetch_info', 'get_counts', 'logrotate'],
      ...['peer_reservations_list', 'peers', 'tx_reduce_relay', 'unl_list', 'validator_info'],
      ...['validator_list_sites', 'validators'],
    ],
  },
];

/** The page of a method. Throws if it is on none. */
export function pageOf(method: string): MethodPage {
  const page = METHOD_PAGES.find(({ methods }) => methods.includes(method));
  if (page === undefined) throw new Error(`scripts/methods-doc/pages.ts has no page for ${method}`);
  return page;
}
