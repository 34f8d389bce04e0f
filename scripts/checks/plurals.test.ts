import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const folders = ['features', 'app', 'ui', 'platform', 'kernel', 'demo'];
const files = folders.flatMap((folder) =>
  readdirSync(path.join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$/.test(file))
    .map((file) => path.posix.join('src', folder, file)),
);

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const key in node) {
    const value = node[key];
    if (Array.isArray(value)) children.push(...value.filter(isNode));
    else if (isNode(value)) children.push(value);
  }
  return children;
}

/** The rules of plurals, for numbers that are only known when the text is read. */
const PLURALS = /^(plural|counted)$/;
/** A fixed number is plural or not by its text. */
const CONSTANT = /\b[A-Z][A-Z\d]*_[A-Z\d_]+\b/;
/** Texts of the listing form that the specification prescribes word for word, with the plural also for one share. */
const QUOTED =
  /^You only own \{\} shares of|^\{\} shares of \{\} listed at|^Only \{\} of your \{\} shares of/;

const pluralOf = (one: string) => (/[^aeiou]y$/.test(one) ? `${one.slice(0, -1)}ies` : `${one}s`);

/** Whether texts differ by the number of a word: "file" and "files", "is" and "are". */
function differByNumber(one: string, other: string): boolean {
  const words = (text: string) => new Set(text.toLowerCase().match(/[a-z]+/g) ?? []);
  const [these, those] = [words(one), words(other)];
  const hasOnly = (left: Set<string>, right: Set<string>) =>
    [...left].some((word) => right.has(pluralOf(word)) && !right.has(word));
  return hasOnly(these, those) || hasOnly(those, these);
}

/** The texts in which a module makes its own plural. */
function ownPlurals(source: string, program: Node, nouns: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const sourceOf = ({ start, end }: Node) => source.slice(start, end);
  const isNumber = (node: Node) => !CONSTANT.test(sourceOf(node));
  const noun = new RegExp(`^ (${[...nouns].join('|')})\\b`);

  function textOf(node: Node): string {
    if (node.type === 'Literal') return String(node.value);
    if (node.type === 'TemplateLiteral')
      return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}');
    return childrenOf(node).map(textOf).join(' ');
  }

  /** A number that is only known when it is read, before a noun in the plural. */
  function checkParts(parts: readonly (string | Node)[], whole: string) {
    for (const [at, part] of parts.entries()) {
      const [before, after] = [parts[at - 1], parts[at + 1]];
      if (typeof part === 'string' || typeof after !== 'string' || !isNumber(part)) continue;
      const isPartOf = typeof before === 'string' && /\bof $/.test(before);
      if (!isPartOf && noun.test(after.replaceAll(/\s+/g, ' ')) && !QUOTED.test(whole))
        found.push(whole.trim());
    }
  }

  /** Text, also that of `{' '}`; or what is computed. */
  function partOf(child: Node): string | Node {
    const { value } = child.type === 'JSXExpressionContainer' ? (child.expression as Node) : child;
    return typeof value === 'string' ? value : child;
  }

  function visit(node: Node): void {
    const callee = isNode(node.callee) && node.callee.type === 'Identifier' ? sourceOf(node.callee) : '';
    if (node.type === 'CallExpression' && PLURALS.test(callee)) return;
    if (node.type === 'NewExpression' && callee.endsWith('Error') && callee !== 'DomainError') return;
    if (node.type === 'TaggedTemplateExpression' || callee === 'assert') return;
    if (node.type === 'ConditionalExpression') {
      const [one, other] = [node.consequent as Node, node.alternate as Node];
      const byOne = /^[\w.]+ (===|!==) 1$/.test(sourceOf(node.test as Node));
      if (byOne && differByNumber(textOf(one), textOf(other))) found.push(sourceOf(node));
    }
    if (node.type === 'TemplateLiteral') {
      const quasis = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
      const values = node.expressions as Node[];
      checkParts(
        quasis.flatMap((text, at) => (values[at] ? [text, values[at]] : [text])),
        textOf(node),
      );
    }
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const parts: (string | Node)[] = [];
      for (const part of (node.children as Node[]).map(partOf)) {
        const last = parts.at(-1);
        if (typeof last === 'string' && typeof part === 'string') parts.splice(-1, 1, last + part);
        else parts.push(part);
      }
      checkParts(parts, parts.map((part) => (typeof part === 'string' ? part : '{}')).join(''));
    }
    for (const child of childrenOf(node)) visit(child);
  }
  visit(program);
  return found;
}

/** The nouns that the product counts, in the plural. */
function countedNouns(programs: readonly { source: string; program: Node }[]): Set<string> {
  const nouns = new Set<string>();
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression' && (node.callee as Node).name === 'counted') {
      const [, one, other] = (node.arguments as Node[]).map(({ value }) => value);
      if (typeof one === 'string') nouns.add(typeof other === 'string' ? other : pluralOf(one));
    }
    for (const child of childrenOf(node)) visit(child);
  };
  for (const { program } of programs) visit(program);
  return nouns;
}

/** What a module has to contain to be looked at: parsing all of them takes long. */
const CANDIDATE = /\bcounted\(|[=!]== 1\b|\}\s*(\{' '\}\s*)?[a-z]+\b/;

const parse = (file: string, source: string) => ({
  file,
  source,
  program: parseSync(file, source).program as unknown as Node,
});

test('a number that is read with a noun has the form that kernel/plural.ts gives it', () => {
  const modules = files
    .filter((file) => file !== 'src/kernel/plural.ts')
    .map((file) => ({ file, source: readFileSync(path.join(root, file), 'utf8') }))
    .filter(({ source }) => CANDIDATE.test(source))
    .map(({ file, source }) => parse(file, source));
  const nouns = countedNouns(modules);
  expect(nouns.size).toBeGreaterThan(15);
  const found = modules.flatMap(({ file, source, program }) =>
    ownPlurals(source, program, nouns).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  [`const text = \`\${shares} shares chosen.\`;`, 1],
  [`const text = \`\${counted(shares, "share")} chosen.\`;`, 0],
  [`const text = \`\${sold} of \${offered} shares sold\`;`, 0],
  [`const text = \`At most \${MAX_SHARES} shares.\`;`, 0],
  [`const text = many === 1 ? "its share" : \`its \${many} shares\`;`, 2],
  [`const text = plural(many, "its share", \`its \${many} shares\`);`, 0],
  [`const text = step === 1 ? "First step" : "Next step";`, 0],
  [`const text = <p>{shares} shares</p>;`, 1],
])('of %s it finds %i', (source, many) => {
  const { program } = parse('a.tsx', source);
  expect(ownPlurals(source, program, new Set(['shares']))).toHaveLength(many);
});
