import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { StaticPart, staticPart } from './static-part.tsx';

afterEach(() => vi.unstubAllGlobals());

/** A page that has one element, found by one selector. */
const pageWith = (selector: string, innerHTML: string) => ({
  getElementById: (id: string) => (selector === `#${id}` ? { innerHTML } : null),
  querySelector: (asked: string) => (selector === asked ? { innerHTML } : null),
});

test.each([
  ['[data-part="street"]', 'rendered before', 'rendered before'],
  ['#street', 'a heading of an article', 'drawn'],
])('a part reuses its own element, and nothing with its name as id: %s', async (selector, inside, shown) => {
  const part = staticPart('street', async () => () => 'drawn');
  await part.load();
  vi.stubGlobal('document', pageWith(selector, inside));
  expect(renderToStaticMarkup(<StaticPart part={part} />)).toBe(`<div data-part="street">${shown}</div>`);
});
