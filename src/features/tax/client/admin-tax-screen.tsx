import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { WaitingApproval } from '#features/approvals/client/index.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { Money } from '#ui/money.tsx';
import { dialogOnDemand, partOnDemand } from '#ui/on-demand.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QuietDetails } from '#ui/quiet-details.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { ClassificationVersion, TaxableYear, TaxableYears } from '../tax.contract.ts';
import { DIVIDEND_BOXES } from '../tax.rules.ts';
import { taxableYearsOptions } from './tax-queries.ts';
import type { TaxSearch } from './tax-search.ts';

const ClassifyDialog = dialogOnDemand(async () => (await import('./classify-dialog.tsx')).ClassifyDialog);
const ExportSection = partOnDemand(
  async () => (await import('./export-section.tsx')).ExportSection,
  () => <Skeleton className="mt-10 h-96" />,
);

interface AdminTaxProps {
  search: TaxSearch;
  onSearch: (next: TaxSearch) => void;
}

/** Classifications of the distributions of each property and year, and the files for the authority's portal. */
export function AdminTaxScreen({ search, onSearch }: AdminTaxProps) {
  const query = useInfiniteQuery({ ...taxableYearsOptions(search), placeholderData: keepPreviousData });
  const data = query.data?.pages[0];
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Tax"
        description="How each property’s distributions are taxed, year by year. Until a year is classified, tax summaries show cash only."
        actions={data && data.year !== null && <YearSelect list={data} onSearch={onSearch} />}
      />
      {query.isError && !data ? (
        <Card>
          <ErrorState
            text={messageOf(query.error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </Card>
      ) : data ? (
        <>
          <Properties items={query.data?.pages.flatMap(({ items }) => items) ?? []} />
          <LoadMore pages={query} errorText={messageOf(query.error)} />
          {data.exportYears[0] !== undefined && (
            <ExportSection years={data.exportYears} year={data.year ?? data.exportYears[0]} />
          )}
        </>
      ) : (
        <SkeletonRegion label="Loading the properties">
          <Skeleton className="h-72 w-full" />
        </SkeletonRegion>
      )}
    </div>
  );
}

function YearSelect({ list, onSearch }: { list: TaxableYears; onSearch: AdminTaxProps['onSearch'] }) {
  return (
    <SelectField
      label="Year"
      options={list.years.map((year) => ({ value: String(year), label: String(year) }))}
      value={String(list.year)}
      onChange={({ target }) => onSearch({ year: Number(target.value) })}
      className="min-w-28"
    />
  );
}

function Properties({ items }: { items: readonly TaxableYear[] }) {
  const [entering, setEntering] = useState<TaxableYear | null>(null);
  if (items.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={Landmark}
          title="No distributions yet"
          text="A property appears here after its first distribution."
        />
      </Card>
    );
  }
  const later = items.filter(({ canBeClassified, versions }) => !canBeClassified && versions.length === 0);
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      {items
        .filter((item) => !later.includes(item))
        .map((item) => (
          <PropertyCard
            key={`${item.propertyId}-${item.year}`}
            item={item}
            onEnter={() => setEntering(item)}
          />
        ))}
      {later[0] && <LaterProperties items={later} first={later[0]} />}
      {entering && <ClassifyDialog item={entering} onClose={() => setEntering(null)} />}
    </div>
  );
}

const columns: readonly DataColumn<TaxableYear>[] = [
  { key: 'name', header: 'Property', rowHeader: true, cell: ({ propertyName }) => propertyName },
  {
    key: 'holders',
    header: 'Shareholders paid',
    amount: true,
    cell: ({ holders }) => holders.toLocaleString('en-US'),
  },
  {
    key: 'cash',
    header: 'Distributed',
    amount: true,
    cell: ({ cashCents }) => <Money exact cents={cashCents} />,
  },
];

/** Properties whose year is not over. */
function LaterProperties({ items, first }: { items: readonly TaxableYear[]; first: TaxableYear }) {
  const { year, classifiableFrom } = first;
  return (
    <Card
      title={`${year} is not over yet`}
      description={`These properties can be classified starting ${formatDate(classifiableFrom)}.`}
      padded={false}
      className="min-w-0 lg:col-span-2"
    >
      <DataTable
        caption="Distributed so far"
        columns={columns}
        rows={items}
        rowKey={({ propertyId }) => propertyId}
      />
    </Card>
  );
}

function PropertyCard({ item, onEnter }: { item: TaxableYear; onEnter: () => void }) {
  const { propertyId, propertyName, year, holders, cashCents, canBeClassified, versions } = item;
  const [current, ...earlier] = versions;
  const name = `${propertyName}, ${year}`;
  return (
    <Card
      title={name}
      description={`Paid to ${counted(holders, 'shareholder')}`}
      actions={
        current ? <Badge tone="success">Classified</Badge> : <Badge tone="warning">Not classified</Badge>
      }
    >
      <DescriptionList
        items={[
          ...(current
            ? DIVIDEND_BOXES.map(({ key, box, name: title }) => ({
                term: `${box} ${title}`,
                value: <Money exact cents={current.boxes[key]} />,
              }))
            : []),
          { term: 'Distributed', value: <Money exact cents={cashCents} />, total: current !== undefined },
        ]}
      />
      {current && <Source version={current} />}
      {earlier.length > 0 && <EarlierVersions versions={earlier} />}
      <WaitingApproval commands={['tax.classify']} subject={`tax:${propertyId}-${year}`} className="mt-4" />
      <div className="mt-5 flex flex-wrap items-center justify-end gap-3">
        {canBeClassified && (
          <Button
            variant={current ? 'secondary' : 'primary'}
            aria-label={`${current ? 'Correct' : 'Classify'} ${name}`}
            onClick={onEnter}
          >
            {current ? 'Correct' : 'Classify'}
          </Button>
        )}
      </div>
    </Card>
  );
}

function Source({
  version: { version, document, classifiedBy, classifiedAt },
}: {
  version: ClassificationVersion;
}) {
  return (
    <p className="mt-3 text-sm text-muted wrap-anywhere">
      Version {version}, approved by {classifiedBy} on {formatDate(classifiedAt)}. Document:{' '}
      <a href={`/api/documents/${document.id}`} className="link-plain">
        {document.title}
      </a>
      {document.withdrawn && ' (withdrawn since)'}
    </p>
  );
}

function EarlierVersions({ versions }: { versions: readonly ClassificationVersion[] }) {
  return (
    <QuietDetails summary="Earlier versions" className="mt-3">
      <ul className="grid gap-3">
        {versions.map((one) => (
          <li key={one.version}>
            <Source version={one} />
            <p className="text-muted">
              {DIVIDEND_BOXES.map(({ key, box }, index) => (
                <span key={key}>
                  {index > 0 && ', '}
                  {box} <Money exact cents={one.boxes[key]} />
                </span>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </QuietDetails>
  );
}
