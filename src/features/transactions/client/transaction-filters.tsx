import { useId, useState } from 'react';
import { joinClasses } from '#ui/classes.ts';
import { FilterToggle } from '#ui/filter-toggle.tsx';
import { SelectField } from '#ui/select-field.tsx';
import type { TransactionSummary } from '../transactions.contract.ts';
import { statusLabel, typeLabel } from '../transactions.rules.ts';
import {
  activeFilters,
  DEFAULT_RANGE,
  RANGES,
  STATUSES,
  type TransactionsSearch,
  TYPES,
} from './transactions-search.ts';

const rangeLabel = { '30d': '30 days', '90d': '90 days', '1y': '1 year', all: 'All time' } as const;

interface TransactionFiltersProps {
  search: TransactionsSearch;
  properties: TransactionSummary['properties'];
  onChange: (changed: { [Key in keyof TransactionsSearch]?: string }) => void;
}

export function TransactionFilters({ search, properties, onChange }: TransactionFiltersProps) {
  const [open, setOpen] = useState(false);
  const panelId = useId();
  return (
    <search aria-label="Filter your transactions" className="mb-5 block">
      <FilterToggle
        controls={panelId}
        open={open}
        active={activeFilters(search)}
        onToggle={() => setOpen(!open)}
        className="w-full sm:hidden"
      />
      <div
        id={panelId}
        className={joinClasses(
          'grid-cols-2 gap-3 max-sm:mt-4 sm:grid sm:gap-4 lg:grid-cols-4',
          open ? 'grid' : 'hidden',
        )}
      >
        <SelectField
          label="Period"
          options={RANGES.map((value) => ({ value, label: rangeLabel[value] }))}
          value={search.range ?? DEFAULT_RANGE}
          onChange={({ target }) => onChange({ range: target.value })}
        />
        <SelectField
          label="Type"
          placeholder="All types"
          options={TYPES.map((value) => ({ value, label: typeLabel[value] }))}
          value={search.type ?? ''}
          onChange={({ target }) => onChange({ type: target.value })}
        />
        <SelectField
          label="Property"
          placeholder="All properties"
          options={properties.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={search.property ?? ''}
          onChange={({ target }) => onChange({ property: target.value })}
        />
        <SelectField
          label="Status"
          placeholder="All statuses"
          options={STATUSES.map((value) => ({ value, label: statusLabel[value] }))}
          value={search.status ?? ''}
          onChange={({ target }) => onChange({ status: target.value })}
        />
      </div>
    </search>
  );
}
