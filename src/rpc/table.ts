/** The one table of methods. A method that is not here does not exist: on the wire, in the help, in the documentation. */
import type { Method } from './define-method.ts';
import { ping } from './methods/ping.ts';
import { random } from './methods/random.ts';

const METHODS: readonly Method[] = [ping, random];

/** Method by name. A `Map`, because names come from clients: `constructor` and `__proto__` are not methods. */
export const methodTable: ReadonlyMap<string, Method> = new Map(METHODS.map((method) => [method.name, method]));
