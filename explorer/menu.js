/** A button with a sheet below it. It closes after a choice, on Escape, and on a click elsewhere. */
import { Icon } from './icons.js';
import { html, useEffect, useRef, useState } from './vendor/preact-htm.js';

/** A choice is a click on a button or a link of the sheet, or a form that is sent. `side` is where the sheet is flush. */
export function Menu({ title, label, side = 'left', kind = 'button', children }) {
  const place = useRef(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeElsewhere = ({ target }) => {
      if (!place.current?.contains(target)) setOpen(false);
    };
    addEventListener('pointerdown', closeElsewhere);
    return () => removeEventListener('pointerdown', closeElsewhere);
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    place.current?.querySelector('button')?.focus();
  };
  const closeOnEscape = (event) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    close();
  };
  const closeAfterClick = ({ target }) => {
    if (target.closest('button[type=button], a') !== null) close();
  };
  return html`<div ref=${place} class="menu" onKeyDown=${closeOnEscape}>
    <button type="button" class=${kind} aria-label=${label} aria-expanded=${isOpen ? 'true' : 'false'} onClick=${() => setOpen(!isOpen)}>${title}<${Icon} name="down" /></button>
    ${isOpen && html`<div class=${`sheet from-${side}`} onClick=${closeAfterClick} onSubmit=${close}>${children}</div>`}</div>`;
}
