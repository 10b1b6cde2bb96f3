/** Views whose modules are loaded when somebody first looks at them. */
import { Pending } from './parts.js';
import { html, useEffect, useState } from './vendor/preact-htm.js';

/** A component that stands for the one that `load` gives. */
export function lazily(load) {
  let known = {};
  return function Lazy(props) {
    const [loaded, setLoaded] = useState(known);
    const again = () => {
      setLoaded({});
      load().then(
        (view) => {
          known = { view };
          setLoaded(known);
        },
        (error) => setLoaded({ error, again }),
      );
    };
    useEffect(() => {
      if (loaded.view === undefined) again();
    }, []);
    return loaded.view === undefined ? html`<${Pending} asked=${loaded} />` : html`<${loaded.view} ...${props} />`;
  };
}
