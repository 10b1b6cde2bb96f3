/**
 * Every request error: token, number, default text, and the HTTP status for clients that use `ripplerpc` 3.0. From the
 * reference's ErrorCodes.h and ErrorCodes.cpp, without errors that no method here returns.
 */
export interface RpcErrorInfo {
  readonly code: number;
  readonly message: string;
  readonly httpStatus: number;
}

const info = (code: number, message: string, httpStatus: number): RpcErrorInfo => ({ code, message, httpStatus });

export const RPC_ERRORS = {
  forbidden: info(3, 'Bad credentials.', 403),
  wrongNetwork: info(4, 'Wrong network.', 503),
  noPermission: info(6, "You don't have permission for this command.", 401),
  noEvents: info(7, 'Current transport does not support events.', 405),
  tooBusy: info(9, 'The server is too busy to help you now.', 503),
  slowDown: info(10, 'You are placing too much load on the server.', 429),
  highFee: info(11, 'Current transaction fee exceeds your limit.', 402),
  notEnabled: info(12, 'Not enabled in configuration.', 501),
  noNetwork: info(17, 'Not synced to the network.', 503),
  notSynced: info(18, 'Not synced to the network.', 503),
  actNotFound: info(19, 'Account not found.', 200),
  lgrNotFound: info(21, 'Ledger not found.', 404),
  lgrNotValidated: info(22, 'Ledger not validated.', 202),
  masterDisabled: info(23, 'Master key is disabled.', 403),
  txnNotFound: info(29, 'Transaction not found.', 404),
  invalidHotWallet: info(30, 'Invalid hotwallet.', 400),
  invalidParams: info(31, 'Invalid parameters.', 400),
  unknownCmd: info(32, 'Unknown method.', 405),
  noPathRequest: info(33, 'No pathfinding request in progress.', 404),
  actMalformed: info(35, 'Account malformed.', 200),
  alreadyMultisig: info(36, 'Already multisigned.', 200),
  alreadySingleSig: info(37, 'Already single-signed.', 200),
  badFeature: info(40, 'Feature unknown or invalid.', 500),
  badMarket: info(42, 'No such market.', 404),
  badSecret: info(43, 'Secret does not match account.', 403),
  badSeed: info(44, 'Disallowed seed.', 403),
  channelMalformed: info(45, 'Payment channel is malformed.', 400),
  channelAmtMalformed: info(46, 'Payment channel amount is malformed.', 400),
  dstActMalformed: info(48, 'Destination account is malformed.', 400),
  dstActMissing: info(49, 'Destination account not provided.', 400),
  dstActNotFound: info(50, 'Destination account not found.', 404),
  dstAmtMalformed: info(51, 'Destination amount/currency/issuer is malformed.', 400),
  dstAmtMissing: info(52, 'Destination amount/currency/issuer is missing.', 400),
  dstIsrMalformed: info(53, 'Destination issuer is malformed.', 400),
  lgrIdxsInvalid: info(57, 'Ledger indexes invalid.', 400),
  lgrIdxMalformed: info(58, 'Ledger index malformed.', 400),
  publicMalformed: info(62, 'Public key is malformed.', 400),
  signingMalformed: info(63, 'Signing of transaction is malformed.', 400),
  sendMaxMalformed: info(64, 'SendMax amount malformed.', 400),
  srcActMalformed: info(65, 'Source account is malformed.', 400),
  srcActMissing: info(66, 'Source account not provided.', 400),
  srcActNotFound: info(67, 'Source account not found.', 404),
  delegateActNotFound: info(68, 'Delegate account not found.', 404),
  srcCurMalformed: info(69, 'Source currency is malformed.', 400),
  srcIsrMalformed: info(70, 'Source issuer is malformed.', 400),
  malformedStream: info(71, 'Stream malformed.', 400),
  internal: info(73, 'Internal error.', 500),
  notImpl: info(74, 'Not implemented.', 501),
  notSupported: info(75, 'Operation not supported.', 501),
  badKeyType: info(76, 'Bad key type.', 400),
  dbDeserialization: info(77, 'Database deserialization error.', 502),
  excessiveLgrRange: info(78, 'Ledger range exceeds 1000.', 400),
  invalidLgrRange: info(79, 'Ledger range is invalid.', 400),
  objectNotFound: info(92, 'The requested object was not found.', 404),
  issueMalformed: info(93, 'Issue is malformed.', 400),
  oracleMalformed: info(94, 'Oracle request is malformed.', 400),
  badCredentials: info(95, 'Credentials do not exist, are not accepted, or have expired.', 400),
  transactionSigned: info(96, 'Transaction should not be signed.', 400),
  domainMalformed: info(97, 'Domain is malformed.', 400),
  entryNotFound: info(98, 'Entry not found.', 400),
  unexpectedLedgerType: info(99, 'Unexpected ledger type.', 400),
} as const satisfies Record<string, RpcErrorInfo>;

/** Value of `result.error`. */
export type RpcErrorToken = keyof typeof RPC_ERRORS;

const HTTP_STATUS_BY_CODE = new Map(Object.values(RPC_ERRORS).map((error) => [error.code, error.httpStatus]));

/** The HTTP status of an error's number; 200 for an unknown number. */
export function httpStatusOfErrorCode(code: number): number {
  return HTTP_STATUS_BY_CODE.get(code) ?? 200;
}
