import type { QueryFilters } from '@tanstack/react-query';
import type { LiveChange } from '#platform/browser/live.tsx';
import { trpc } from '#platform/browser/trpc.ts';

const market = () => [trpc.properties.pathFilter()];
const money = () => [
  trpc.wallet.pathFilter(),
  trpc.portfolio.pathFilter(),
  trpc.transactions.pathFilter(),
  trpc.identity.me.queryFilter(),
  trpc.lots.pathFilter(),
  trpc.resale.sellable.queryFilter(),
];

/** Which queries a change makes outdated: a property's change concerns everybody, the viewer's own their money too. */
export function affectedBy({ type, propertyId, mine }: LiveChange): readonly QueryFilters[] {
  const slice = type.slice(0, type.indexOf('.'));
  const decided = slice === 'governance' ? [trpc.governance.pathFilter()] : [];
  const paid = slice === 'distributions' ? [trpc.distributions.pathFilter()] : [];
  const traded = slice === 'resale' ? [trpc.resale.pathFilter()] : [];
  const filed = slice === 'documents' ? [trpc.documents.pathFilter()] : [];
  // A property that enters or leaves the market changes what lists of other parts show.
  const listed =
    type === 'properties.statusChanged'
      ? [trpc.resale.pathFilter(), trpc.governance.pathFilter(), trpc.documents.pathFilter()]
      : [];
  const own = [...filed, ...decided, ...paid, ...traded, ...listed];
  const filters =
    propertyId === null
      ? mine
        ? own
        : []
      : [...(slice === 'governance' || slice === 'documents' ? [] : market()), ...own];
  if (!mine) return filters;
  if (slice === 'identity' || slice === 'freezes') return [...filters, trpc.identity.pathFilter()];
  if (slice === 'governance' || slice === 'documents') return filters;
  if (slice === 'kyc') return [...filters, trpc.kyc.pathFilter(), trpc.investing.limits.queryFilter()];
  if (slice === 'onboarding') return [...filters, trpc.onboarding.pathFilter()];
  if (slice === 'notifications') return [...filters, trpc.notifications.pathFilter()];
  // A payment is told of by a notification, which has no change of its own.
  if (type === 'distributions.received') return [...filters, ...money(), trpc.notifications.pathFilter()];
  if (slice === 'investing' || slice === 'offerings')
    return [...filters, ...money(), trpc.investing.pathFilter()];
  return [...filters, ...money()];
}
