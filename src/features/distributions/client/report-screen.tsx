import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, FileText } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { formatUsdExact } from '#kernel/money.ts';
import { monthName } from '#kernel/months.ts';
import { useDraft } from '#platform/browser/draft.ts';
import { messageOf, statusOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Card } from '#ui/card.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { partOnDemand } from '#ui/on-demand.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PriceField } from '#ui/price-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { showToast } from '#ui/toast.ts';
import type { ReportLines, ReportSheet } from '../distributions.contract.ts';
import { expenseKeys, lineKeys, lineLabel } from '../distributions.rules.ts';
import { reportSheetOptions } from './distribution-queries.ts';
import { MonthResult, paidText } from './month-result.tsx';
import { NoteCard } from './note-card.tsx';
import { emptyLines, readLines, type TypedLines, typedLines } from './report-form.ts';
import type { ReportSearch } from './report-search.ts';

const EntriesPanel = partOnDemand(
  async () => (await import('./entries-panel.tsx')).EntriesPanel,
  () => <Skeleton className="h-96 w-full" />,
);

interface ReportScreenProps {
  search: ReportSearch;
  onSearch: (search: ReportSearch) => void;
}

export function ReportScreen({ search, onSearch }: ReportScreenProps) {
  const propertyId = search.property;
  const isNamed = propertyId > 0;
  const { data, error, refetch, isFetching } = useQuery({
    ...reportSheetOptions(propertyId),
    enabled: isNamed,
  });
  return (
    <div className="page-width py-6 sm:py-10">
      <Link
        to="/owner-distributions"
        className="link-plain mb-4 inline-flex min-h-11 items-center gap-1.5 text-sm font-medium"
      >
        <ArrowLeft size={16} aria-hidden="true" />
        Back to your distributions
      </Link>
      <PageHeader
        title="Monthly report"
        description={data?.propertyName ?? 'Rent and expenses of one month.'}
      />
      {data ? (
        <ReportMonths
          sheet={data}
          chosen={search.month}
          onChoose={(month) => onSearch({ ...search, month })}
        />
      ) : !isNamed || [400, 404].includes(statusOf(error) ?? 0) ? (
        <EmptyState
          icon={FileText}
          title="Property not found"
          text="This property does not exist or is not yours."
        />
      ) : error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonRegion label="Loading the report">
          <Skeleton className="h-96" />
        </SkeletonRegion>
      )}
    </div>
  );
}

interface ReportMonthsProps {
  sheet: ReportSheet;
  chosen: string | undefined;
  onChoose: (month: string) => void;
}

function ReportMonths({ sheet, chosen, onChoose }: ReportMonthsProps) {
  const correctable = sheet.reports.filter((report) => report.correctable);
  const months = [...sheet.dueMonths, ...correctable.map(({ month }) => month)];
  const month = chosen !== undefined && months.includes(chosen) ? chosen : months[0];
  if (month === undefined) {
    return (
      <Card>
        <EmptyState
          icon={FileText}
          title="Nothing to report"
          text="Every month so far is reported. You can report this month once it is over."
        />
      </Card>
    );
  }
  const options = months.map((value) => ({
    value,
    label: `${monthName(value)}${sheet.dueMonths.includes(value) ? '' : ' (reported)'}`,
  }));
  return (
    <>
      <SelectField
        label="Month"
        options={options}
        value={month}
        onChange={(event) => onChoose(event.target.value)}
        className="mb-6 sm:max-w-xs"
      />
      <Tabs
        key={month}
        label="How the month is reported"
        defaultSelected={sheet.entryMonths.includes(month) ? 'entries' : 'totals'}
        tabs={[
          { id: 'totals', title: 'Totals', content: <MonthForm sheet={sheet} month={month} /> },
          {
            id: 'entries',
            title: 'Entries and bank files',
            content: <EntriesPanel sheet={sheet} month={month} />,
          },
        ]}
      />
    </>
  );
}

/**
 * The totals of a month as they are typed, stored as a draft; at first those that were reported before. What was typed
 * before another report is not shown again.
 */
