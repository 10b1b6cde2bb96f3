/**
 * The TypeScript type of each field's value, and of an object that has the fields of a format: derived from the table of
 * fields and from the texts of the formats, so a misspelt field is a compile error.
 */
import type {
  AccountId,
  Amount,
  Currency,
  Hash256,
  Hex,
  Issue,
  NumberValue,
  PathSet,
  StArray,
  StObject,
  XChainBridge,
} from '../values.ts';
import type { FIELD_ROWS, FieldType } from './field-table.ts';
import type { INNER_OBJECT_FIELDS } from './format-fields.ts';

/** What each wire type is in memory (`values.ts`); types that never stand inside an object are absent. */
interface ValueByType {
  UInt8: number;
  UInt16: number;
  UInt32: number;
  UInt64: bigint;
  Int32: number;
  Int64: bigint;
  Hash128: Hex;
  Hash160: Hex;
  Hash192: Hex;
  Hash256: Hash256;
  Hash384: Hex;
  Hash512: Hex;
  Amount: Amount;
  Blob: Hex;
  AccountID: AccountId;
  Number: NumberValue;
  STObject: StObject;
  STArray: StArray;
  PathSet: PathSet;
  Vector256: readonly Hash256[];
  Issue: Issue;
  XChainBridge: XChainBridge;
  Currency: Currency;
}

type FieldRow = (typeof FIELD_ROWS)[number];
type TypeByField = { [Row in FieldRow as Row[0]]: Row[1] };

/** The value of a field. The two that hold the name of a type are numbers on the wire only. */
type FieldValueOf<Name> = Name extends 'TransactionType' | 'LedgerEntryType'
  ? string
  : Name extends keyof TypeByField
    ? ValueOfType<TypeByField[Name]>
    : never;
type ValueOfType<Type extends FieldType> = Type extends keyof ValueByType ? ValueByType[Type] : never;

/** The words of a format's text, which spaces and line breaks part. */
type Words<Text extends string, Found extends string = never> = Text extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | WithoutBreak<Word>>
  : Exclude<Found | WithoutBreak<Text>, ''>;
type WithoutBreak<Word extends string> = Word extends `${infer Text}\n` ? Text : Word;
type OptionalWord = `${string}?${string}` | `${string}=${string}`;

/** The field that a word of a format names, without its marks. */
type NameIn<Word extends string> = Word extends `${infer Name}${'?' | '=' | '+'}${string}` ? Name : Word;

/** An object with the fields that a format's text lists: required ones always, the others perhaps. */
export type FieldsOf<Text extends string> = {
  [Word in Exclude<Words<Text>, OptionalWord> as NameIn<Word>]: FieldValueOf<NameIn<Word>>;
} & {
  [Word in Extract<Words<Text>, OptionalWord> as NameIn<Word>]?: FieldValueOf<NameIn<Word>>;
};

/** The fields of the object that a field of this name holds, such as `SignerEntry`. */
export type InnerObjectOf<Name extends keyof typeof INNER_OBJECT_FIELDS> = Readonly<
  FieldsOf<(typeof INNER_OBJECT_FIELDS)[Name]>
>;
