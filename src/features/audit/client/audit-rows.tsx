import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { formatMoment } from '#platform/browser/moment.ts';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { QuietDetails } from '#ui/quiet-details.tsx';
import type { LogRow, LogRun } from '../audit.contract.ts';

const columns: readonly DataColumn<LogRow>[] = [
  {
    key: 'action',
    header: 'Action',
    rowHeader: true,
    cell: ({ seq, action }) => (
      <span className="wrap-break-word">
        <Dotted name={action} />{' '}
        <span className="text-xs font-normal whitespace-nowrap text-muted">row {seq}</span>
      </span>
    ),
  },
  {
    key: 'at',
    header: 'When',
    mobilePlacement: 'underName',
    cell: ({ at }) => (
      <time dateTime={at} className="whitespace-nowrap">
        {formatMoment(at)}
      </time>
    ),
  },
  {
    key: 'who',
    header: 'Who',
    mobilePlacement: 'underName',
    wide: true,
    cell: (row) => <Whole row={row} part={(run) => <Actor actor={run.actor} />} />,
  },
  {
    key: 'subject',
    header: 'Subject',
    wide: true,
    cell: (row) => <Whole row={row} part={({ subject }) => <Subject subject={subject} />} />,
  },
  { key: 'details', header: 'Details', cell: (row) => <Details row={row} /> },
];

/** Rows of the log, as cards on small screens. */
export function AuditRows({ rows }: { rows: readonly LogRow[] }) {
  return <DataTable caption="Changes" columns={columns} rows={rows} rowKey={({ seq }) => seq} />;
}

/** Text of a row of one run; that of a batch is its number of runs. */
function Whole({ row, part }: { row: LogRow; part: (run: LogRun) => React.ReactNode }) {
  const [first] = row.runs;
  if (first && row.runs.length === 1) return part(first);
  return <span className="text-muted">{row.runs.length} in one batch</span>;
}

/** A name like "system:books.verify", which breaks after its dots and colons only. */
function Dotted({ name }: { name: string }) {
  return name.split(/(?<=[.:])/).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

function Actor({ actor: { kind, id, name } }: { actor: LogRun['actor'] }) {
  if (kind === 'visitor') return <>A visitor</>;
  if (kind === 'system') {
    return (
      <span className="text-sm wrap-anywhere">
        <Dotted name={id} />
      </span>
    );
  }
  return (
    <Link to="/admin-users/$id" params={{ id }} className="link-plain wrap-anywhere">
      {name ?? id}
    </Link>
  );
}

function Subject({ subject }: { subject: string }) {
  if (subject === '') return <span className="text-muted">–</span>;
  return (
    <Link to="/admin-audit" search={{ subject }} className="link-plain text-sm wrap-anywhere">
      {subject}
    </Link>
  );
}

function Details({ row: { runs } }: { row: LogRow }) {
  const isPlain = runs.length === 1;
  if (isPlain && runs[0]?.details.length === 0) return <span className="text-sm text-muted">None</span>;
  return (
    <QuietDetails summary="Show" className="max-w-md">
      {runs.map((run) => (
        <div key={run.operationId} className="border-t border-line py-2 first:border-t-0">
          {!isPlain && (
            <p>
              <Actor actor={run.actor} />: <Subject subject={run.subject} />
            </p>
          )}
          <dl className="grid gap-0.5 text-start">
            {run.details.map(({ field, value }) => (
              <div key={field} className="flex flex-wrap gap-x-2">
                <dt className="text-muted">{field}:</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </QuietDetails>
  );
}
