import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { screenMarkup } from '#tests/support/screen-markup.tsx';
import type { ApprovalRequest } from '../approvals.contract.ts';
import { waitingOptions } from './approval-queries.ts';
import { ReviewButtons } from './review-list.tsx';

const request: ApprovalRequest = {
  ...{ id: 'request', command: 'distributions.approve', subject: 'distribution:3-2026-Q3' },
  ...{ title: 'Approve the Q3 2026 distribution for Maple Court', facts: [], input: [] },
  ...{ path: '/admin-distributions', reason: 'The entries add up.', state: 'waiting', decision: null },
  ...{ requestedBy: { id: 'ada', name: 'Ada Quill' }, requestedAt: '2026-11-03T12:00:00.000Z' },
  ...{ expiresAt: '2026-11-06T12:00:00.000Z', executableAt: null },
};

function shown(subject: string) {
  const client = new QueryClient();
  client.setQueryData(waitingOptions().queryKey, { items: [request], nextCursor: null });
  return screenMarkup(
    <ReviewButtons
      what="statement"
      name="Maple Court"
      ownedByViewer={false}
      approval={{ commands: ['distributions.approve'], subject }}
      refuseLabel="Return"
      onDecide={() => undefined}
    />,
    client,
  );
}

test('an approval that another admin is asked for is not offered again, but the statement can still go back', () => {
  const waiting = shown('distribution:3-2026-Q3');
  expect(waiting).toContain('Requested by Ada Quill');
  expect(waiting).not.toContain('Approve Maple Court');
  expect(waiting).toContain('Return Maple Court');
  expect(shown('distribution:4-2026-Q3')).toContain('Approve Maple Court');
});
