import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  addressText,
  PropertyPicture,
  propertyTypeLabel,
  sharePriceText,
} from '#features/properties/client/index.ts';
import type { AdminProperty } from '#features/properties/review.contract.ts';
import { formatBps, parsePercent, parseUsd } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import { Button } from '#ui/button.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { ChangesDialog } from './changes-dialog.tsx';
import { StatusCell } from './status-cell.tsx';

export interface PropertyActions {
  onApprove: (property: AdminProperty) => void;
  onReject: (property: AdminProperty) => void;
  onReset: (property: AdminProperty) => void;
  onPayLender: (property: AdminProperty) => void;
  /** The property whose status is being changed. */
  changingId: number | null;
}

export function PropertyTable({ rows, ...actions }: PropertyActions & { rows: readonly AdminProperty[] }) {
  return (
    <DataTable
      caption="All properties"
      columns={columnsWith(actions)}
      rows={rows}
      rowKey={(property) => property.id}
    />
  );
}

function columnsWith(actions: PropertyActions): DataColumn<AdminProperty>[] {
  return [
    { key: 'property', header: 'Property', rowHeader: true, cell: (row) => <NameCell property={row} /> },
    {
      key: 'price',
      header: 'Price',
      amount: true,
      cell: (row) => sharePriceText(parseUsd(row.pricePerShare) ?? 0),
    },
    { key: 'shares', header: 'Shares', amount: true, cell: (row) => row.totalShares.toLocaleString('en-US') },
    {
      key: 'yield',
      header: 'Yield',
      amount: true,
      cell: (row) => formatBps(parsePercent(row.annualYield) ?? 0),
    },
    { key: 'submitted', header: 'Submitted', cell: (row) => <SubmittedCell property={row} /> },
    {
      key: 'status',
      header: 'Status',
      wide: true,
      cell: (row) => <StatusCell property={row} onPayLender={() => actions.onPayLender(row)} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      cell: (row) => <ActionCell property={row} {...actions} />,
    },
  ];
}

function NameCell({ property }: { property: AdminProperty }) {
  return (
    <div className="flex items-center gap-3 text-start lg:min-w-56">
      <PropertyPicture
        property={property}
        format="thumb"
        className="aspect-[4/3] w-16 shrink-0 rounded-field"
      />
      <div className="min-w-0">
        <Link
          to="/property/$id"
          params={{ id: String(property.id) }}
          className="inline-flex min-h-6 items-center font-semibold wrap-anywhere hover:underline"
        >
          {property.name}
        </Link>
        <p className="text-sm font-normal text-muted wrap-anywhere">
          {propertyTypeLabel[property.propertyType]}, {addressText(property)}
        </p>
        {property.statusReason && (
          <p className="mt-0.5 text-sm font-normal text-muted wrap-anywhere">
            Reason: {property.statusReason}
          </p>
        )}
      </div>
    </div>
  );
}

function SubmittedCell({ property }: { property: AdminProperty }) {
  const [comparing, setComparing] = useState(false);
  const { resubmittedAt } = property;
  return (
    <span className="grid justify-items-start gap-0.5 sm:max-lg:justify-items-end">
      <time dateTime={property.createdAt} className="whitespace-nowrap">
        {formatDate(property.createdAt)}
      </time>
      <span className="block max-w-40 truncate text-sm text-muted">{property.ownerName}</span>
      {resubmittedAt !== null && (
        <>
          <span className="mt-1 text-sm">
            Submitted again{' '}
            <time dateTime={resubmittedAt} className="whitespace-nowrap">
              {formatDate(resubmittedAt)}
            </time>
          </span>
          <Button
            size="small"
            variant="quiet"
            className="-me-3 lg:-ms-3 lg:me-0"
            aria-label={`See what changed in ${property.name}`}
            onClick={() => setComparing(true)}
          >
            See what changed
          </Button>
        </>
      )}
      {comparing && <ChangesDialog property={property} onClose={() => setComparing(false)} />}
    </span>
  );
}

function ActionCell({
  property,
  onApprove,
  onReject,
  onReset,
  changingId,
}: Omit<PropertyActions, 'onPayLender'> & { property: AdminProperty }) {
  if (property.ownedByViewer) {
    return (
      <p className="max-w-44 text-sm text-muted lg:text-end">
        You own this property, so another admin has to review it.
      </p>
    );
  }
  const locked = changingId !== null;
  const named = (verb: string) => ({ 'aria-label': `${verb} ${property.name}` });
  return (
    <div className="flex w-full flex-wrap justify-end gap-2 lg:w-auto lg:flex-col lg:items-end">
      {property.status === 'pending' ? (
        <>
          <Button
            size="small"
            {...named('Approve')}
            busy={changingId === property.id}
            disabled={locked && changingId !== property.id}
            onClick={() => onApprove(property)}
          >
            Approve
          </Button>
          <Button
            size="small"
            variant="secondary"
            {...named('Reject')}
            disabled={locked}
            onClick={() => onReject(property)}
          >
            Reject
          </Button>
        </>
      ) : (
        <Button
          size="small"
          variant="secondary"
          {...named('Reset')}
          disabled={locked}
          onClick={() => onReset(property)}
        >
          Reset
        </Button>
      )}
    </div>
  );
}
