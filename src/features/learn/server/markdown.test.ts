import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { charactersRead } from '#tests/support/counted-text.ts';
import { type ArticleNode, articleContent } from '../learn.contract.ts';
import { builtInArticles } from './library/index.ts';
import { contentOf, isSafeLink, textOf } from './markdown.ts';

const all = (nodes: readonly ArticleNode[]): Exclude<ArticleNode, string>[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...all(node.children)]));
const links = (markdown: string) =>
  all(contentOf(markdown))
    .filter(({ tag }) => tag === 'a')
    .map(({ href }) => href);
const p = (...children: ArticleNode[]): ArticleNode => ({ tag: 'p', children });

describe('Markdown becomes elements', () => {
  test('paragraphs, emphasis, code and line breaks', () => {
    expect(contentOf('One *two* **three** `four`\nfive  \nsix\n\nseven')).toEqual([
      p(
        'One ',
        { tag: 'em', children: ['two'] },
        ' ',
        { tag: 'strong', children: ['three'] },
        ' ',
        { tag: 'code', children: ['four'] },
        '\n',
        'five',
        { tag: 'br', children: [] },
        'six',
      ),
      p('seven'),
    ]);
  });

  test('headings begin below the title, and each has a name of its own', () => {
    const headings = all(contentOf('# Fees\n\n## Fees\n\n##### Deep\n\n## 費用')).map(({ tag, id }) => [
      tag,
      id,
    ]);
    expect(headings).toEqual([
      ['h2', 'fees'],
      ['h2', 'fees-2'],
      ['h4', 'deep'],
      ['h2', 'section'],
    ]);
  });

  const idsOf = (markdown: string) => all(contentOf(markdown)).flatMap(({ id }) => id ?? []);

  test.each([
    ['Fees, Fees, Fees 2', 'fees, fees-2, fees-2-2'],
    ['Fees 2, Fees, Fees, Fees', 'fees-2, fees, fees-3, fees-4'],
    ['Contents, Page state, Main', 'contents-2, page-state-2, main-2'],
  ])('headings %s get ids that differ from each other and from those of the page', (headings, ids) => {
    const markdown = headings.split(', ').map((heading) => `## ${heading}`);
    expect(idsOf(markdown.join('\n\n')).join(', ')).toBe(ids);
  });

  test('many headings of one name are named with work in proportion to their number', () => {
    expect(new Set(idsOf('## Fees\n\n'.repeat(20_000))).size).toBe(20_000);
  });

  test('lists, quotes, rules, code blocks and tables', () => {
    expect(contentOf('- one\n- two')).toEqual([
      {
        tag: 'ul',
        children: [
          { tag: 'li', children: ['one'] },
          { tag: 'li', children: ['two'] },
        ],
      },
    ]);
    expect(contentOf('> said\n\n---\n\n```js\nx < 1\n```')).toEqual([
      { tag: 'blockquote', children: [p('said')] },
      { tag: 'hr', children: [] },
      { tag: 'pre', children: [{ tag: 'code', children: ['x < 1\n'] }] },
    ]);
    expect(all(contentOf('| a | b |\n|---|---|\n| 1 | 2 |')).map(({ tag }) => tag)).toEqual([
      ...['table', 'thead', 'tr', 'th', 'th'],
      ...['tbody', 'tr', 'td', 'td'],
    ]);
  });
});

describe('nothing in an article can run', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'a <b onclick="x()">b</b> c',
    '<iframe src="https://example.test"></iframe>',
    '<!-- hidden -->',
  ])('%s is shown as it was typed', (typed) => {
    expect(contentOf(typed).map(textOf).join('')).toBe(typed);
    expect(all(contentOf(typed)).map(({ tag }) => tag)).toEqual(['p']);
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#115;cript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'http://example.test',
    '//example.test',
    'ftp://example.test/x',
    'file:///etc/passwd',
    'blob:https://example.test/x',
    'learn/fees',
    'mailto:a@example.test',
  ])('a link to %s stays text', (href) => {
    expect(links(`[x](${href}) [y](<${href}>) [z]\n\n[z]: ${href}\n\n<${href}>`)).toEqual([]);
  });

  test('links lead to https, to our own pages and within the article', () => {
    expect(links('[a](https://example.test/x?y=1) [b](/learn/fees#top) [c](#quorum)')).toEqual([
      'https://example.test/x?y=1',
      '/learn/fees#top',
      '#quorum',
    ]);
    expect(links('[a](/\\example.test) [b](\\/\\/example.test)')).toEqual(['/%5Cexample.test']);
  });

  test('a picture is shown as its description', () => {
    expect(contentOf('![A street](https://example.test/x.png)')).toEqual([p('A street')]);
  });

  test('a link without an address is its text', () => {
    expect(contentOf('See []() and [the fees]().')).toEqual([p('See ', ' and ', 'the fees', '.')]);
  });

  test('whatever is typed, the outcome fits the contract and has no other links', () => {
    const pieces = fc.constantFrom(
      ...['<', '>', '[', ']', '(', ')', '!', '`', '*', '_', '#', '|', '-', '\n', '\\', '&', ';', ' ', '"'],
      ...['javascript:', 'data:', 'https://', '//', '/', '<script>', 'href', 'x', '```', '\n\n', '    '],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (typed) => {
        const content = contentOf(typed.join(''));
        expect(articleContent.parse(content)).toEqual(content);
        for (const { href } of all(content)) if (href !== undefined) expect(isSafeLink(href)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ...[
      '>',
      '*',
      '_',
      '[',
      '![',
      '](',
      '`',
      '```\n',
      '#',
      '- ',
      '1. ',
      '|',
      '<',
      '&',
      '\\',
      '~~',
      '\n',
      '    a\n',
    ],
    ...[
      '*a ',
      '**a',
      '_a_b',
      '[a](',
      '[a](b',
      '[a]: /b\n',
      '<a',
      '`a',
      '[a][',
      '- a\n  ',
      '> - ',
      '&#',
      '<!--',
    ],
  ])('%j over and over is read with work in proportion to its length', (pattern) => {
    const [small = 0, large = 0] = [1, 2].map((times) =>
      charactersRead(() => contentOf(pattern.repeat((times * 5_000) / pattern.length))),
    );
    expect(small).toBeGreaterThan(500);
    expect(large).toBeLessThanOrEqual(2.2 * small + 1_000);
  });

  test('deep nesting ends', () => {
    expect(() => articleContent.parse(contentOf('>'.repeat(20_000)))).not.toThrow();
    expect(() => articleContent.parse(contentOf('*'.repeat(20_000)))).not.toThrow();
    expect(() => articleContent.parse(contentOf('['.repeat(20_000)))).not.toThrow();
  });
});

describe('the built-in articles', () => {
  test('lead only to articles of the library and to pages of ours', () => {
    const pages = [
      '/wallet',
      '/settings',
      '/dashboard',
      '/investor-marketplace',
      '/share-resale',
      '/transaction-history',
      '/reports',
      '/documents',
      '/learn/returns-calculator',
    ];
    const known = new Set([...pages, ...builtInArticles.map(({ slug }) => `/learn/${slug}`)]);
    const found = builtInArticles.flatMap(({ body }) => links(body));
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter((href) => !known.has(href ?? ''))).toEqual([]);
  });

  test('every heading level follows the one above it', () => {
    for (const { body } of builtInArticles) {
      const levels = all(contentOf(body))
        .filter(({ tag }) => /^h\d$/.test(tag))
        .map(({ tag }) => Number(tag.slice(1)));
      for (const [index, level] of levels.entries()) {
        expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 1) + 1);
      }
    }
  });
});
