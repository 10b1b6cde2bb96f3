/** The colours: those of the system, light, or dark. The choice stays in this browser; `theme-early.js` applies it. */
import { Icon } from '../icons.js';
import { html, useState } from '../vendor/preact-htm.js';

const KEY = 'weir-theme';
/** In the order of the button. */
const THEMES = ['system', 'light', 'dark'];

export function ThemeSwitch() {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? 'system');
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
  const change = () => {
    setTheme(next);
    if (next === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // The browser forbids storage, so the choice lasts until the page is closed.
    }
  };
  return html`<button type="button" class="theme" title=${`Colours: ${theme}. Change to ${next}.`} aria-label=${`Colours: ${theme}`} onClick=${change}><${Icon} name=${theme} /></button>`;
}
