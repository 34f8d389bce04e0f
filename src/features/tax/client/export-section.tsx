import { useInfiniteQuery } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ProtectedDialog, WaitingApproval } from '#features/approvals/client/index.ts';
import { showFailure } from '#features/identity/client/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { formatMoment, timeLeft } from '#platform/browser/moment.ts';
import { trpc, trpcClient } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { useCsvDownload } from '#platform/browser/use-csv-download.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DownloadLine } from '#ui/download-line.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextareaField } from '#ui/textarea-field.tsx';
import { showToast } from '#ui/toast.ts';
import { columnOf, columnsIn, repeatedIn } from '../columns.rules.ts';
import { type ExportRelease, MAX_TEMPLATE_CHARACTERS, type TaxForm, taxForm } from '../tax.contract.ts';
import { EXPORT_HOURS } from '../tax.rules.ts';

const exportsOptions = () =>
  trpc.tax.exports.infiniteQueryOptions({}, { getNextPageParam: (page) => page.nextCursor });

/** Files for the authority's portal: in the columns of the operator's own template. */
export function ExportSection({ years, year }: { years: readonly number[]; year: number }) {
  return (
    <section aria-labelledby="tax-files" className="mt-10">
      <h2 id="tax-files" className="mb-4 text-xl">
        Files for the IRS portal
      </h2>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <RequestCard years={years} year={year} />
        <Releases />
      </div>
    </section>
  );
}

/** Reason for which a template is refused, or null. */
function problemOf(form: TaxForm, template: string): string | null {
  if (template.trim() === '') return 'Paste the header row of the template.';
  const names = columnsIn(template);
  if (!names) return 'This is not a CSV header row. Copy it from the template again.';
  const unknown = names.filter((name) => columnOf(form, name) === null);
  if (unknown.length > 0)
    return `Unknown columns for Form ${form}: ${unknown.join(', ')}. Remove them, or use the form’s names.`;
  const repeated = repeatedIn(form, names);
  return repeated.length > 0
    ? `Duplicate columns: ${repeated.join(', ')}. Each column can appear only once.`
    : null;
}

function RequestCard({ years, year }: { years: readonly number[]; year: number }) {
  const [form, setForm] = useState<TaxForm>('1099-DIV');
  const [ofYear, setOfYear] = useState<number>(year);
  const [template, setTemplate] = useState('');
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const problem = problemOf(form, template);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    if (problem === null) setAsking(true);
    else event.currentTarget.querySelector('textarea')?.focus();
  }

  return (
    <Card
      title="Request a file"
      description="A CSV file with one line per recipient or sale. Columns we have no data for stay empty. Tax numbers are never exported."
    >
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Form"
            options={taxForm.options.map((value) => ({ value, label: `Form ${value}` }))}
            value={form}
            onChange={({ target }) => setForm(target.value as TaxForm)}
          />
          <SelectField
            label="Tax year"
            options={years.map((one) => ({ value: String(one), label: String(one) }))}
            value={String(ofYear)}
            onChange={({ target }) => setOfYear(Number(target.value))}
          />
        </div>
        <TextareaField
          label="Template header row"
          hint="Column names separated by commas, such as Tax Year, Recipient Last Name, Box 1a."
          rows={3}
          spellCheck={false}
          maxLength={MAX_TEMPLATE_CHARACTERS}
          value={template}
          error={tried ? (problem ?? undefined) : undefined}
          onChange={({ target }) => setTemplate(target.value)}
        />
        <WaitingApproval commands={['tax.releaseExport']} subject={`taxExport:${form}-${ofYear}`} />
        <Button type="submit" className="justify-self-start">
          Request file
        </Button>
      </form>
      {asking && <ReleaseDialog {...{ form, template }} year={ofYear} onClose={() => setAsking(false)} />}
    </Card>
  );
}

interface ReleaseDialogProps {
  form: TaxForm;
  year: number;
  template: string;
  onClose: () => void;
}

function ReleaseDialog({ form, year, template, onClose }: ReleaseDialogProps) {
  const input = { form, year, template };
  const release = useCommand(trpc.tax.releaseExport.mutationOptions(), {
    keyed: true,
    onDone() {
      onClose();
      showToast({ title: 'File released', description: 'Download it from the list.' });
    },
  });
  return (
    <ProtectedDialog
      command="tax.releaseExport"
      input={input}
      direct={release}
      onClose={onClose}
      onConfirm={() => void release.run(input)}
      title={`Release the Form ${form} figures for ${year}?`}
      description={`The file lists every recipient’s legal name, address and amounts, and can be downloaded for ${EXPORT_HOURS} hours.`}
      confirmLabel="Release file"
      busyText="Releasing"
    />
  );
}

function Releases() {
  const list = useInfiniteQuery(exportsOptions());
  return (
    <PagedList
      list={list}
      loadingLabel="Loading the files"
      errorText={messageOf(list.error)}
      empty={
        <EmptyState
          icon={FileSpreadsheet}
          level={3}
          title="No files released yet"
          text="A file appears here once it is released."
        />
      }
    >
      {(releases) => (
        <ul className="divide-y divide-line px-4 sm:px-6">
          {releases.map((release) => (
            <ReleaseLine key={release.id} release={release} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

const correctionOf = (sellers: number) =>
  sellers === 0
    ? ''
    : `Wash sales by ${counted(sellers, 'seller')} were found after this release. Request the file again, and correct any forms already filed. `;

/**
 * All parts of a released file; null when its figures changed between two of them, so that they do not belong together, or
 * when a server does not say so, as one of the version before.
 */
async function wholeFile(id: string) {
  const first = await trpcClient.tax.downloadExport.mutate({ id });
  const file = { ...first, csv: [first.csv] };
  for (let part = 2; part <= first.parts; part += 1) {
    const next = await trpcClient.tax.downloadExport.mutate({ id, part });
    if (!next.rowsHash || next.rowsHash !== first.rowsHash) return null;
    file.csv.push(next.csv);
    file.rows += next.rows;
  }
  return file;
}

function ReleaseLine({ release }: { release: ExportRelease }) {
  const { id, form, year, columns, releasedBy, releasedAt, expiresAt, correctedSellers } = release;
  const isExpired = Date.parse(expiresAt) <= Date.now();
  const download = useCsvDownload(() => wholeFile(id), {
    onDone(file) {
      if (!file) {
        showToast({
          title: 'Export failed',
          description: 'The figures changed during the download. Download the file again.',
          variant: 'destructive',
        });
        return;
      }
      showToast({
        title: 'Export Successful',
        description: `${counted(file.rows, 'line')} totaling ${formatUsdExact(file.fileCents)}. With ${formatUsdExact(file.belowThresholdCents)} below the threshold, this matches the ledger total of ${formatUsdExact(file.ledgerCents)}.`,
      });
    },
    onFailed: (error) => showFailure(error, 'Export failed'),
  });
  return (
    <DownloadLine
      title={`Form ${form}, ${year}`}
      facts={`${formatMoment(releasedAt)} · released by ${releasedBy} · ${isExpired ? 'no longer available' : timeLeft(expiresAt)}`}
      note={`${correctionOf(correctedSellers)}Columns: ${columns.join(', ')}`}
      isExpired={isExpired}
      busy={download.busy}
      onDownload={() => void download.run()}
    />
  );
}
