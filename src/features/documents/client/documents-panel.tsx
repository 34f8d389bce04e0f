import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { formatFileSize } from '#kernel/file-size.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { useUser } from '#platform/browser/session.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import type { PropertyDocument } from '../documents.contract.ts';
import { fileTypeText, kindLabel } from '../documents.rules.ts';
import { documentsOptions } from './document-queries.ts';

const UploadDialog = dialogOnDemand(async () => (await import('./upload-dialog.tsx')).UploadDialog);
const WithdrawDialog = dialogOnDemand(async () => (await import('./withdraw-dialog.tsx')).WithdrawDialog);

/** Kind and date of a document; a title that is the kind says it already. */
function KindAndDate({ title, kind, dated }: Pick<PropertyDocument, 'title' | 'kind' | 'dated'>) {
  if (title === kindLabel[kind]) return <>Dated {formatDate(dated)}</>;
  return (
    <>
      {kindLabel[kind]}, <span className="whitespace-nowrap">dated {formatDate(dated)}</span>
    </>
  );
}

interface Actions {
  isAdmin: boolean;
  onWithdraw: (document: PropertyDocument) => void;
}

const columnsOf = ({ isAdmin, onWithdraw }: Actions): readonly DataColumn<PropertyDocument>[] => [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: ({ title, kind, dated, withdrawn }) => (
      <span className="block text-start wrap-anywhere">
        {title}
        <span className="block text-sm font-normal text-muted">
          <KindAndDate {...{ title, kind, dated }} />
        </span>
        {withdrawn && (
          <span className="mt-1 block text-sm font-normal text-muted">
            <Badge tone="danger">Withdrawn</Badge> {withdrawn.reason}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'type',
    header: 'Type',
    mobilePlacement: 'underName',
    cell: ({ mediaType }) => fileTypeText(mediaType),
  },
  {
    key: 'size',
    header: 'Size',
    mobilePlacement: 'underName',
    amount: true,
    cell: ({ size }) => formatFileSize(size),
  },
  {
    key: 'uploaded',
    header: 'Uploaded',
    mobilePlacement: 'underName',
    cell: ({ uploadedAt }) => <time dateTime={uploadedAt}>{formatDate(uploadedAt)}</time>,
  },
  {
    key: 'actions',
    header: 'Actions',
    headerHidden: true,
    align: 'end',
    mobilePlacement: 'lead',
    cell: (document) => (
      <span className="flex flex-wrap justify-end gap-2">
        {(document.withdrawn === null || isAdmin) && (
          <DownloadLink href={`/api/documents/${document.id}`} name={document.title} />
        )}
        {document.withdrawn === null && isAdmin && (
          <Button
            variant="quiet"
            size="small"
            aria-label={`Withdraw ${document.title}`}
            onClick={() => onWithdraw(document)}
          >
            Withdraw
          </Button>
        )}
      </span>
    ),
  },
];

function DownloadLink({ href, name }: { href: string; name: string }) {
  return (
    <a
      href={href}
      download
      aria-label={`Download ${name}`}
      className={buttonClass({ variant: 'secondary', size: 'small' })}
    >
      <Download size={16} aria-hidden="true" />
      <span className="max-sm:sr-only">Download</span>
    </a>
  );
}

/** The documents of a property; its owner and admins add to them here. */
export function DocumentsPanel({ propertyId }: { propertyId: number }) {
  const list = useInfiniteQuery(documentsOptions(propertyId));
  const [uploading, setUploading] = useState(false);
  const [withdrawing, setWithdrawing] = useState<PropertyDocument | null>(null);
  const { user } = useUser();
  const canUpload = list.data?.pages[0]?.canUpload ?? false;
  const isEmpty = list.data?.pages[0]?.items.length === 0;
  const upload = canUpload && (
    <Button size="small" onClick={() => setUploading(true)}>
      Upload a document
    </Button>
  );
  return (
    <>
      <Card
        title="Documents"
        description={canUpload ? 'Anyone who can see this property can download them.' : undefined}
        padded={false}
        actions={!isEmpty && upload}
      >
        <PagedList
          list={list}
          place="in a card"
          loadingLabel="Loading the documents"
          room={{ rows: 4, height: 'h-17' }}
          errorText={messageOf(list.error)}
          empty={
            <EmptyState
              icon={FileText}
              level={3}
              title="No documents yet"
              text="The offering memorandum, the appraisal and any other filed documents appear here."
              action={upload || undefined}
            />
          }
        >
          {(documents) => (
            <DataTable
              caption="Documents, newest first"
              tableFrom="tablet"
              columns={columnsOf({ isAdmin: user?.role === 'admin', onWithdraw: setWithdrawing })}
              rows={documents}
              rowKey={({ id }) => id}
            />
          )}
        </PagedList>
      </Card>
      {uploading && <UploadDialog propertyId={propertyId} onClose={() => setUploading(false)} />}
      {withdrawing && <WithdrawDialog document={withdrawing} onClose={() => setWithdrawing(null)} />}
    </>
  );
}
