/**
 * Checks objects against their formats, with the reference's messages (rippled: STObject.cpp, applyTemplate), because
 * clients see them.
 */

import { isDefaultValue } from '../entries/new-entry.ts';
import { fieldByName } from '../tables/fields.ts';
import { type Format, innerFormat } from '../tables/formats.ts';
import type { StArray, StObject } from '../values.ts';

/** The first fault of the object itself, not of the objects in it; undefined when it fits the format. */
export function checkTemplate(object: StObject, format: Format): string | undefined {
  let known = 0;
  const { fields } = format;
  for (let at = 0; at < fields.length; at++) {
    const { name, presence } = fields[at]!;
    const value = object[name];
    if (value !== undefined) known++;
    if (value === undefined) {
      if (presence === 'required') return `Field '${name}' is required but missing.`;
    } else if (presence === 'default' && isDefaultValue(name, value)) {
      return `Field '${name}' may not be explicitly set to default.`;
    }
  }
  for (const name in object) if (object[name] !== undefined) known--;
  return known === 0 ? undefined : misplacedField(object, format);
}

function misplacedField(object: StObject, format: Format): string | undefined {
  for (const name in object) {
    if (object[name] === undefined || format.byName.has(name)) continue;
    // Fields that exist in JSON only, like `hash`, are never serialized, so they are allowed.
    if (fieldByName(name)?.isSerialized !== false) return `Field '${name}' found in disallowed location.`;
  }
  return undefined;
}

/** The first fault of any object within this one, deepest first, as the reference finds them while it reads. */
export function checkInnerTemplates(object: StObject): string | undefined {
  for (const name in object) {
    const value = object[name];
    if (typeof value !== 'object') continue;
    const type = fieldByName(name)?.type;
    if (type !== 'STObject' && type !== 'STArray') continue;
    const fault = type === 'STObject' ? checkInner(name, value as StObject) : checkElements(value as StArray);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function checkElements(elements: StArray): string | undefined {
  for (const element of elements) {
    for (const name in element) {
      const fault = checkInner(name, element[name] as StObject);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

function checkInner(name: string, object: StObject): string | undefined {
  const fault = checkInnerTemplates(object);
  if (fault !== undefined) return fault;
  const format = innerFormat(name);
  return format === undefined ? undefined : checkTemplate(object, format);
}
