import { formatBps } from '#kernel/money.ts';
import { isDemo } from '#platform/browser/variant.ts';
import { Badge } from '#ui/badge.tsx';
import type { Tone } from '#ui/tone.ts';
import type { PropertyStatus } from '../properties.contract.ts';
import {
  badgeMeaning,
  badgesOf,
  type DemoBadge,
  demoBadgesOf,
  propertyStatusLabel,
  propertyTypeLabel,
} from '../properties.rules.ts';
import type { PropertyType } from '../simple-form.contract.ts';

const badgeTones: Record<DemoBadge, Tone> = {
  Hot: 'danger',
  Yield: 'accent',
  'Fully Funded': 'neutral',
  New: 'success',
  Trending: 'warning',
  Premium: 'accent',
};

type BadgedProperty = Parameters<typeof badgesOf>[0];

/** At most two badges, none before there are shares to speak of; the demo has two kinds more. */
function shownBadges(property: BadgedProperty): DemoBadge[] {
  if (property.totalShares === 0) return [];
  return isDemo ? demoBadgesOf(property) : badgesOf(property);
}

/** The badges of a property; what they mean is in their tooltips, and in words for screen readers. */
export function PropertyBadges({ property }: { property: BadgedProperty }) {
  return shownBadges(property).map((badge) =>
    badge === 'Yield' ? (
      <Badge key={badge} tone={badgeTones[badge]} icon={false}>
        {formatBps(property.annualYieldBps)} yield
      </Badge>
    ) : (
      <Badge key={badge} tone={badgeTones[badge]} icon={false} title={badgeMeaning[badge]}>
        <span>{badge}</span>
        <span className="sr-only">: {badgeMeaning[badge]}</span>
      </Badge>
    ),
  );
}

/** The same in a line that everyone sees, without what the page says anyway; nothing where no badge needs it. */
export function BadgeMeanings({ property }: { property: BadgedProperty }) {
  const explained = shownBadges(property).flatMap((badge) =>
    badge === 'Yield' || badge === 'Fully Funded' ? [] : [`${badge}: ${badgeMeaning[badge]}.`],
  );
  if (explained.length === 0) return null;
  return (
    <p aria-hidden="true" className="mt-1.5 text-sm text-muted">
      {explained.join(' ')}
    </p>
  );
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
