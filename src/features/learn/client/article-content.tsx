import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { joinClasses } from '#ui/classes.ts';
import type { ArticleNode } from '../learn.contract.ts';

type Element = Exclude<ArticleNode, string>;

const looks: Partial<Record<Element['tag'], string>> = {
  h2: 'mt-10 mb-3 scroll-mt-20 text-2xl first:mt-0',
  h3: 'mt-7 mb-2 scroll-mt-20 text-xl',
  h4: 'mt-6 mb-2 scroll-mt-20 text-lg',
  p: 'my-4 first:mt-0 last:mb-0',
  ul: 'my-4 list-disc space-y-1.5 ps-6 marker:text-brass',
  ol: 'my-4 list-decimal space-y-1.5 ps-6 marker:font-semibold marker:text-brass',
  blockquote: 'my-6 border-s-4 border-brass ps-5 text-muted italic',
  pre: 'my-5 overflow-x-auto rounded-field bg-quiet-soft p-4 text-sm',
  code: 'rounded-sm bg-quiet-soft px-1 font-mono text-[0.9em]',
  hr: 'my-8 border-line',
  strong: 'font-semibold',
  table: 'amount w-full border-collapse text-sm whitespace-normal sm:text-[0.9375rem]',
  tr: 'border-b border-line',
  th: 'px-2 py-2 text-sm font-semibold text-muted empty:p-0 first:ps-0 sm:px-3',
  td: 'px-2 py-2 align-top first:ps-0 sm:px-3',
};

/** An article's text. Its parts are elements that we know, never HTML that someone wrote. */
export function ArticleContent({ content }: { content: readonly ArticleNode[] }) {
  return <div className="text-[1.0625rem] leading-relaxed">{content.map(partOf)}</div>;
}

function partOf(node: ArticleNode, index: number): ReactNode {
  if (typeof node === 'string') return node;
  const { tag: Tag, id, children } = node;
  const look = looks[Tag];
  if (Tag === 'br' || Tag === 'hr') return <Tag key={index} className={look} />;
  if (Tag === 'table') return <Table key={index} table={node} />;
  const inside = children.map(partOf);
  if (Tag === 'a') {
    return (
      <ArticleLink key={index} href={node.href ?? ''}>
        {inside}
      </ArticleLink>
    );
  }
  return (
    <Tag key={index} id={id} className={look}>
      {inside}
    </Tag>
  );
}

/** A table whose columns of figures are aligned to the right. */
function Table({ table }: { table: Element }) {
  const [head, ...bodies] = table.children.filter(isElement);
  const rows = bodies.flatMap(elementsIn);
  const alignments = elementsIn(elementsIn(head)[0]).map((_, column) => {
    const cells = rows.map((row) => textOf(elementsIn(row)[column] ?? ''));
    return cells.length > 0 && cells.every((cell) => FIGURE.test(cell)) ? 'text-end' : 'text-start';
  });
  const cellOf = ({ tag, children }: Element, column: number) => {
    const look = joinClasses(looks[tag], alignments[column]);
    const inside = children.map(partOf);
    if (tag === 'th') {
      return (
        <th key={column} scope="col" className={look}>
          {inside}
        </th>
      );
    }
    return (
      <td key={column} className={look}>
        {inside}
      </td>
    );
  };
  const rowOf = (row: Element, index: number) => (
    <tr key={index} className={looks.tr}>
      {elementsIn(row).map(cellOf)}
    </tr>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reached by the keyboard.
    <section aria-label="Table" tabIndex={0} className="my-5 overflow-x-auto">
      <table className={looks.table}>
        <thead>{elementsIn(head).map(rowOf)}</thead>
        <tbody>{rows.map(rowOf)}</tbody>
      </table>
    </section>
  );
}

const FIGURE = /^[−-]?\$?[\d.,]+%?$/;

const elementsIn = (node: ArticleNode | undefined) =>
  typeof node === 'object' ? node.children.filter(isElement) : [];

const isElement = (node: ArticleNode): node is Element => typeof node !== 'string';

const textOf = (node: ArticleNode): string =>
  typeof node === 'string' ? node : node.children.map(textOf).join('');

function ArticleLink({ href, children }: { href: string; children: ReactNode }) {
  const router = useRouter();
  const own = href.startsWith('/');

  function follow(event: MouseEvent) {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!own || !plain) return;
    event.preventDefault();
    void router.navigate({ href });
  }

  return (
    <a
      href={href}
      className="link-plain"
      onClick={follow}
      {...(href.startsWith('https:') && { rel: 'noopener noreferrer' })}
    >
      {children}
    </a>
  );
}
