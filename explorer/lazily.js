/** Views whose modules are loaded when somebody first looks at them. */
import { Pending } from './parts.js';
import { html, useEffect, useState } from './vendor/preact-htm.js';

/** A component that stands for the one that `load` gives. */
export function lazily(load) {
  return function Lazy(props) {
    const [loaded, setLoaded] = useState({});
    useEffect(() => {
      load().then(
        (view) => setLoaded({ view }),
        (error) => setLoaded({ error }),
      );
    }, []);
    return loaded.view === undefined ? html`<${Pending} asked=${loaded} />` : html`<${loaded.view} ...${props} />`;
  };
}
