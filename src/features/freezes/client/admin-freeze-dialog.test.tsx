import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FreezeDialog } from './admin-freeze-dialog.tsx';

test('an admin reads what a frozen person can still do and cannot do, before freezing them', () => {
  const person = { id: 'ada', name: 'Ada Quill', frozen: null };
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <FreezeDialog person={person} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  expect(markup).toContain('They can still sign in, see everything they own');
  expect(markup).toContain('such as adding an authenticator app');
});
