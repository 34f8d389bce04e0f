import MarkdownIt, { type Token } from 'markdown-it';
import { slugOf } from '#kernel/slug.ts';
import { type ArticleNode, articleTag } from '../learn.contract.ts';
import { PAGE_IDS } from '../learn.rules.ts';

type Element = Exclude<ArticleNode, string>;

// Typed HTML stays text: the parser makes no HTML token, and the tree below has no place for one.
const parser = new MarkdownIt({ html: false, linkify: false, typographer: false });
parser.validateLink = isSafeLink;

/** Whether an article may have a link: https, a path of our own, or a place in the same article. */
export function isSafeLink(href: string): boolean {
  if (/^#[\w-]+$/.test(href) || /^\/(?![/\\])/.test(href)) return true;
  return /^https:\/\//i.test(href) && URL.canParse(href);
}

/**
 * Markdown as the elements that are shown. Typed HTML is shown as the text it is, a picture as its description, a
 * link elsewhere than `isSafeLink` allows as it was typed. Headings begin below the article's title.
 */
export function contentOf(markdown: string): ArticleNode[] {
  const root: Element = { tag: 'p', children: [] };
  const open: Element[] = [root];
  append(parser.parse(markdown, {}), open);
  nameHeadings(root.children);
  return root.children;
}

function append(tokens: readonly Token[], open: Element[]): void {
  for (const token of tokens) {
    const parent = open.at(-1) as Element;
    if (token.type === 'text' && token.content === '') continue;
    // A paragraph that the parser hides belongs to a tight list: its text is in the list's entry.
    if (token.hidden) continue;
    if (token.nesting === 1) {
      const element = elementOf(token);
      // A link without an address, "[text]()", is its text.
      const isText = element.href !== undefined && !isSafeLink(element.href);
      if (!isText) parent.children.push(element);
      open.push(isText ? parent : element);
    } else if (token.nesting === -1) open.pop();
    else if (token.type === 'inline') append(token.children ?? [], open);
    else parent.children.push(leafOf(token));
  }
}

function leafOf(token: Token): ArticleNode {
  switch (token.type) {
    case 'hardbreak':
      return { tag: 'br', children: [] };
    case 'hr':
      return { tag: 'hr', children: [] };
    case 'softbreak':
      return '\n';
    case 'code_inline':
      return { tag: 'code', children: [token.content] };
    case 'fence':
    case 'code_block':
      return { tag: 'pre', children: [{ tag: 'code', children: [token.content] }] };
    default:
      return token.content;
  }
}

function elementOf(token: Token): Element {
  if (token.type === 'heading_open') {
    const level = Math.min(4, Math.max(2, Number(token.tag.slice(1))));
    return { tag: articleTag.parse(`h${level}`), children: [] };
  }
  const href = token.type === 'link_open' ? token.attrGet('href') : null;
  return { tag: articleTag.parse(token.tag), ...(href !== null && { href: String(href) }), children: [] };
}

function nameHeadings(nodes: readonly ArticleNode[]): void {
  const taken = new Set<string>(PAGE_IDS);
  const counts = new Map<string, number>();
  for (const node of nodes) {
    if (typeof node === 'string' || !/^h\d$/.test(node.tag)) continue;
    const name = slugOf(textOf(node)) || 'section';
    let id = name;
    let count = counts.get(name) ?? 1;
    while (taken.has(id)) {
      count += 1;
      id = `${name}-${count}`;
    }
    counts.set(name, count);
    taken.add(id);
    node.id = id;
  }
}

/** The words of a part of an article. */
export function textOf(node: ArticleNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('');
}
