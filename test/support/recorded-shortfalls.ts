/** Types of transactions with the codes of shortfalls that only recordings of the reference show; scenarios show all others. */
export const RECORDED_SHORTFALLS: readonly string[] = [
  'LoanBrokerSet nothing_changed',
  'LoanManage nothing_changed',
  'LoanPay loan_took_less',
  'OfferCreate offer_not_placed',
  'VaultClawback clawed_back_less',
  'XChainAddAccountCreateAttestation bridge_payout_failed',
  'XChainModifyBridge nothing_changed',
];
