/** The flags of transactions and entries by name, from the server's definitions. */

import { readDefinitionsJson } from './definitions.js';
import { useRequest } from './use-request.js';
import { html } from './vendor/preact-htm.js';

/** `of` is the object with the `Flags`. */
export function Flags({ server, of: { Flags: value, TransactionType: type, LedgerEntryType: entryType } }) {
  const request = useRequest(
    server,
    async () => (value === 0 ? [] : namesOf(value, flagsOf(await readDefinitionsJson(server), type, entryType))),
    [value, type, entryType],
  );
  return html`<span>${value}${request.result?.map((name) => html` <code class="muted">${name}</code>`)}</span>`;
}

/** The definitions have a shorter name for directories. */
function flagsOf({ TRANSACTION_FLAGS: byType, LEDGER_ENTRY_FLAGS: byEntry }, type, entryType) {
  if (type !== undefined) return { ...byType.universal, ...byType[type] };
  return byEntry[entryType === 'DirectoryNode' ? 'DirNode' : entryType] ?? {};
}

function namesOf(value, flags) {
  return Object.entries(flags)
    .filter(([, bit]) => (value & bit) !== 0)
    .map(([name]) => name);
}
