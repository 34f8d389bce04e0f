import { Link } from '@tanstack/react-router';
import type { OwnerPortfolio } from '#features/owners/owners.contract.ts';
import { counted } from '#kernel/plural.ts';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';

/** The way of an owner without shares to their properties. */
export function OwnProperties({ owned: { counts, monthsDue } }: { owned: OwnerPortfolio }) {
  const properties = counted(counts.all, 'property', 'properties');
  const months = counted(monthsDue, 'month');
  return (
    <Card
      title="Your properties"
      description={
        monthsDue > 0 ? `You own ${properties}, with ${months} to report.` : `You own ${properties}.`
      }
    >
      <Link to="/owner-dashboard" className={buttonClass()}>
        Open the owner dashboard
      </Link>
    </Card>
  );
}
