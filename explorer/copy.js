/** A button that copies a text. */
import { Icon } from './icons.js';
import { html, useEffect, useState } from './vendor/preact-htm.js';

const SHOWN_MS = 1_500;

/** Puts a text on the clipboard. Browsers offer the clipboard on secure origins and localhost only. */
export async function copyText(text) {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

/** `label` says what is copied, such as `address`. */
export function Copy({ text, label }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
  };
  return html`<button type="button" class="copy" title=${`Copy the ${label}`} aria-label=${isCopied ? 'Copied' : `Copy the ${label}`} onClick=${copy}><${Icon} name=${isCopied ? 'done' : 'copy'} /></button>`;
}
