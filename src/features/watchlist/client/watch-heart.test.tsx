import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { queryClient as appClient } from '#platform/browser/query-client.ts';
import { answerWith } from '#platform/browser/trpc.ts';
import { showToastsBy, type ToastContent } from '#ui/toast.ts';
import { useWatch } from './use-watch.ts';
import { WatchButton, WatchHeart } from './watch-heart.tsx';
import { watchedIdsOptions } from './watchlist-queries.ts';

const property = { id: 7, name: 'Maple Court' };

let toggle = () => {};
function WatchedProperty() {
  ({ toggle } = useWatch(property.id));
  return null;
}

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

test.each([
  ['adding', [3], [3, 7]],
  ['removing', [3, 7], [3]],
])(
  '%s a property shows before the server answers, and is undone with a message when it refuses',
  async (_, before, meanwhile) => {
    const { queryKey } = watchedIdsOptions();
    const shown: ToastContent[] = [];
    const stopToasts = showToastsBy((content) => shown.push(content));
    const asked: unknown[] = [];
    answerWith(async () => {
      asked.push(appClient.getQueryData(queryKey));
      return Response.json([{ error: { message: 'no', code: -32_000, data: { httpStatus: 404 } } }], {
        status: 404,
      });
    });
    appClient.setQueryData(queryKey, before);
    renderToStaticMarkup(
      <QueryClientProvider client={appClient}>
        <WatchedProperty />
      </QueryClientProvider>,
    );
    toggle();
    await expect.poll(() => shown.length).toBe(1);
    expect(asked).toEqual([meanwhile]);
    expect(appClient.getQueryState(queryKey)).toMatchObject({ data: before, isInvalidated: true });
    expect(shown).toMatchObject([{ variant: 'destructive' }]);
    stopToasts();
    appClient.clear();
  },
);
