import { Link } from '@tanstack/react-router';
import { sharesText } from '#features/investing/client/index.ts';
import { heldSharesText } from '#features/offerings/client/index.ts';
import { PropertyPicture, sharePriceText } from '#features/properties/client/index.ts';
import { valueBasisText } from '#features/valuations/client/index.ts';
import { Alert } from '#ui/alert.tsx';
import type { SellableHolding } from '../resale.contract.ts';
import { SellForm } from './sell-form.tsx';

export function SellHolding({ holding }: { holding: SellableHolding }) {
  const { property, sharesFree, sharesListed } = holding;
  const stopped = whyStopped(holding);
  return (
    <li className="rounded-box border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-start gap-x-5 gap-y-3 sm:flex-nowrap">
        <PropertyPicture property={property} className="aspect-[4/3] w-24 shrink-0 rounded-field sm:w-32" />
        <div className="min-w-0 flex-1">
          <h2 className="text-xl wrap-anywhere">
            <Link to="/property/$id" params={{ id: String(property.id) }} className="hover:underline">
              {property.name}
            </Link>
          </h2>
          <p className="text-sm text-muted wrap-anywhere">{property.location}</p>
          <p className="mt-1.5 text-[0.9375rem] tabular-nums">
            You own <strong className="font-semibold">{sharesText(sharesFree + sharesListed)}</strong>
            {sharesListed > 0 && `, ${sharesListed.toLocaleString('en-US')} of them listed`}. A share is worth{' '}
            {sharePriceText(property.value.perShareCents)} by the {valueBasisText(property.value)}.
          </p>
        </div>
      </div>
      {stopped ? (
        <Alert tone="warning" className="mt-4" title={stoppedTitle(holding)}>
          {stopped}
        </Alert>
      ) : sharesFree > 0 ? (
        <SellForm holding={holding} />
      ) : (
        <p className="mt-4 text-muted">All your shares of this property are listed.</p>
      )}
    </li>
  );
}

function stoppedTitle({ status, offering }: SellableHolding): string {
  if (offering === 'failed') return 'Offering failed';
  if (status !== 'approved') return 'Off the market';
  return offering === 'funded' ? 'Trading is halted' : 'The offering is still open';
}

function whyStopped({ status, statusReason, offering, haltReason }: SellableHolding): string | null {
  if (offering === 'failed') return heldSharesText.failed;
  if (haltReason !== null) return haltReason;
  if (status === 'approved' && offering === 'open') {
    return 'Your money is in escrow. You can sell your shares once it is released to the owner.';
  }
  if (status === 'approved') return null;
  const reason = statusReason ? ` Reason: ${statusReason}` : '';
  return `Shares of this property are not traded now. ${heldSharesText[offering]}${reason}`;
}
