import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileCheck } from 'lucide-react';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import type { OwnListItem } from '../submissions.contract.ts';
import { promisedText } from '../submissions.rules.ts';
import { SubmissionBadge } from './submission-badge.tsx';
import { ownListOptions } from './submission-queries.ts';

/** The owner's submissions, the newest first. */
export function OwnSubmissions() {
  const list = useInfiniteQuery(ownListOptions());
  return (
    <Card title="Your submissions" padded={false} className="mt-8 overflow-hidden">
      <PagedList
        list={list}
        place="in a card"
        loadingLabel="Loading your submissions"
        room={{ rows: 3, height: 'h-20' }}
        errorText={messageOf(list.error)}
        empty={
          <EmptyState
            icon={FileCheck}
            level={3}
            title="Nothing submitted yet"
            text="Each property you submit appears here, with its status and the date we will get back to you by."
            className="pt-2"
          />
        }
      >
        {(items) => (
          <ul className="divide-y divide-line border-t border-line">
            {items.map((item) => (
              <SubmissionRow key={item.id} item={item} />
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  );
}

function SubmissionRow({ item }: { item: OwnListItem }) {
  return (
    <li className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-4 hover:bg-quiet-soft sm:px-6">
      <div className="min-w-0 basis-64 grow">
        <Link
          to="/owner-submit/$id"
          params={{ id: item.id }}
          className="link-plain font-semibold wrap-anywhere after:absolute after:inset-0"
        >
          {item.name}
        </Link>
        <p className="text-sm text-muted wrap-anywhere">{item.address}</p>
      </div>
      <p className="text-sm text-muted">{nextOf(item)}</p>
      <SubmissionBadge submission={item} />
    </li>
  );
}

function nextOf(item: OwnListItem): string {
  const { status, pausedAt, decidedAt, submittedAt } = item;
  if (status === 'pending') return pausedAt ? 'Waiting for your answer' : promisedText(item);
  return `${status === 'approved' ? 'Approved' : 'Rejected'} ${formatDate(decidedAt ?? submittedAt)}`;
}
