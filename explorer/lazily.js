/** Views whose modules are loaded after the page. */
import { useModule } from './modules.js';
import { Pending } from './parts.js';
import { html } from './vendor/preact-htm.js';

/** A component that loads the one that a module exports. */
export function lazily(name, view) {
  return function Lazy(props) {
    const asked = useModule(name);
    return asked.module === undefined
      ? html`<${Pending} asked=${asked} />`
      : html`<${asked.module[view]} ...${props} />`;
  };
}
