import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { formatUsdExact } from '#kernel/money.ts';
import { monthName } from '#kernel/months.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { StatementFile } from '../entries.contract.ts';
import { differenceOf } from '../entries.rules.ts';
import { statementFilesOptions } from './distribution-queries.ts';
import { EntriesDialog } from './entries-dialog.tsx';

/** The bank files behind the reports of a statement, with their owner's confirmations. */
export function BankFilesDialog({ statementId, onClose }: { statementId: string; onClose: () => void }) {
  const query = useQuery(statementFilesOptions(statementId));
  const [showsLeftOut, setShowsLeftOut] = useState(false);
  if (showsLeftOut)
    return <EntriesDialog statementId={statementId} line="leftOut" title="Rows left out" onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title="Bank files"
      description="The files behind the monthly reports."
      footer={
        query.data?.some(({ leftOut }) => leftOut > 0) && (
          <Button variant="secondary" onClick={() => setShowsLeftOut(true)}>
            Show the rows that were left out
          </Button>
        )
      }
    >
      <Loaded
        query={query}
        errorText={messageOf(query.error)}
        skeleton={
          <SkeletonRegion label="Loading the bank files">
            <Skeleton className="h-24" />
          </SkeletonRegion>
        }
      >
        {(data) => <FileList files={data} />}
      </Loaded>
    </Dialog>
  );
}

function FileList({ files }: { files: readonly StatementFile[] }) {
  if (files.length === 0)
    return (
      <EmptyState icon={Landmark} level={3} title="No bank files" text="Every amount was entered by hand." />
    );
  return (
    <ul className="grid gap-4">
      {files.map((file) => (
        <li key={`${file.month}-${file.id}`} className="rounded-box border border-line p-4">
          <p className="font-semibold wrap-anywhere">
            {monthName(file.month)}: {file.fileName}
          </p>
          <p className="mt-1 text-[0.9375rem] text-muted">{factsOf(file)}</p>
          <p className="mt-1 text-[0.9375rem]">{balancesText(file)}</p>
          {file.isOtherAccount && (
            <p className="mt-1 text-[0.9375rem]">A different account than before, confirmed by the owner.</p>
          )}
          {file.differenceReason && (
            <p className="mt-1 text-[0.9375rem] wrap-anywhere">
              {differenceText(file)} The owner says: {file.differenceReason}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function factsOf({ account, rows, leftOut, firstDate, lastDate }: StatementFile): string {
  return [
    account && `Account ${account}`,
    `${counted(rows, 'row')} from ${formatDate(firstDate)} to ${formatDate(lastDate)}`,
    leftOut > 0 && `${leftOut} left out`,
  ]
    .filter(Boolean)
    .join(' · ');
}

const openingText = {
  file: '',
  fileBefore: ' (from the previous file)',
  owner: ' (entered by the owner)',
} as const;

function balancesText({ openingCents, openingSource, closingCents }: StatementFile): string {
  const opening =
    openingCents === null
      ? 'not known'
      : `${formatUsdExact(openingCents)}${openingSource ? openingText[openingSource] : ''}`;
  const closing = closingCents === null ? 'not in the file' : formatUsdExact(closingCents);
  return `Opening balance: ${opening} · Closing balance: ${closing}`;
}

function differenceText(file: StatementFile): string {
  const difference = differenceOf(file);
  return difference === null
    ? 'The account’s opening balance is unknown.'
    : `The bank’s closing balance is ${formatUsdExact(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than the rows add up to.`;
}
