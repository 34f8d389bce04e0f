import { Badge } from '#ui/badge.tsx';
import type { Tone } from '#ui/tone.ts';
import type { PropertyStatus, PropertyType } from '../properties.contract.ts';
import { badgesOf, type PropertyBadge, propertyStatusLabel, propertyTypeLabel } from '../properties.rules.ts';

const badgeTones: Record<PropertyBadge, Tone> = {
  'Fully Funded': 'neutral',
  New: 'success',
  Trending: 'warning',
  Premium: 'accent',
};

/** At most two of Fully Funded, New, Trending and Premium (S-22); none before there are shares to speak of. */
export function PropertyBadges({ property }: { property: Parameters<typeof badgesOf>[0] }) {
  if (property.totalShares === 0) return null;
  return badgesOf(property).map((badge) => (
    <Badge key={badge} tone={badgeTones[badge]} icon={false}>
      {badge}
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
