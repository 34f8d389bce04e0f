import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { DueDocument } from '../legal.contract.ts';
import { ConsentScreen } from './consent-screen.tsx';
import { dueOptions } from './legal-queries.ts';

const terms: DueDocument = {
  ...{ id: 'terms', title: 'Terms of Service', version: 2, changes: [] },
  ...{ effectiveOn: '2026-11-01', graceEndsOn: '2026-12-01', draft: false },
};

function shown(due: DueDocument[]): string {
  const queryClient = new QueryClient();
  queryClient.setQueryData(dueOptions().queryKey, due);
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <ConsentScreen onPostpone={() => undefined} onSignOut={() => undefined} />
    </QueryClientProvider>,
  );
}

test('asks to read what is new only where a version lists what is new', () => {
  expect(shown([terms])).not.toContain('what is new');
  const changes = ['It says how long records are stored.'];
  expect(shown([terms, { ...terms, id: 'privacy', title: 'Privacy Notice', changes }])).toContain(
    'Read what is new.',
  );
});

test('calls versions new only for people who may have seen an earlier one', () => {
  const first = { ...terms, version: 1 };
  const privacy: DueDocument = { ...first, id: 'privacy', title: 'Privacy Notice' };
  const titleOf = (due: DueDocument[]) => />([^<]*)<\/h1>/.exec(shown(due))?.[1];
  expect(titleOf([first])).toBe('Our Terms of Service');
  expect(titleOf([first, privacy])).toBe('Our legal documents');
  expect(titleOf([terms])).toBe('A new version of our Terms of Service');
  expect(titleOf([terms, privacy])).toBe('New versions of our documents');
});

test('says of a draft that it is one, and not that it is in effect', () => {
  const draft = shown([{ ...terms, draft: true }]);
  expect(draft).toContain('Version 2, draft');
  expect(draft).not.toContain('in effect');
});
