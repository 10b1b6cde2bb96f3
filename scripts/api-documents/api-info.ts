/** Title, version and description of the API in the documents for programs. */
import manifest from '../../package.json' with { type: 'json' };

export const API_INFO = {
  title: 'Weir, a ledger server that speaks the API of the XRP Ledger',
  version: manifest.version,
  license: { name: manifest.license },
};
