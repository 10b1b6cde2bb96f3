/** The bugs of one line that can be made in a source: a wrong operator, a condition that is ignored, a call that is missing. */
import { parseSync, Visitor } from 'rolldown/utils';

/** A piece of a text and what replaces it. */
export interface Mutation {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Operation extends Range {
  readonly operator: string;
  readonly left: Range;
  readonly right: Range;
}

type Handlers = ConstructorParameters<typeof Visitor>[0];

const SWAPPED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '+=': '-=',
  '-=': '+=',
};
const WHOLE_NUMBER = /^(?:0x[\da-f_]+|[\d_]+)n?$/i;
const TEXT = /['"`]/;
/** Calls that only log, or that assert what always holds. */
const SKIPPED_CALL = /^(?:[\w.#]*\blog(?:ger)?\.|console\.|assert\b)/;
const REMOVABLE = /^(?:CallExpression|ChainExpression|AwaitExpression|AssignmentExpression|UpdateExpression)$/;

/**
 * All mutations of a source that still parse, unordered. Types, imports, log texts and thrown errors are not mutated.
 */
export function mutationsOf(file: string, text: string): Mutation[] {
  const found: Mutation[] = [];
  const skipped: Range[] = [];
  const skip = (node: Range) => skipped.push(node);
  const textOf = ({ start, end }: Range) => text.slice(start, end);
  const replace = ({ start, end }: Range, replacement: string) => found.push({ start, end, replacement });

  const operation = (node: Operation) => {
    const { operator, left, right } = node;
    const other = SWAPPED[operator];
    if (other === undefined || (operator === '+' && TEXT.test(textOf(node)))) return;
    const between = text.slice(left.end, right.start);
    replace(node, `${textOf(left)}${between.replace(operator, other)}${textOf(right)}`);
    if (/^1n?$/.test(textOf(right)) && /^[+-]$/.test(operator)) replace(node, textOf(left));
  };
  const condition = (test: Range) => {
    replace(test, 'true');
    replace(test, 'false');
  };
  /** Only members within one line, each with the comma after it. */
  const drop = (members: readonly (Range | null)[], whole: Range) => {
    for (const [at, member] of members.entries())
      if (member !== null && !textOf(member).includes('\n'))
        replace({ start: member.start, end: members[at + 1]?.start ?? whole.end - 1 }, '');
  };
  const body = (node: { readonly body?: Range | null; readonly returnType?: Range | null }) => {
    if (node.body && node.returnType && /^: (void|Promise<void>)$/.test(textOf(node.returnType)))
      replace({ start: node.body.start, end: node.body.start + 1 }, '{ return;');
  };

  const handlers: Handlers = {
    ImportDeclaration: skip,
    ThrowStatement: skip,
    TSTypeAnnotation: skip,
    TSTypeParameterDeclaration: skip,
    TSTypeParameterInstantiation: skip,
    TSTypeAliasDeclaration: skip,
    TSInterfaceDeclaration: skip,
    TSAsExpression: ({ typeAnnotation }) => skip(typeAnnotation),
    TSSatisfiesExpression: ({ typeAnnotation }) => skip(typeAnnotation),
    NewExpression(node) {
      if (/Error$/.test(textOf(node.callee))) skip(node);
    },
    BinaryExpression: operation,
    AssignmentExpression: operation,
    LogicalExpression(node) {
      operation(node);
      if (node.operator !== '??') return;
      replace(node, textOf(node.left));
      replace(node, textOf(node.right));
    },
    UnaryExpression(node) {
      if (node.operator === '!') replace(node, textOf(node.argument));
    },
    IfStatement: ({ test }) => condition(test),
    ConditionalExpression: ({ test }) => condition(test),
    Literal(node) {
      const raw = textOf(node);
      if (raw === 'true' || raw === 'false') replace(node, raw === 'true' ? 'false' : 'true');
      if (!WHOLE_NUMBER.test(raw)) return;
      const value = BigInt(raw.replaceAll(/[_n]/g, ''));
      const suffix = raw.endsWith('n') ? 'n' : '';
      replace(node, `${value + 1n}${suffix}`);
      if (value > 0n) replace(node, `${value - 1n}${suffix}`);
    },
    ExpressionStatement(node) {
      const { expression } = node;
      if (SKIPPED_CALL.test(textOf(node))) return void skip(node);
      if (!REMOVABLE.test(expression.type) || textOf(node).startsWith('super(')) return;
      replace(node, ';');
      if (expression.type === 'AwaitExpression') replace(expression, textOf(expression.argument));
    },
    ArrayExpression: (node) => drop(node.elements, node),
    ObjectExpression: (node) => drop(node.properties, node),
    FunctionDeclaration: body,
    FunctionExpression: body,
    ArrowFunctionExpression: (node) => body(node.expression ? {} : node),
  };
  new Visitor(handlers).visit(parseSync(file, text).program);
  const isSkipped = ({ start, end }: Range) => skipped.some((range) => range.start <= start && end <= range.end);
  return found.filter((mutation) => !isSkipped(mutation) && textOf(mutation) !== mutation.replacement);
}

/** The text with the mutation applied. */
export function mutate(text: string, { start, end, replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** True if the text parses. */
export function isProgram(file: string, text: string): boolean {
  return parseSync(file, text).errors.length === 0;
}
