/** Views whose modules are loaded after the page. */
import { RequestStatus } from './components.js';
import { useModule } from './modules.js';
import { html } from './vendor/preact-htm.js';

/** A component that loads the one that a module exports. `isQuiet`: until then it shows nothing. */
export function lazy(name, view, isQuiet = false) {
  return function Lazy(props) {
    const request = useModule(name);
    if (isQuiet && request.module === undefined) return null;
    return request.module === undefined
      ? html`<${RequestStatus} request=${request} />`
      : html`<${request.module[view]} ...${props} />`;
  };
}
