import { useState } from 'react';
import { propertyTypeLabel } from '#features/properties/client/index.ts';
import { formatPercent } from '#kernel/money.ts';
import { BarList } from '#ui/bar-list.tsx';
import { Card } from '#ui/card.tsx';
import { Money } from '#ui/money.tsx';
import { Segments } from '#ui/segments.tsx';
import type { Holding } from '../portfolio.contract.ts';
import { allocationOf } from './portfolio-figures.ts';

const groupings = [
  { value: 'building', label: 'Building' },
  { value: 'kind', label: 'Kind' },
  { value: 'place', label: 'Place' },
] as const;

type Grouping = (typeof groupings)[number]['value'];

const groupOf: Record<Grouping, (holding: Holding) => string> = {
  building: ({ name }) => name,
  kind: ({ propertyType }) => propertyTypeLabel[propertyType],
  place: ({ location }) => location,
};

/** Allocation of the value over buildings, kinds and places. */
export function AllocationCard({ holdings }: { holdings: readonly Holding[] }) {
  const [grouping, setGrouping] = useState<Grouping>('building');
  const parts = allocationOf(holdings, groupOf[grouping]);
  return (
    <Card
      title="Allocation"
      description="Of the value of your shares."
      actions={<Segments label="Allocation by" options={groupings} value={grouping} onChange={setGrouping} />}
    >
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
    </Card>
  );
}
