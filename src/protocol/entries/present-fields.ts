/** Fields that an entry takes over from its transaction where the transaction has them. */

/** Those of the named fields that the object has. */
export function presentFields<T extends object, Name extends keyof T>(
  object: Readonly<T>,
  names: readonly Name[],
): Partial<Pick<T, Name>> {
  const present: Partial<Pick<T, Name>> = {};
  for (const name of names) if (object[name] !== undefined) present[name] = object[name];
  return present;
}
