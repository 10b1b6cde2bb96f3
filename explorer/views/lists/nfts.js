/** NFTs by collection (issuer and taxon), and the tokens of one collection with their owners. */
import { Address, Hash, Text } from '../../components.js';
import { LongTable } from '../../lists/long-table.js';
import { ScanState, useScan } from '../../lists/scan.js';
import { nftokenFacts } from '../../nftoken-id.js';
import { localeNumber } from '../../numbers.js';
import { PageHead, Panel } from '../../panel.js';
import { routeTo } from '../../route.js';
import { addressOfAccount, hexToBytes } from '../../signing/bytes.js';
import { html, useMemo } from '../../vendor/preact-htm.js';

const COLLECTION_COLUMNS = [
  { title: 'Collection' },
  { title: 'Issuer' },
  { title: 'NFTs', isNumber: true },
  { title: 'Owners', isNumber: true },
];
const TOKEN_COLUMNS = [{ title: 'NFT' }, { title: 'Serial', isNumber: true }, { title: 'Owner' }, { title: 'URI' }];
/** The first 20 bytes of the index of a page are its owner. */
const OWNER_DIGITS = 40;

/** The tokens of a page: id, URI, and the owner's account in hex. */
function tokensOfPage({ index, NFTokens: tokens }) {
  const owner = index.slice(0, OWNER_DIGITS);
  return tokens.map(({ NFToken: { NFTokenID: id, URI: uri } }) => ({ id, uri, owner, ...nftokenFacts(id) }));
}

export function NftsView({ server, ledger }) {
  const scan = useScan(server, 'nft_page', ledger, tokensOfPage);
  const collections = useMemo(() => collectionsOf(scan.entries), [scan.entries]);
  return html`<${PageHead} title="NFTs" />
    <${Panel} title="Collections" remark=${html`<${ScanState} scans=${[scan]} count=${scan.entries.length} word=${scan.entries.length === 1 ? 'NFT' : 'NFTs'} />`}>
    <${LongTable} columns=${COLLECTION_COLUMNS} rows=${collections} label="Collections" keyOf=${({ key }) => key} none=${scan.isDone ? 'This ledger has no NFTs.' : 'Loading…'} cells=${({
      key,
      issuer,
      taxon,
      count,
      owners,
    }) => [
      html`<a class="ledger-link" href=${routeTo('collection', key, ledger)}>Taxon ${localeNumber(taxon)}</a>`,
      html`<${Address} address=${issuer} ledger=${ledger} />`,
      localeNumber(count),
      localeNumber(owners.size),
    ]} /></${Panel}>`;
}

/** The subject is the issuer and the taxon: `r….7`. */
export function CollectionView({ server, subject, ledger }) {
  const scan = useScan(server, 'nft_page', ledger, tokensOfPage);
  const [issuer, taxon] = subject.split('.');
  const tokens = useMemo(
    () => scan.entries.filter((token) => keyOf(token) === subject).sort((a, b) => a.serial - b.serial),
    [scan.entries, subject],
  );
  return html`<${PageHead} title=${html`Collection ${/^\d+$/.test(taxon ?? '') ? localeNumber(taxon) : html`<${Text} text=${subject} />`}`} facts=${[html`Issued by <${Address} address=${issuer} ledger=${ledger} />`]} />
    <${Panel} title="NFTs" remark=${html`<${ScanState} scans=${[scan]} count=${tokens.length} word=${tokens.length === 1 ? 'NFT' : 'NFTs'} />`}>
    <${LongTable} columns=${TOKEN_COLUMNS} rows=${tokens} label="NFTs of the collection" keyOf=${({ id }) => id} none=${scan.isDone ? 'No NFT of this collection is in the ledger.' : 'Loading…'} cells=${({
      id,
      serial,
      owner,
      uri,
    }) => [
      html`<${Hash} hash=${id} view="nft" isShort ledger=${ledger} />`,
      localeNumber(serial),
      html`<${Address} address=${addressOfAccount(hexToBytes(owner))} ledger=${ledger} />`,
      uri === undefined ? html`<span class="muted">none</span>` : html`<${Text} text=${textOf(uri)} />`,
    ]} /></${Panel}>`;
}

function keyOf({ issuer, taxon }) {
  return `${addressOfAccount(hexToBytes(issuer))}.${taxon}`;
}

function textOf(hex) {
  return new TextDecoder().decode(hexToBytes(hex));
}

function collectionsOf(tokens) {
  const collections = new Map();
  for (const token of tokens) {
    const place = `${token.issuer}.${token.taxon}`;
    const known = collections.get(place);
    if (known !== undefined) {
      known.count += 1;
      known.owners.add(token.owner);
      continue;
    }
    const key = keyOf(token);
    collections.set(place, {
      ...{ key, issuer: key.split('.')[0], taxon: token.taxon, count: 1 },
      owners: new Set([token.owner]),
    });
  }
  return [...collections.values()].sort((a, b) => b.count - a.count);
}
