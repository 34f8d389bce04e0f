import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Archive, FolderOpen, Printer } from 'lucide-react';
import { useState } from 'react';
import { certificateErrors } from '#features/certificates/certificates.contract.ts';
import { formatFileSize } from '#kernel/file-size.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DownloadButton } from '#ui/download-button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { showToast } from '#ui/toast.ts';
import type { DocumentEntry, DocumentList } from '../document-center.contract.ts';
import { archiveOf, matches } from '../document-center.rules.ts';
import { documentsOptions } from './documents-queries.ts';
import type { DocumentsSearch, DocumentTab } from './documents-search.ts';
import { useDocumentFiles } from './use-document-files.ts';

interface DocumentsProps {
  search: DocumentsSearch;
  onSearch: (next: Record<string, unknown>) => void;
}

export function DocumentsScreen(props: DocumentsProps) {
  const query = useQuery(documentsOptions());
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Document Center"
        description="Your tax forms, share certificates and legal documents, to download and to print."
      />
      {query.data ? (
        <Documents list={query.data} {...props} />
      ) : query.isError ? (
        <Card>
          <ErrorState
            text={messageOf(query.error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </Card>
      ) : (
        <SkeletonRegion label="Loading documents">
          <Skeleton className="h-96 w-full" />
        </SkeletonRegion>
      )}
    </div>
  );
}

function Documents({ list, search, onSearch }: DocumentsProps & { list: DocumentList }) {
  const files = useDocumentFiles();
  const years = [...new Set(list.items.map(({ year }) => year))].sort((one, two) => two - one);
  const shown = list.items.filter((entry) => matches(entry, search));
  const { ids, label, note } = archiveOf(shown);
  const archive = { do: 'archive' as const, ids };
  const content = (tab: DocumentTab) => (
    <TabContent {...{ tab, list, shown, files }} isFiltered={Boolean(search.q || search.year)} />
  );
  return (
    <>
      <search aria-label="Find a document" className="mb-6 flex flex-wrap items-end gap-3">
        <SearchField
          label="Search documents"
          placeholder="Search documents"
          value={search.q ?? ''}
          onSearch={(q) => onSearch({ ...search, q })}
          className="min-w-52 flex-1"
        />
        <SelectField
          label="Year"
          placeholder="All years"
          options={years.map((year) => ({ value: String(year), label: String(year) }))}
          value={search.year === undefined ? '' : String(search.year)}
          onChange={({ target }) => onSearch({ ...search, year: target.value || undefined })}
          className="min-w-32"
        />
        <Button
          variant="secondary"
          disabled={shown.length === 0}
          busy={files.isRunning(archive)}
          busyText="Preparing"
          onClick={() => void files.run(archive)}
        >
          <Archive size={18} aria-hidden="true" />
          {label}
        </Button>
        {note && <p className="w-full text-sm text-muted">{note}</p>}
      </search>
      <Tabs
        label="Documents"
        selected={search.tab ?? 'all'}
        onSelect={(tab) => onSearch({ ...search, tab })}
        tabs={[
          { id: 'all', title: 'All', content: content('all') },
          { id: 'tax', title: 'Tax Forms', content: content('tax') },
          { id: 'certificate', title: 'Share Certificates', content: content('certificate') },
          { id: 'legal', title: 'Legal Docs', content: content('legal') },
        ]}
      />
    </>
  );
}

interface TabContentProps {
  tab: DocumentTab;
  list: DocumentList;
  shown: readonly DocumentEntry[];
  files: ReturnType<typeof useDocumentFiles>;
  isFiltered: boolean;
}

const emptyTitles: Record<DocumentTab, string> = {
  all: 'No documents yet',
  tax: 'No tax forms yet',
  certificate: 'No certificates yet',
  legal: 'No legal documents',
};

const emptyTexts: Record<DocumentTab, string> = {
  all: 'Documents appear here once they are issued.',
  tax: 'Each year’s tax summary is ready on February 3 of the following year.',
  certificate: 'Choose a property below to get a certificate of your shares.',
  legal: 'Legal documents appear here.',
};

function emptyTextOf(tab: DocumentTab, { holdings }: DocumentList): string {
  if (tab !== 'certificate' || holdings.length > 0) return emptyTexts[tab];
  return 'You can get one for shares that you hold, once their offering has succeeded.';
}

function TabContent({ tab, list, shown, files, isFiltered }: TabContentProps) {
  return (
    <>
      {shown.length === 0 ? (
        <Card>
          <EmptyState
            icon={FolderOpen}
            title={isFiltered ? 'No documents match your search' : emptyTitles[tab]}
            text={isFiltered ? 'Try another word or another year.' : emptyTextOf(tab, list)}
          />
        </Card>
      ) : (
        <Card padded={false}>
          <ul className="divide-y divide-line">
            {shown.map((entry) => (
              <DocumentRow key={entry.id} entry={entry} files={files} />
            ))}
          </ul>
        </Card>
      )}
      {tab === 'certificate' && list.holdings.length > 0 && <NewCertificate holdings={list.holdings} />}
    </>
  );
}

const categoryLabel = { tax: 'Tax form', certificate: 'Share certificate', legal: 'Legal document' } as const;

function DocumentRow({ entry, files }: { entry: DocumentEntry; files: TabContentProps['files'] }) {
  const { id, name, category, dateCreated, fileSize, description, isSuperseded, legal } = entry;
  const saving = { do: 'save' as const, id };
  const printing = { do: 'print' as const, id };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted wrap-anywhere">{description}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Badge tone="neutral">{categoryLabel[category]}</Badge>
          {isSuperseded && <Badge tone="warning">Superseded</Badge>}
          <span>
            PDF{fileSize !== null && `, ${formatFileSize(fileSize)}`},{' '}
            <time dateTime={dateCreated}>{formatDate(dateCreated)}</time>
          </span>
          {legal?.acceptedAt && <span>Accepted {formatDate(legal.acceptedAt)}</span>}
          {category === 'certificate' && (
            <Link
              to="/verify/$code"
              params={{ code: id.slice('certificate:'.length) }}
              className="link-plain inline-flex min-h-6 items-center"
            >
              Public page
            </Link>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2.5">
        {legal && !legal.acceptedAt && <AcceptButton id={legal.id} version={legal.version} name={name} />}
        <Button
          variant="secondary"
          busy={files.isRunning(printing)}
          busyText="Opening"
          aria-label={`Print ${name}`}
          onClick={() => void files.run(printing)}
        >
          <Printer size={18} aria-hidden="true" />
          Print
        </Button>
        <DownloadButton
          busy={files.isRunning(saving)}
          busyText="Preparing"
          aria-label={`Download ${name}`}
          onClick={() => void files.run(saving)}
        >
          Download
        </DownloadButton>
      </div>
    </li>
  );
}

function AcceptButton({
  id,
  version,
  name,
}: {
  id: 'terms' | 'privacy' | 'risks';
  version: number;
  name: string;
}) {
  const accept = useCommand(trpc.legal.accept.mutationOptions(), {
    onDone: () => showToast({ title: 'Accepted', description: `${name}, version ${version}.` }),
  });
  return (
    <>
      <Link
        to="/legal/$document"
        params={{ document: id }}
        className="link-plain inline-flex min-h-11 items-center px-2 text-sm font-semibold"
      >
        Read
      </Link>
      <Button busy={accept.busy} busyText="Accepting" onClick={() => void accept.run({ id, version })}>
        Accept
      </Button>
      {accept.errorText && (
        <Alert tone="danger" className="w-full">
          {accept.errorText}
        </Alert>
      )}
    </>
  );
}

function NewCertificate({ holdings }: { holdings: DocumentList['holdings'] }) {
  const [propertyId, setPropertyId] = useState(holdings[0]?.propertyId ?? 0);
  const chosen = holdings.find((one) => one.propertyId === propertyId) ?? holdings[0];
  const issue = useCommand(trpc.certificates.issue.mutationOptions(), {
    keyed: true,
    onDone: ({ code }) => showToast({ title: 'Certificate issued', description: `Its code is ${code}.` }),
  });
  if (!chosen) return null;
  return (
    <Card
      className="mt-6"
      title="New certificate"
      description="A signed extract from the register as it stands now. Anyone who has its code can check whether the shares are still held; your name is not shown there."
    >
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void issue.run({ propertyId: chosen.propertyId });
        }}
      >
        <SelectField
          label="Property"
          options={holdings.map((one) => ({
            value: String(one.propertyId),
            label: `${one.name}, ${counted(one.shares, 'share')}`,
          }))}
          value={String(chosen.propertyId)}
          onChange={({ target }) => setPropertyId(Number(target.value))}
          hint={chosen.isOffMarket ? certificateErrors.PROPERTY_IN_REVIEW.message : undefined}
          error={issue.error ? messageOf(issue.error) : undefined}
          className="min-w-0 flex-1 basis-64"
        />
        <Button type="submit" disabled={chosen.isOffMarket} busy={issue.busy} busyText="Issuing">
          Issue certificate
        </Button>
      </form>
    </Card>
  );
}
