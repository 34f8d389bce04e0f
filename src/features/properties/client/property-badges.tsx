import { isDemo } from '#platform/browser/variant.ts';
import { Badge } from '#ui/badge.tsx';
import type { Tone } from '#ui/tone.ts';
import type { PropertyStatus } from '../properties.contract.ts';
import {
  badgesOf,
  type DemoBadge,
  demoBadgesOf,
  propertyStatusLabel,
  propertyTypeLabel,
} from '../properties.rules.ts';
import type { PropertyType } from '../property-submission.contract.ts';
import { rateText } from './property-figures.ts';

const badgeTones: Record<DemoBadge, Tone> = {
  Hot: 'danger',
  Yield: 'accent',
  'Fully Funded': 'neutral',
  New: 'success',
  Trending: 'warning',
  Premium: 'accent',
};

/** At most two badges, none before there are shares to speak of; the demo has two kinds more. */
export function PropertyBadges({ property }: { property: Parameters<typeof badgesOf>[0] }) {
  if (property.totalShares === 0) return null;
  const badges: DemoBadge[] = isDemo ? demoBadgesOf(property) : badgesOf(property);
  return badges.map((badge) => (
    <Badge key={badge} tone={badgeTones[badge]} icon={false}>
      {badge === 'Yield' ? `${rateText(property.annualYieldBps)} yield` : badge}
    </Badge>
  ));
}

export function PropertyTypeBadge({ type, subtype }: { type: PropertyType; subtype?: string | null }) {
  const detail = subtype?.replaceAll('_', ' ');
  return (
    <Badge>
      {propertyTypeLabel[type]}
      {detail && detail.toLowerCase() !== type && <span className="font-normal">· {detail}</span>}
    </Badge>
  );
}

const statusTones: Record<PropertyStatus, Tone> = {
  pending: 'warning',
  approved: 'success',
  rejected: 'danger',
};

export function PropertyStatusBadge({ status }: { status: PropertyStatus }) {
  return <Badge tone={statusTones[status]}>{propertyStatusLabel[status]}</Badge>;
}
