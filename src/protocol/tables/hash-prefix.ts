/**
 * The four bytes that go before hashed data, so that hashes of different things can never coincide
 * (rippled: HashPrefix.h).
 */

function prefix(letters: string): Buffer {
  return Buffer.from(`${letters}\0`, 'latin1');
}

export const HashPrefix = {
  transactionId: prefix('TXN'),
  transactionNode: prefix('SND'),
  leafNode: prefix('MLN'),
  innerNode: prefix('MIN'),
  ledgerMaster: prefix('LWR'),
  transactionSign: prefix('STX'),
  transactionMultiSign: prefix('SMT'),
  validation: prefix('VAL'),
  proposal: prefix('PRP'),
  manifest: prefix('MAN'),
  paymentChannelClaim: prefix('CLM'),
  batch: prefix('BCH'),
} as const;
