import { propertyTypeLabel } from '#features/properties/client/index.ts';
import { formatPercent } from '#kernel/money.ts';
import { BarList } from '#ui/bar-list.tsx';
import { Card } from '#ui/card.tsx';
import { Money } from '#ui/money.tsx';
import { Segments } from '#ui/segments.tsx';
import type { Holding } from '../portfolio.contract.ts';
import { allocationOf } from './portfolio-figures.ts';

const groupings = [
  { value: 'building', label: 'Property' },
  { value: 'kind', label: 'Type' },
  { value: 'place', label: 'Location' },
] as const;

export type Grouping = (typeof groupings)[number]['value'];

const groupOf: Record<Grouping, (holding: Holding) => string> = {
  building: ({ name }) => name,
  kind: ({ propertyType }) => propertyTypeLabel[propertyType],
  place: ({ location }) => location,
};

interface AllocationProps {
  holdings: readonly Holding[];
  grouping: Grouping;
  onGroup: (grouping: Grouping) => void;
  /** Level of its heading. */
  level?: 2 | 3;
}

export function AllocationCard(props: AllocationProps) {
  return (
    <Card>
      <Allocation {...props} />
    </Card>
  );
}

/** Allocation of the value over buildings, kinds and places. */
export function Allocation({ holdings, grouping, onGroup, level = 2 }: AllocationProps) {
  const parts = allocationOf(holdings, groupOf[grouping]);
  const Heading = `h${level}` as const;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <Heading className="text-xl">Allocation</Heading>
          <p className="mt-1 text-sm text-muted">By current value.</p>
        </div>
        <Segments label="Allocation by" options={groupings} value={grouping} onChange={onGroup} />
      </div>
      <BarList
        items={parts.map(({ group, valueCents, part }) => ({
          key: group,
          label: group,
          part,
          value: (
            <>
              <Money cents={valueCents} className="me-3 text-sm text-muted" />
              <span className="font-semibold">{formatPercent(100 * part)}</span>
            </>
          ),
        }))}
      />
    </>
  );
}
