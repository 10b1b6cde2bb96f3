/** `weir_nft`: an NFToken by its id: properties, owner, and history of owners. Weir's own. */

import { accountIdToAddress } from '../../../crypto/address.ts';
import { nftokenIdParts } from '../../../protocol/entries/nftoken-id.ts';
import type { JsonObject } from '../../../protocol/values.ts';
import { ledgerTimeToIso } from '../../json/ledger-time.ts';
import type { RpcContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { missingField, RpcError } from '../../method/errors.ts';
import { type NftokenOwner, type NftokenTrace, traceNftoken } from '../../nftokens/trace-nftoken.ts';
import { LEDGER_PARAMS } from '../../params/ledger-lookup.ts';
import { strictHash } from '../../params/readers.ts';

export const weirNft = defineMethod({
  name: 'weir_nft',
  role: 'user',
  needs: 'ledger',
  params: [{ name: 'nft_id', ...strictHash, required: true, text: 'The token.' }, ...LEDGER_PARAMS],
  *run({ reader }, read) {
    const id = read('nft_id');
    if (id === undefined) throw missingField('nft_id');
    // Only closed ledgers have a history.
    const { header = reader.validated } = read('ledger_index');
    const trace = yield* traceNftoken(reader, id, header.ledgerIndex);
    if (trace === undefined)
      throw new RpcError('objectNotFound', 'None of the ledgers that are here, up to this one, has made such a token.');
    return {
      ledger_hash: header.hash,
      ledger_index: header.ledgerIndex,
      validated: true,
      nft_id: id,
      ...stateOf(trace),
      ...nftokenFactsOf(id),
      owners: trace.owners.map((owner) => ownerJson(reader, owner)),
    };
  },
});

function stateOf({ owners, burnedIn, token }: NftokenTrace): JsonObject {
  return {
    is_burned: burnedIn !== undefined,
    ...(burnedIn === undefined
      ? { owner: accountIdToAddress(owners.at(-1)!.owner) }
      : { burned_ledger_index: burnedIn }),
    ...(token.URI === undefined ? {} : { uri: token.URI }),
  };
}

function nftokenFactsOf(id: string): JsonObject {
  const { flags, transferFee, issuer, taxon, serial } = nftokenIdParts(id);
  return {
    issuer: accountIdToAddress(issuer),
    flags,
    transfer_fee: transferFee,
    nft_taxon: taxon,
    nft_serial: serial,
  };
}

function ownerJson({ store }: RpcContext['reader'], { owner, ledgerIndex, hash }: NftokenOwner): JsonObject {
  const closeTime = store.header(ledgerIndex)?.closeTimeSeconds ?? 0;
  return {
    owner: accountIdToAddress(owner),
    ledger_index: ledgerIndex,
    close_time_iso: ledgerTimeToIso(closeTime),
    ...(hash === undefined ? {} : { hash }),
  };
}
