import type { PageState, RenderedPage } from '#app/browser/render.tsx';
import { PRODUCT_NAME } from '#kernel/product.ts';
import type { TypedFields } from '#platform/server/transport/typed-fields.ts';

/** Metadata of a page for search engines and previews. */
export interface Head extends Pick<RenderedPage, 'title' | 'description' | 'facts'> {
  /** The full address of the page; null for pages that should not be indexed. */
  canonical: string | null;
  /** The picture of a preview, with its address in full. */
  image: { address: string; alt: string };
}

export interface DocumentParts {
  template: string;
  head: Head;
  /** The content of the page before any script runs. */
  markup: string;
  /** Null when the page has to ask for itself. */
  state: PageState | null;
  /** Entry script, loaded once the page is painted, then its imports; empty when the template starts the page. */
  entry: readonly string[];
  /** Scripts that the page will ask for, to be loaded beside the first one. */
  scripts: readonly string[];
}

const HEAD = /<!--head-->.*?<!--\/head-->/s;
const ROOT = '<div id="root"></div>';
const STATE = '<!--state-->';
const IMAGE_SIZE = { width: '1200', height: '630' };

/** The HTML of a page. */
export function pageDocument({ template, head, markup, state, entry, scripts }: DocumentParts): string {
  // A replacement function is inserted as it is; in a replacement text, "$" has a meaning.
  return template
    .replace(HEAD, () => [...headTags(head), ...scriptTags(entry, scripts)].join('\n    '))
    .replace(ROOT, () => `<div id="root">${markup}</div>`)
    .replace(STATE, () => (state ? stateBlock(state) : ''));
}

/** The markup of a page with what was typed in its fields before, by their names; passwords stay empty. */
export function withTyped(markup: string, typed: TypedFields): string {
  const texts = new Map(Object.entries(typed));
  return markup.replaceAll(/<input\b[^>]*>/g, (field) => {
    const text = texts.get(/ name="(\w+)"/.exec(field)?.[1] ?? '');
    if (text === undefined || / (value=|type="password")/.test(field)) return field;
    return field.replace('<input', () => `<input value="${escapeHtml(text)}"`);
  });
}

/** A template that lacks a mark would be served without its content, so it is refused at start. */
export function checkTemplate(template: string): void {
  if (HEAD.test(template) && template.includes(ROOT) && template.includes(STATE)) return;
  throw new Error('The page template has lost its marks for head, root or state.');
}

function scriptTags(entry: readonly string[], scripts: readonly string[]): string[] {
  if (entry.length === 0) {
    return scripts.map((script) => `<link rel="modulepreload" crossorigin href="${escapeHtml(script)}" />`);
  }
  const all = [...entry, ...scripts].map(escapeHtml).join(' ');
  return [`<script defer src="/start.js" data-scripts="${all}"></script>`];
}

function headTags({ title, description, canonical, image, facts }: Head): string[] {
  const about = description === null ? [] : [meta('name', 'description', description)];
  if (canonical === null)
    return [`<title>${escapeHtml(title)}</title>`, ...about, meta('name', 'robots', 'noindex')];
  const preview: [string, string][] = [
    ['og:site_name', PRODUCT_NAME],
    ['og:type', 'website'],
    ['og:url', canonical],
    ['og:title', title],
    ...(description === null ? [] : [['og:description', description] as [string, string]]),
    ['og:image', image.address],
    ['og:image:width', IMAGE_SIZE.width],
    ['og:image:height', IMAGE_SIZE.height],
    ['og:image:alt', image.alt],
  ];
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...about,
    `<link rel="canonical" href="${escapeHtml(canonical)}" />`,
    ...preview.map(([property, content]) => meta('property', property, content)),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(facts ? [`<script type="application/ld+json">${dataText(facts)}</script>`] : []),
  ];
}

const meta = (kind: 'name' | 'property', name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;

/** A block of data, which is never run, so the content security policy has nothing to allow. */
function stateBlock(state: PageState): string {
  return `<script type="application/json" id="page-state">${dataText(state)}</script>`;
}

const dataText = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c');

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPED[character] ?? character);
}
