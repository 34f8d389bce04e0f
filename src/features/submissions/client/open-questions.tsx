import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Alert } from '#ui/alert.tsx';
import { buttonClass } from '#ui/button.tsx';
import { ownListOptions } from './submission-queries.ts';

/** Submissions whose reviewer waits for the owner's answer. */
export function OpenQuestions() {
  const { data } = useInfiniteQuery(ownListOptions());
  const asked = (data?.pages ?? []).flatMap(({ items }) => items).filter(({ pausedAt }) => pausedAt !== null);
  return asked.map(({ id, name }) => (
    <Alert
      key={id}
      tone="warning"
      title={`A reviewer has a question about ${name}`}
      className="mb-6 wrap-anywhere"
      action={
        <Link
          to="/owner-submit/$id"
          params={{ id }}
          className={buttonClass({ variant: 'secondary', size: 'small' })}
        >
          Answer
        </Link>
      }
    >
      The review is on hold until you answer.
    </Alert>
  ));
}
