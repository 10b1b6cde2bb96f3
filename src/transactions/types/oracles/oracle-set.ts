/** OracleSet: creates a price oracle or updates its prices (rippled: OracleSet.cpp). */
import { adjustOwnerCount } from '../../../ledger/owner-count.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../../protocol/amounts/amount-math.ts';
import type { Oracle } from '../../../protocol/entries/entries.ts';
import { accountKeylet, oracleKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { insertOwnedEntry } from '../../accounts/owned-entries.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { type ApplyContext, defineTransaction, type PreclaimContext } from '../../transaction-type.ts';
import { ownerCountOfPairs, pairsAfterUpdate, readRequestedPairs, updatedSeries } from './price-data.ts';

/**
 * `LastUpdateTime` is in seconds since 1970. `Provider` and `AssetClass` are required for a new oracle and cannot
 * change.
 */
type OracleSet = TransactionOf<'OracleSet'>;

const MAX_PAIRS = 10;
const MAX_BYTES = { Provider: 256, URI: 256, AssetClass: 16 } as const;
const TEXT_FIELDS = ['Provider', 'URI', 'AssetClass'] as const;
/** The maximum distance of LastUpdateTime from the ledger's close time. */
const MAX_UPDATE_TIME_DELTA_SECONDS = 300;

export const oracleSet = defineTransaction({
  name: 'OracleSet',

  preflight({ tx }) {
    if (tx.PriceDataSeries.length === 0) return 'temARRAY_EMPTY';
    if (tx.PriceDataSeries.length > MAX_PAIRS) return 'temARRAY_TOO_LARGE';
    const isMalformed = TEXT_FIELDS.some((name) => tx[name] === '' || (tx[name] ?? '').length > 2 * MAX_BYTES[name]);
    return isMalformed ? 'temMALFORMED' : 'tesSUCCESS';
  },

  preclaim(context) {
    const time = checkUpdateTime(context);
    return time === 'tesSUCCESS' ? checkSeries(context) : time;
  },

  apply(context) {
    const { sandbox, tx } = context;
    const oracle = sandbox.peek(oracleKeylet(tx.Account, tx.OracleDocumentID));
    return oracle === undefined ? createOracle(context) : updateOracle(context, oracle);
  },
});

function checkUpdateTime({ view, tx }: PreclaimContext<OracleSet>): Ter {
  const updateTimeSeconds = tx.LastUpdateTime - RIPPLE_EPOCH_OFFSET_SECONDS;
  if (updateTimeSeconds < 0) return 'tecINVALID_UPDATE_TIME';
  if (view.closeTimeSeconds < MAX_UPDATE_TIME_DELTA_SECONDS) return 'tecINTERNAL';
  const deltaSeconds = Math.abs(updateTimeSeconds - view.closeTimeSeconds);
  return deltaSeconds > MAX_UPDATE_TIME_DELTA_SECONDS ? 'tecINVALID_UPDATE_TIME' : 'tesSUCCESS';
}

/** The balance before the fee must cover the reserve. */
function checkSeries({ view, tx, fees }: PreclaimContext<OracleSet>): Ter {
  const owner = view.read(accountKeylet(tx.Account));
  if (owner === undefined) return 'terNO_ACCOUNT';
  const oracle = view.read(oracleKeylet(tx.Account, tx.OracleDocumentID));
  const requested = readRequestedPairs(tx.PriceDataSeries, oracle !== undefined);
  if (typeof requested === 'string') return requested;
  const form = oracle === undefined ? checkNew(tx) : checkUpdate(tx, oracle);
  if (form !== 'tesSUCCESS') return form;
  const pairs = oracle === undefined ? requested.priced : pairsAfterUpdate(requested, oracle.PriceDataSeries);
  if (pairs === undefined) return 'tecTOKEN_PAIR_NOT_FOUND';
  if (pairs.size === 0) return 'tecARRAY_EMPTY';
  if (pairs.size > MAX_PAIRS) return 'tecARRAY_TOO_LARGE';
  const countedBefore = oracle === undefined ? 0 : ownerCountOfPairs(oracle.PriceDataSeries.length);
  const added = ownerCountOfPairs(pairs.size) - countedBefore;
  return coversReserve(fees, owner, owner.Balance, added) ? 'tesSUCCESS' : 'tecINSUFFICIENT_RESERVE';
}

function checkNew({ Provider, AssetClass }: Readonly<OracleSet>): Ter {
  return Provider === undefined || AssetClass === undefined ? 'temMALFORMED' : 'tesSUCCESS';
}

function checkUpdate(tx: Readonly<OracleSet>, oracle: Readonly<Oracle>): Ter {
  if (tx.LastUpdateTime <= oracle.LastUpdateTime) return 'tecINVALID_UPDATE_TIME';
  const { Provider = oracle.Provider, AssetClass = oracle.AssetClass } = tx;
  return Provider === oracle.Provider && AssetClass === oracle.AssetClass ? 'tesSUCCESS' : 'temMALFORMED';
}

function createOracle({ sandbox, tx }: ApplyContext<OracleSet>): Ter {
  const { Provider, AssetClass } = tx;
  if (Provider === undefined || AssetClass === undefined) return 'tefINTERNAL';
  const oracle = newEntry(oracleKeylet(tx.Account, tx.OracleDocumentID));
  oracle.Owner = tx.Account;
  oracle.OracleDocumentID = tx.OracleDocumentID;
  oracle.Provider = Provider;
  if (tx.URI !== undefined) oracle.URI = tx.URI;
  oracle.PriceDataSeries = updatedSeries([], tx.PriceDataSeries);
  oracle.AssetClass = AssetClass;
  oracle.LastUpdateTime = tx.LastUpdateTime;
  return insertOwnedEntry(sandbox, oracle);
}

function updateOracle({ sandbox, tx }: ApplyContext<OracleSet>, oracle: Oracle): Ter {
  const countedBefore = ownerCountOfPairs(oracle.PriceDataSeries.length);
  oracle.PriceDataSeries = updatedSeries(oracle.PriceDataSeries, tx.PriceDataSeries);
  if (tx.URI !== undefined) oracle.URI = tx.URI;
  oracle.LastUpdateTime = tx.LastUpdateTime;
  oracle.OracleDocumentID ??= tx.OracleDocumentID;
  sandbox.update(oracle);
  const change = ownerCountOfPairs(oracle.PriceDataSeries.length) - countedBefore;
  if (change === 0) return 'tesSUCCESS';
  const owner = sandbox.peek(accountKeylet(tx.Account));
  if (owner === undefined) return 'tefINTERNAL';
  adjustOwnerCount(sandbox, owner, change);
  return 'tesSUCCESS';
}
