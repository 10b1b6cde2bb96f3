/** The families of transaction types, which have a colour each, and a short word for each type. */

/** The first row whose pattern matches the name of a type: the family, and the word of its chip. */
const ROWS = [
  [/^Payment$/, 'pay', 'Payment'],
  [/^PaymentChannel/, 'hold', 'Channel'],
  [/^Escrow/, 'hold', 'Escrow'],
  [/^Check/, 'pay', 'Check'],
  [/^TrustSet$/, 'trust', 'Trust line'],
  [/^(?:AMM)?Clawback$/, 'trust', 'Clawback'],
  [/^DepositPreauth$/, 'trust', 'Preauthorization'],
  [/^Credential/, 'trust', 'Credential'],
  [/^PermissionedDomain/, 'trust', 'Domain'],
  [/^MPToken|^ConfidentialMPT/, 'trust', 'MPT'],
  [/^Offer/, 'trade', 'Offer'],
  [/^AMM/, 'pool', 'Pool'],
  [/^NFToken/, 'nft', 'NFT'],
  [/^Vault/, 'lend', 'Vault'],
  [/^Loan/, 'lend', 'Loan'],
  [/^XChain/, 'pay', 'Bridge'],
  [/^Oracle/, 'setup', 'Oracle'],
  [/^Ticket/, 'setup', 'Tickets'],
  [/^DID/, 'setup', 'DID'],
  [/^Batch$/, 'pay', 'Batch'],
  [/^Delegate/, 'setup', 'Delegation'],
  [/^Signer/, 'setup', 'Signers'],
  [/^SetRegularKey$/, 'setup', 'Key'],
  [/^AccountDelete$/, 'setup', 'Deletion'],
  [/^Account/, 'setup', 'Settings'],
  [/^EnableAmendment$/, 'setup', 'Amendment'],
  [/^SetFee$/, 'setup', 'Fees'],
  [/^UNLModify$/, 'setup', 'UNL'],
];

const known = new Map();

/** `{ family, word }` of a type. An unknown type has its own name as the word. */
export function familyOf(type) {
  if (!known.has(type)) {
    const [, family = 'setup', word = type] = ROWS.find(([pattern]) => pattern.test(type)) ?? [];
    known.set(type, { family, word });
  }
  return known.get(type);
}

/** The families with what they are called, in the order of legends. */
export const FAMILIES = [
  ['pay', 'Payments'],
  ['trust', 'Trust and MPTs'],
  ['trade', 'Offers'],
  ['pool', 'Pools'],
  ['nft', 'NFTs'],
  ['hold', 'Channels and escrows'],
  ['lend', 'Vaults and loans'],
  ['setup', 'Accounts'],
];
