/** The frame of what a view shows: the head of the page, panels, cards and tabs. */
import { html } from './vendor/preact-htm.js';

/** A panel with one heading and at most one quiet remark at the right. `kind` is a further class. */
export function Panel({ title, remark, kind = '', children }) {
  return html`<section class=${kind}><header><h2>${title}</h2>${remark && html`<span class="remark">${remark}</span>`}</header>${children}</section>`;
}

/**
 * The head of a page: chips, then the title, then facts in one line. `actions` are buttons at the right, `picture` is
 * left of all.
 */
export function PageHead({ title, chips, facts = [], actions, picture }) {
  const shown = facts.filter((fact) => fact);
  return html`<div class="page-head">${picture}<div class="what">
    ${chips && html`<div class="chips">${chips}</div>`}<h1>${title}</h1>
    ${shown.length > 0 && html`<div class="in-line">${shown.map((fact, at) => html`<span key=${at}>${fact}</span>`)}</div>`}</div>
    ${actions && html`<div class="do">${actions}</div>`}</div>`;
}

/** Names and values below each other, the values in one column. */
export function Details({ facts }) {
  return html`<dl class="details">${facts.filter((fact) => fact).map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** One figure with its name above and a remark below. */
export function Card({ name, figure, note, children }) {
  return html`<div class="card"><div class="name">${name}</div><div class="figure">${figure}</div>${note !== undefined && html`<div class="note">${note}</div>`}${children}</div>`;
}

/** Tabs are links, so that each has an address: rows of `{ name, title, count, href }`. */
export function Tabs({ label, tabs, chosen }) {
  return html`<nav class="tabs" aria-label=${label}>${tabs.map(
    ({ name, title, count, href }) =>
      html`<a key=${name} href=${href} aria-current=${name === chosen ? 'page' : undefined}>${title}${count !== undefined && html`<span class="count">${count}</span>`}</a>`,
  )}</nav>`;
}
