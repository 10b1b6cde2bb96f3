/** The folders of `src`, lowest first: a layer imports from itself and from those before it. */
export const LAYERS = [
  'util',
  'crypto',
  'protocol',
  'shamap',
  'ledger',
  'history',
  'transactions',
  'storage',
  'node',
  'verify',
  'rpc',
  'weir.ts',
  'server',
  'front',
  'channel-watch',
  'cli',
];
