/** Sentences of credentials, permissioned domains, DIDs and price oracles. */

import { decimalText } from '../decimals.js';
import { textOfHex } from '../values/hex-text.js';
import { account, asset, count, hash, list, number, say, time } from '../values/parts.js';

/** A type of credential: text if it is one. */
function typePart(hex) {
  const text = textOfHex(hex);
  return text === undefined ? { code: hex } : { text, hex };
}

export function credentialList(credentials) {
  return list(
    credentials.map(
      ({ Credential: { CredentialType: type, Issuer: issuer } }) =>
        say`the credential ${typePart(type)} of ${account(issuer)}`,
    ),
  );
}

function created({ tx }) {
  const toItself = tx.Subject === tx.Account;
  return say`issued the credential ${typePart(tx.CredentialType)} to ${toItself ? 'itself' : account(tx.Subject)}${tx.Expiration !== undefined && say`, valid until ${time(tx.Expiration)}`}`;
}

/** Subject and issuer default to the sender. */
function removed({ tx }) {
  const { Account: sender, Subject: subject = sender, Issuer: issuer = sender, CredentialType: type } = tx;
  if (issuer === sender && subject === sender) return say`deleted its credential ${typePart(type)}`;
  if (issuer === sender) return say`withdrew the credential ${typePart(type)} of ${account(subject)}`;
  if (subject === sender) return say`gave up the credential ${typePart(type)} of ${account(issuer)}`;
  return say`deleted the expired credential ${typePart(type)} of ${account(subject)}`;
}

function domain({ tx, created: createdEntry }) {
  const node = createdEntry('PermissionedDomain');
  const words = say`accepts ${credentialList(tx.AcceptedCredentials ?? [])}`;
  if (node !== undefined) return say`created the domain ${hash(node.index)}, which ${words}`;
  return say`changed the domain ${hash(tx.DomainID)}, which now ${words}`;
}

/** The first prices of a series. */
const SHOWN_PRICES = 2;

function prices({ tx, created: createdEntry }) {
  const all = (tx.PriceDataSeries ?? []).map(({ PriceData }) => PriceData);
  const set = all.filter(({ AssetPrice: price }) => price !== undefined);
  const gone = all.length - set.length;
  const shown = set.slice(0, SHOWN_PRICES).map(pricePart);
  const more = set.length - shown.length;
  const where = textOfHex(tx.Provider ?? '');
  const start = createdEntry('Oracle') === undefined ? 'updated' : 'started';
  return say`${start} its price oracle${where !== undefined && say` ${{ text: where, hex: tx.Provider }}`}${shown.length > 0 && say`: ${list(shown)}`}${more > 0 && ` and ${more} more`}${gone > 0 && `${shown.length > 0 ? ',' : ':'} ${count(gone, 'pair')} removed`}`;
}

export function pricePart({ AssetPrice: price, Scale: scale = 0, BaseAsset: base, QuoteAsset: quote }) {
  const value = decimalText({ digits: BigInt(`0x${price}`), places: scale });
  return say`${asset({ currency: base })} at ${number(value)} ${asset({ currency: quote })}`;
}

export const IDENTITY = {
  CredentialCreate: {
    done: created,
    seenBy: (viewer, { tx }) =>
      viewer === tx.Subject &&
      viewer !== tx.Account &&
      say`received the credential ${typePart(tx.CredentialType)} of ${account(tx.Account)}`,
    attempt: (tx) => say`issue the credential ${typePart(tx.CredentialType)} to ${account(tx.Subject)}`,
  },
  CredentialAccept: {
    done: ({ tx }) => say`accepted the credential ${typePart(tx.CredentialType)} of ${account(tx.Issuer)}`,
    attempt: (tx) => say`accept the credential ${typePart(tx.CredentialType)} of ${account(tx.Issuer)}`,
  },
  CredentialDelete: { done: removed, attempt: (tx) => say`delete the credential ${typePart(tx.CredentialType)}` },
  PermissionedDomainSet: {
    done: domain,
    attempt: (tx) => (tx.DomainID === undefined ? say`create a domain` : say`change the domain ${hash(tx.DomainID)}`),
  },
  PermissionedDomainDelete: {
    done: ({ tx }) => say`deleted the domain ${hash(tx.DomainID)}`,
    attempt: (tx) => say`delete the domain ${hash(tx.DomainID)}`,
  },
  DIDSet: {
    done: ({ created: createdEntry }) =>
      say`${createdEntry('DID') === undefined ? 'updated' : 'created'} its decentralized identifier`,
    attempt: () => say`set its decentralized identifier`,
  },
  DIDDelete: {
    done: () => say`deleted its decentralized identifier`,
    attempt: () => say`delete its decentralized identifier`,
  },
  OracleSet: { done: prices, attempt: () => say`set prices of its oracle` },
  OracleDelete: {
    done: ({ tx }) => say`deleted its price oracle ${String(tx.OracleDocumentID)}`,
    attempt: (tx) => say`delete its price oracle ${String(tx.OracleDocumentID)}`,
  },
};
