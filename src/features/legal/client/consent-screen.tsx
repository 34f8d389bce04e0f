import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { dayText, formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { usePageTitle } from '#platform/browser/page-title.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { joinClasses } from '#ui/classes.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SkeletonRegion, SkeletonText } from '#ui/skeleton.tsx';
import type { DueDocument } from '../legal.contract.ts';
import { versionText } from '../legal.rules.ts';
import { dueOptions, legalVersionOptions } from './legal-queries.ts';
import { LegalText } from './legal-text.tsx';

interface Props {
  onPostpone: () => void;
  onSignOut: () => void;
}

/** Legal documents that are new to a person, in place of a page, until they are accepted. */
export function ConsentScreen({ onPostpone, onSignOut }: Props) {
  const { data = [] } = useQuery(dueOptions());
  const accept = useCommand(trpc.legal.accept.mutationOptions(), {});
  const [today] = useState(() => dayText(new Date()));
  const title = titleOf(data);
  usePageTitle(title);
  const graceEndsOn = data.map((one) => one.graceEndsOn).sort()[0] ?? today;
  const listsChanges = data.some(({ changes }) => changes.length > 0);
  const hasTime = today < graceEndsOn;

  async function acceptAll() {
    for (const { id, version } of data) if ((await accept.run({ id, version })) === null) return;
  }

  return (
    <div className="page-width max-w-3xl py-6 sm:py-10">
      <PageHeader
        title={title}
        description={`${listsChanges ? 'Read what is new. ' : ''}${
          hasTime
            ? `You can continue as before until ${formatDate(graceEndsOn)}.`
            : `You cannot deposit or invest until you accept ${data.length === 1 ? 'it' : 'them'}.`
        }`}
      />
      <div className="grid gap-6">
        {data.map((one) => (
          <ChangedDocument key={one.id} {...one} />
        ))}
      </div>
      {accept.errorText && (
        <Alert tone="danger" className="mt-6">
          {accept.errorText}
        </Alert>
      )}
      <div className="mt-6 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <Button busy={accept.busy} busyText="Accepting" onClick={() => void acceptAll()}>
          Accept and continue
        </Button>
        <Button variant="secondary" onClick={onPostpone}>
          Not now
        </Button>
        <Button variant="secondary" onClick={onSignOut}>
          Log Out
        </Button>
      </div>
      <p className="mt-6 text-sm text-muted">
        If you do not accept, you can still sell your shares, withdraw your cash, download your data and close
        your account.
        {hasTime && ` Starting ${formatDate(graceEndsOn)}, you can no longer deposit or invest.`}
      </p>
    </div>
  );
}

/** What is asked for: the documents as they are at first, or new versions of them. */
function titleOf(due: readonly DueDocument[]): string {
  const isFirst = due.every(({ version }) => version === 1);
  const [only] = due;
  if (only && due.length === 1) return isFirst ? `Our ${only.title}` : `A new version of our ${only.title}`;
  return isFirst ? 'Our legal documents' : 'New versions of our documents';
}

function ChangedDocument({ id, title, changes, version, ...rest }: DueDocument) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={title} description={versionText({ version, ...rest })}>
      {changes.length > 0 && (
        <>
          <p className="font-medium">What is new</p>
          <ul className="mt-1 list-disc pl-5">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </>
      )}
      <details className="mt-3" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 font-semibold text-primary">
          <ChevronDown
            size={18}
            aria-hidden="true"
            className={joinClasses('transition-transform', isOpen && 'rotate-180')}
          />
          {isOpen ? 'Hide the document' : 'Read the whole document'}
        </summary>
        {isOpen && <WholeText id={id} version={version} />}
      </details>
    </Card>
  );
}

function WholeText({ id, version }: Pick<DueDocument, 'id' | 'version'>) {
  const { data, error, refetch, isFetching } = useQuery(legalVersionOptions(id, version));
  if (data) return <LegalText {...data} />;
  if (error)
    return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <SkeletonRegion label="Loading the document">
      <SkeletonText lines={12} />
    </SkeletonRegion>
  );
}
