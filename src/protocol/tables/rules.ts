/**
 * The rules that a ledger chooses by its amendments, as a value: the engine reads `rules.dynamicMPT` where the
 * reference asks whether an amendment is enabled (rippled: Rules.h). Amendments without a choice have no member: their
 * rules are always in force. A new choice is a row of `CHOICES`.
 */
import type { Hash256 } from '../values.ts';
import { amendmentByName } from './amendments.ts';

/** Amendments whose rules Weir has with and without them. */
export const CHOICES = ['PermissionDelegationV1_1', 'DynamicMPT', 'BatchV1_1'] as const;

type Choice = (typeof CHOICES)[number];

/** One member for each choice: the amendment's name with a small first letter. */
export type Rules = { readonly [Name in Choice as Uncapitalize<Name>]: boolean };

const choices = CHOICES.map((name) => ({ name, member: memberOf(name), id: amendmentByName(name)!.id }));

/** Equal rules are one object, so that a change of rules is a change of the object. */
const known = new Map<number, Rules>();

/**
 * The rules of a ledger.
 * @param amendments ids of its `Amendments` entry
 * @param unlisted names in force without that entry
 */
export function rulesOf(amendments: readonly Hash256[], unlisted: readonly string[] = []): Rules {
  let bits = 0;
  choices.forEach(({ name, id }, at) => {
    if (amendments.includes(id) || unlisted.includes(name)) bits |= 1 << at;
  });
  let rules = known.get(bits);
  if (rules === undefined) {
    rules = Object.freeze(
      Object.fromEntries(choices.map(({ member }, at) => [member, (bits & (1 << at)) !== 0])) as Rules,
    );
    known.set(bits, rules);
  }
  return rules;
}

/** The rules of a new chain without further choices. */
export const NEW_CHAIN_RULES = rulesOf([]);

/** True if the rules have the amendment of that name. */
export function isInForce(rules: Rules, name: Choice): boolean {
  return rules[memberOf(name)];
}

/** True for the name of an amendment that a chain may choose. */
export function isChoice(name: string): name is Choice {
  return (CHOICES as readonly string[]).includes(name);
}

function memberOf(name: Choice): keyof Rules {
  return `${name[0]!.toLowerCase()}${name.slice(1)}` as keyof Rules;
}
