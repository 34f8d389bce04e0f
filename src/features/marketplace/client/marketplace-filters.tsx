import { useId, useState } from 'react';
import { propertyTypeLabel } from '#features/properties/client/index.ts';
import { optionsOf } from '#kernel/options.ts';
import { Button } from '#ui/button.tsx';
import { joinClasses } from '#ui/classes.ts';
import { FilterToggle } from '#ui/filter-toggle.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { activeFilterCount, type MarketplaceSearch, MIN_EQUITIES, MIN_YIELDS } from './marketplace-search.ts';
import type { SearchChange } from './use-marketplace.ts';

interface MarketplaceFiltersProps {
  search: MarketplaceSearch;
  locations: readonly string[];
  onChange: (change: SearchChange) => void;
  onClear: () => void;
}

export function MarketplaceFilters(props: MarketplaceFiltersProps) {
  const { search, onChange, onClear } = props;
  const [open, setOpen] = useState(false);
  const panelId = useId();
  const active = activeFilterCount(search);
  return (
    <search aria-label="Find properties" className="block">
      <div className="flex flex-wrap gap-2.5">
        <SearchField
          label="Search properties"
          placeholder="Name, address or type"
          value={search.q ?? ''}
          onSearch={(q) => onChange({ q })}
          className="grow basis-64"
        />
        <FilterToggle
          controls={panelId}
          open={open}
          active={active}
          onToggle={() => setOpen(!open)}
          className="grow lg:hidden"
        />
        <SelectField
          label="Sort"
          labelHidden
          options={sortOptions}
          value={search.sort ?? 'yield'}
          onChange={(event) => onChange({ sort: event.target.value })}
          className="grow basis-44 lg:grow-0 lg:basis-56"
        />
      </div>
      <div
        id={panelId}
        className={joinClasses('mt-4 gap-3 sm:grid-cols-2 lg:grid lg:grid-cols-5', open ? 'grid' : 'hidden')}
      >
        <FilterSelects {...props} />
      </div>
      {active > 0 && (
        <Button variant="quiet" size="small" onClick={onClear} className="mt-3 -ms-2">
          Clear filters
        </Button>
      )}
    </search>
  );
}

const sortOptions = [
  { value: 'yield', label: 'Highest yield' },
  { value: 'price', label: 'Lowest price' },
  { value: 'newest', label: 'Recently added' },
];

const typeOptions = optionsOf(propertyTypeLabel);
const bandOptions = [
  { value: '5-7', label: '5% to 7%' },
  { value: '7-10', label: '7% to 10%' },
  { value: '10+', label: '10% and more' },
];
const minYieldOptions = MIN_YIELDS.map((percent) => ({
  value: String(percent),
  label: `${percent}% or more`,
}));
const minEquityOptions = MIN_EQUITIES.map((percent) => ({
  value: String(percent),
  label: `${percent}% or more`,
}));

function FilterSelects({ search, locations, onChange }: MarketplaceFiltersProps) {
  const near = typeof search.yield === 'number' ? search.yield : undefined;
  const places =
    search.location && !locations.includes(search.location) ? [search.location, ...locations] : locations;
  return (
    <>
      <SelectField
        label="Type"
        placeholder="All types"
        options={typeOptions}
        value={search.type ?? ''}
        onChange={(event) => onChange({ type: event.target.value })}
      />
      <SelectField
        label="Yield"
        placeholder="All yields"
        options={near === undefined ? bandOptions : [nearOption(near), ...bandOptions]}
        value={String(search.yield ?? '')}
        onChange={(event) => onChange({ yield: event.target.value })}
      />
      <SelectField
        label="Location"
        placeholder="All locations"
        options={places.map((place) => ({ value: place, label: place }))}
        value={search.location ?? ''}
        onChange={(event) => onChange({ location: event.target.value })}
      />
      <SelectField
        label="Min yield"
        placeholder="Any"
        options={minYieldOptions}
        value={String(search.minYield ?? '')}
        onChange={(event) => onChange({ minYield: event.target.value })}
      />
      <SelectField
        label="Min equity available"
        placeholder="Any"
        options={minEquityOptions}
        value={String(search.minEquity ?? '')}
        onChange={(event) => onChange({ minEquity: event.target.value })}
      />
    </>
  );
}

function nearOption(percent: number) {
  return { value: String(percent), label: `About ${percent}%` };
}