function useTypedMonth(sheet: ReportSheet, month: string) {
  const earlier = sheet.reports.find((report) => report.month === month);
  const version = earlier?.reportedAt ?? 'new';
  const draft = useDraft<{ typed: TypedLines; note: string }>(
    `report.${sheet.propertyId}.${month}.${version}`,
  );
  const [typed, setTyped] = useState<TypedLines>(
    draft.initial?.typed ?? (earlier ? typedLines(earlier.lines) : emptyLines),
  );
  const [note, setNote] = useState(draft.initial?.note ?? earlier?.note ?? '');
  return {
    typed,
    note,
    type(key: keyof ReportLines, text: string) {
      const next = { ...typed, [key]: text };
      setTyped(next);
      draft.save({ typed: next, note });
    },
    typeNote(text: string) {
      setNote(text);
      draft.save({ typed, note: text });
    },
    clear: draft.clear,
  };
}

function MonthForm({ sheet, month }: { sheet: ReportSheet; month: string }) {
  const { typed, note, type, typeNote, clear } = useTypedMonth(sheet, month);
  const [asked, setAsked] = useState(false);
  const [confirmsNothing, setConfirmsNothing] = useState(false);
  const { lines, problems } = readLines(typed);
  const { report, busy, error } = useReport(sheet, clear);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setAsked(true);
    const wrong = lineKeys.find((key) => problems[key]);
    if (wrong) event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    else if (lineKeys.every((key) => lines[key] === 0)) setConfirmsNothing(true);
    else void report(month, lines, note);
  }

  const field = (key: keyof ReportLines, hint?: string) => (
    <PriceField
      key={key}
      name={key}
      label={lineLabel[key]}
      min={0}
      placeholder="0.00"
      hint={hint}
      value={typed[key]}
      error={asked ? problems[key] : undefined}
      onChange={(event) => type(key, event.target.value)}
    />
  );

  return (
    <form noValidate onSubmit={submit} className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid gap-6">
        {sheet.entryMonths.includes(month) && (
          <Alert tone="warning" title="This month has entries">
            Reporting totals replaces them with one amount for each line.
          </Alert>
        )}
        <Card title="Income">
          <div className="grid gap-5 sm:grid-cols-3">
            {field('rentCents')}
            {field('vacancyCents')}
            {field('otherIncomeCents')}
          </div>
        </Card>
        <Card title="Operating expenses">
          <div className="grid gap-5 sm:grid-cols-3">{expenseKeys.map((key) => field(key))}</div>
        </Card>
        <Card title="Reserve">
          <div className="grid gap-5 sm:grid-cols-2">
            {field('reserveCents', 'Held back from distributions for large repairs.')}
            {field('reserveWithdrawnCents', `The reserve holds ${formatUsdExact(sheet.reserveCents)}.`)}
          </div>
        </Card>
        <NoteCard note={note} onNote={typeNote} />
      </div>
      <MonthResult sheet={sheet} lines={lines} busy={busy} error={error} month={month} />
      <ConfirmDialog
        open={confirmsNothing}
        onClose={() => setConfirmsNothing(false)}
        onConfirm={() => {
          setConfirmsNothing(false);
          void report(month, lines, note);
        }}
        title="Report a month without amounts?"
        description={`You entered no income and no expenses for ${monthName(month)}. Shareholders get nothing for that month.`}
        confirmLabel="Report without amounts"
        cancelLabel="Go back"
      />
    </form>
  );
}

function useReport({ propertyId }: ReportSheet, onDone: () => void) {
  const { run, busy, error } = useCommand(trpc.distributions.reportMonth.mutationOptions(), {
    keyed: true,
    onDone({ paidInCents }, { month }) {
      onDone();
      showToast({ title: 'Month reported', description: paidText(month, paidInCents) });
    },
  });
  const report = (month: string, lines: ReportLines, note: string) =>
    run({ propertyId, month, lines, ...(note.trim() ? { note } : {}) });
  return { report, busy, error };
}
