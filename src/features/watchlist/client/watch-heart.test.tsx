import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { WatchButton, WatchHeart } from './watch-heart.tsx';
import { watchedIdsOptions } from './watchlist-queries.ts';

const property = { id: 7, name: 'Maple Court' };

test.each([
  ['the heart of a card', WatchHeart],
  ['the button of a property', WatchButton],
])('%s says nothing and does nothing until it is known what is watched', (_, Heart) => {
  const queryClient = new QueryClient();
  const shown = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <Heart property={property} />
      </QueryClientProvider>,
    );
  expect(shown()).toContain('disabled=""');
  expect(shown()).not.toContain('aria-pressed');
  queryClient.setQueryData(watchedIdsOptions().queryKey, [7]);
  expect(shown()).toContain('aria-pressed="true"');
  expect(shown()).not.toContain('disabled=""');
});
