import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** A text that people read: on a screen, in a notification, an email, a document or an error. */
export interface ScreenText {
  /** The slice it belongs to; outside of slices the folder, such as `ui`. */
  slice: string;
  /** Path from the project's folder. */
  file: string;
  line: number;
  /** As it is read; what is computed is `{}`. */
  text: string;
}

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** JSX attributes whose texts are for the browser. */
const TECHNICAL =
  /^(className|class|style|d|id|key|href|to|src|rel|type|name|viewBox|points|transform|fill|stroke|autoComplete|data-.*|aria-(?!label|description|valuetext|roledescription).*|.*ClassName)$/;
/** Two words or more, or one that begins like a label. */
const WORDS = /\p{L}{2,}[,.:;!?’'"…)]* +(?:& +)?[\p{L}{$\d]|^\p{Lu}\p{Ll}+$/u;
/** Names of CSS classes: no capitals, and one of them with a prefix of Tailwind's. */
const CLASSES =
  /^[^\p{Lu}]*(^|[\s:])-?(m|p|mt|mb|ml|mr|mx|my|pt|pb|pl|pr|px|py|w|h|gap|text|bg|border|rounded|flex|grid|font|max-w|min-w|min-h|size|shrink|items|justify|col|row|z|top|left)-\S+[^\p{Lu}]*$/u;

const sources = ['features', 'app', 'ui', 'platform', 'kernel', 'demo'];

/** All texts of the product, by file and line. Sample data, tests and what developers read are left out. */
export function screenTexts(root: string): ScreenText[] {
  return sources.flatMap((folder) =>
    readdirSync(path.join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$/.test(file))
      .sort()
      .flatMap((file) =>
        textsOf(
          path.posix.join('src', folder, file),
          readFileSync(path.join(root, 'src', folder, file), 'utf8'),
        ),
      ),
  );
}

/** The texts of one module: text between tags, and strings of two words or more that are not code. */
export function textsOf(file: string, source: string): ScreenText[] {
  const found: ScreenText[] = [];
  const slice = /^src\/features\/([^/]+)/.exec(file)?.[1] ?? file.split('/')[1] ?? '';
  const add = (at: Node, raw: string) => {
    const text = raw.replaceAll(/\s+/g, ' ').trim();
    if (!/\p{L}/u.test(text)) return;
    const line = lineOf(source, at.start + raw.length - raw.trimStart().length);
    found.push({ slice, file, line, text });
  };
  const visit = (node: Node): void => {
    if (isCode(node)) return;
    const text = textOf(node);
    if (node.type === 'JSXText') add(node, String(node.value));
    else if (text !== null && WORDS.test(text) && !CLASSES.test(text)) add(node, text);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseSync(file, source).program as unknown as Node);
  return found;
}

function isCode(node: Node): boolean {
  if (/^(Import|ExportAll)Declaration$|^TS(?!As|NonNull|Satisfies)/.test(node.type)) return true;
  if (node.type === 'TaggedTemplateExpression') return true;
  return node.type === 'JSXAttribute' && TECHNICAL.test(String((node.name as Node).name));
}

function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral') return null;
  const quasis = node.quasis as { value: { cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join('{}');
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).filter(
      (child): child is Node => typeof child === 'object' && child !== null && 'type' in child,
    ),
  );
}

const lineOf = (source: string, at: number) => source.slice(0, at).split('\n').length;
