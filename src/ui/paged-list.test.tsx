import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PagedList, type PagedListProps } from './paged-list.tsx';

const loading: PagedListProps<string>['list'] = {
  data: undefined,
  isPending: true,
  isFetching: true,
  isPlaceholderData: false,
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  refetch: async () => undefined,
  fetchNextPage: async () => undefined,
};

const rowsWith = (props: Pick<PagedListProps<string>, 'room' | 'place'>) =>
  renderToStaticMarkup(
    <PagedList list={loading} loadingLabel="Loading" errorText="" empty={null} {...props}>
      {() => null}
    </PagedList>,
  ).match(/(?<=items-center )h-\d+/g);

test.each(['own card', 'in a card'] as const)(
  'a list in its place (%s) keeps the room that it asks for',
  (place) => {
    expect(rowsWith({ place, room: { rows: 4, height: 'h-17' } })).toEqual(['h-17', 'h-17', 'h-17', 'h-17']);
    expect(rowsWith({ place })).not.toContain('h-17');
  },
);
