/** Icons, drawn in the colour of the text beside them. */
import { html } from './vendor/preact-htm.js';

const PATHS = {
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10M10.7 10.7 14 14',
  copy: 'M5.5 5.5V3.2c0-.7.5-1.2 1.2-1.2h6.1c.7 0 1.2.5 1.2 1.2v6.1c0 .7-.5 1.2-1.2 1.2h-2.3M3.2 5.5h6.1c.7 0 1.2.5 1.2 1.2v6.1c0 .7-.5 1.2-1.2 1.2H3.2c-.7 0-1.2-.5-1.2-1.2V6.7c0-.7.5-1.2 1.2-1.2',
  done: 'M3 8.5 6.5 12 13 4.5',
  light: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1',
  dark: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7',
  system: 'M2 3h12v8H2zM5.5 14h5',
  down: 'm4 6 4 4 4-4',
  left: 'm10 4-4 4 4 4',
  right: 'm6 4 4 4-4 4',
  play: 'M5 3.5v9l7-4.5z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M8 4.8V8l2.2 1.6',
  branch: 'M5 2.5v11M5 10c0-3 6-2 6-5.5M11 4.5a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4',
  name: 'M8.5 2H14v5.5L7.5 14 2 8.5zM11 5h.01',
  close: 'm4 4 8 8M12 4l-8 8',
};

/** Hidden from screen readers: the text beside it, or the label of its button, says the same. */
export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}
