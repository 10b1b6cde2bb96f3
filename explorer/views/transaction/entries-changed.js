/** The entries that a transaction changed: each with what changed in it. Directories and changes of the header only are collapsed. */

import { Chip, Tag } from '../../chips.js';
import { Hash } from '../../components.js';
import { entryChanges } from '../../entries/entry-changes.js';
import { Panel } from '../../panel.js';
import { routeTo } from '../../route.js';
import { useKnowledge } from '../../values/knowledge.js';
import { count } from '../../values/parts.js';
import { Parts } from '../../values/parts-view.js';
import { html } from '../../vendor/preact-htm.js';

/** Rows of an entry that are shown at once. */
const SHOWN_ROWS = 5;
const KIND_COLOURS = { created: 'succeeded', deleted: 'failed' };

export function EntriesChanged({ meta, ledger, title = 'Entries changed' }) {
  const knowledge = useKnowledge();
  const { types, entryFlags } = knowledge.definitions;
  const assetOf = (fields) => knowledge.assetOfLoan(fields);
  const { entries, quiet } = entryChanges(meta, { types, entryFlags, assetOf });
  return html`<${Panel} title=${title} remark=${remarkOf(entries, quiet)}>
    ${entries.length > 0 && html`<table class="entries-changed"><tbody>${entries.map((entry) => html`<${Entry} key=${entry.index} entry=${entry} ledger=${ledger} />`)}</tbody></table>`}
    ${
      quiet.length > 0 &&
      html`<details class="quiet"><summary>${quietWords(quiet)}</summary><ul>${quiet.map(
        ({ index, name, kind, subject }) =>
          html`<li key=${index}>${name} ${kind} <${Hash} hash=${index} view="entry" isShort ledger=${ledger} />${subject.length > 0 && html` <span class="muted">of <${Parts} parts=${subject} ledger=${ledger} /></span>`}</li>`,
      )}</ul></details>`
    }</${Panel}>`;
}

function remarkOf(entries, quiet) {
  return quiet.length === 0
    ? count(entries.length, 'entry', 'entries')
    : `${entries.length} · ${count(quiet.length, 'other')} below`;
}

function quietWords(quiet) {
  const directories = quiet.filter(({ type }) => type === 'DirectoryNode').length;
  const headers = quiet.length - directories;
  const words = [
    directories > 0 && count(directories, 'directory', 'directories'),
    headers > 0 && `${count(headers, 'entry', 'entries')} with no change but in the header`,
  ];
  return words.filter(Boolean).join(' and ');
}

function Entry({ entry: { index, kind, type, name, subject, rows, isTaken }, ledger }) {
  const word = kind === 'deleted' && type === 'Offer' && isTaken ? 'taken' : kind;
  return html`<tr><td><a class="entry-name" href=${routeTo('entry', index, ledger)} title=${index}>${name}</a>${
    kind === 'changed' ? '' : html`<${Chip} colour=${KIND_COLOURS[kind]}>${word}</${Chip}>`
  }<div class="subject"><${Parts} parts=${subject} ledger=${ledger} isRounded /></div></td>
    <td><${Rows} rows=${rows} kind=${kind} ledger=${ledger} /></td></tr>`;
}

function Rows({ rows, kind, ledger }) {
  const shown = rows.slice(0, SHOWN_ROWS);
  const more = rows.slice(SHOWN_ROWS);
  const lines = (some) =>
    html`<dl class="field-changes">${some.map((row) => html`<${Row} key=${row.name} row=${row} kind=${kind} ledger=${ledger} />`)}</dl>`;
  return html`${lines(shown)}${more.length > 0 && html`<details><summary>${count(more.length, 'more field', 'more fields')}</summary>${lines(more)}</details>`}`;
}

function Row({ row: { name, before, after, change }, kind, ledger }) {
  const value = (parts) => html`<${Parts} parts=${parts} ledger=${ledger} />`;
  const nothing = html`<span class="faint">none</span>`;
  const shown =
    change !== undefined
      ? html`<${Tag}>${value(change)}</${Tag}>`
      : kind === 'created'
        ? value(after)
        : kind === 'deleted'
          ? html`<span class="was">${value(before ?? after)}</span>`
          : html`<span class="was">${before === undefined ? nothing : value(before)}</span> <span aria-label="to">→</span> ${after === undefined ? nothing : value(after)}`;
  return html`<div><dt>${name}</dt><dd>${shown}</dd></div>`;
}
