/**
 * JSON Schemas of answers and messages, from the fields that recordings have. A schema allows more fields than it lists.
 */
import type { JsonObject } from '../../src/protocol/values.ts';
import { type AnswerField, isPlaceholder, nameOf, parentOf } from '../methods-doc/answer-fields.ts';

type TextOf = (path: string) => string | undefined;

/** The schema of an object with these fields. `textOf` describes the field at a path. */
export function answerSchema(fields: readonly AnswerField[], textOf: TextOf): JsonObject {
  return { type: 'object', ...membersSchema('', fields, textOf) };
}

/** The fields of `documented` with the types that they have in either list. Required are those that both always have. */
export function widened(documented: readonly AnswerField[], recorded: readonly AnswerField[]): AnswerField[] {
  const others = new Map(recorded.map((field) => [field.path, field]));
  const hasOthers = recorded.length > 0;
  return documented.map(({ path, types, isAlways }) => {
    const other = others.get(path);
    return {
      path,
      types: [...new Set([...types, ...(other?.types ?? [])])].sort(),
      isAlways: isAlways && (other?.isAlways ?? !hasOthers),
    };
  });
}

/** The keywords for the members of the object at a path. They apply to objects only, also if other types are allowed. */
function membersSchema(parent: string, fields: readonly AnswerField[], textOf: TextOf): JsonObject {
  const members = fields.filter(({ path }) => parentOf(path) === parent && !path.endsWith('[]'));
  const placeholder = members.find(({ path }) => isPlaceholder(path));
  const named = members.filter(({ path }) => !isPlaceholder(path));
  const required = named.filter(({ isAlways }) => isAlways).map(({ path }) => nameOf(path));
  return {
    ...(named.length === 0
      ? {}
      : {
          properties: Object.fromEntries(
            named.map((field) => [nameOf(field.path), fieldSchema(field, fields, textOf)]),
          ),
        }),
    ...(required.length === 0 ? {} : { required }),
    ...(placeholder === undefined ? {} : { additionalProperties: fieldSchema(placeholder, fields, textOf) }),
  };
}

function fieldSchema({ path, types }: AnswerField, fields: readonly AnswerField[], textOf: TextOf): JsonObject {
  const text = textOf(path);
  const hasMembers = (parent: string) => fields.some(({ path: other }) => parentOf(other) === parent);
  const elements = `${path}[]`;
  return {
    ...(text === undefined ? {} : { description: text }),
    ...typeOf(types),
    ...(types.includes('object') && hasMembers(path) ? membersSchema(path, fields, textOf) : {}),
    ...(types.includes('array') && hasMembers(elements) ? { items: membersSchema(elements, fields, textOf) } : {}),
  };
}

/** An integer is also a number. */
function typeOf(types: readonly string[]): JsonObject {
  const known = types.includes('number') ? types.filter((type) => type !== 'integer') : types;
  return { type: known.length === 1 ? known[0]! : known };
}
