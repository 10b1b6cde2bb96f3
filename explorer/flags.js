/** The flags of transactions and entries by their names, as the server tells them. */
import { useAnswer } from './asking.js';
import { readDefinitionsJson } from './definitions.js';
import { html } from './vendor/preact-htm.js';

/** `of` are the fields that the flags are one of. */
export function Flags({ server, of: { Flags: value, TransactionType: type, LedgerEntryType: entryType } }) {
  const asked = useAnswer(
    server,
    async () => (value === 0 ? [] : namesOf(value, flagsOf(await readDefinitionsJson(server), type, entryType))),
    [value, type, entryType],
  );
  return html`<span>${value}${asked.result?.map((name) => html` <code class="muted">${name}</code>`)}</span>`;
}

/** A directory has a shorter name there. */
function flagsOf({ TRANSACTION_FLAGS: byType, LEDGER_ENTRY_FLAGS: byEntry }, type, entryType) {
  if (type !== undefined) return { ...byType.universal, ...byType[type] };
  return byEntry[entryType === 'DirectoryNode' ? 'DirNode' : entryType] ?? {};
}

function namesOf(value, flags) {
  return Object.entries(flags)
    .filter(([, bit]) => (value & bit) !== 0)
    .map(([name]) => name);
}
