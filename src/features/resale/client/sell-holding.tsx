import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { sharesText } from '#features/investing/client/index.ts';
import { heldSharesText } from '#features/offerings/client/index.ts';
import { PropertyPicture, sharePriceText } from '#features/properties/client/index.ts';
import { basedOnText } from '#features/valuations/client/index.ts';
import { Alert } from '#ui/alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { joinClasses } from '#ui/classes.ts';
import type { SellableHolding } from '../resale.contract.ts';
import { SellForm } from './sell-form.tsx';

interface SellHoldingProps {
  holding: SellableHolding;
  open: boolean;
  onToggle: () => void;
}

/** One holding of the list; open, it has the form that sells it or says why it cannot be sold. */
export function SellHolding({ holding, open, onToggle }: SellHoldingProps) {
  const { property, sharesFree, sharesListed } = holding;
  const stopped = whyStopped(holding);
  const heading = useId();
  const panel = useId();
  return (
    <li aria-labelledby={heading} className="p-4 sm:px-6 sm:py-5">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 sm:gap-x-4">
        <PropertyPicture
          property={property}
          format="thumb"
          className="aspect-[4/3] w-16 rounded-field sm:row-span-2 sm:w-24"
        />
        <div className={joinClasses('min-w-0 sm:self-end', stopped && 'max-sm:col-span-2')}>
          <h2 id={heading} className="text-lg leading-snug wrap-anywhere">
            <Link to="/property/$id" params={{ id: String(property.id) }} className="hover:underline">
              {property.name}
            </Link>
          </h2>
          <p className="text-[0.9375rem] text-muted tabular-nums">
            You own{' '}
            <strong className="font-semibold text-ink">{sharesText(sharesFree + sharesListed)}</strong>
            {sharesListed > 0 && `, ${sharesListed.toLocaleString('en-US')} of them listed`}.
          </p>
        </div>
        <p className="col-span-3 row-start-2 mt-1 text-sm text-muted sm:col-span-1 sm:col-start-2 sm:mt-0 sm:self-start">
          A share is worth {sharePriceText(property.value.perShareCents)}, {basedOnText(property.value)}.
        </p>
        <div
          className={joinClasses(
            'flex items-center justify-end gap-3 sm:col-start-3 sm:row-span-2 sm:row-start-1',
            stopped && 'max-sm:col-span-3 max-sm:mt-2',
          )}
        >
          {stopped && <Badge tone="warning">{stoppedTitle(holding)}</Badge>}
          {sharesFree === 0 && !stopped ? (
            <span className="text-sm text-muted">All listed</span>
          ) : (
            <Button
              variant="secondary"
              size="small"
              aria-expanded={open}
              aria-controls={panel}
              aria-describedby={heading}
              className="min-h-10"
              onClick={onToggle}
            >
              {open ? 'Close' : stopped ? 'Why can’t I sell?' : 'Sell'}
            </Button>
          )}
        </div>
      </div>
      <div id={panel} hidden={!open}>
        {open && <Panel holding={holding} stopped={stopped} />}
      </div>
    </li>
  );
}

function Panel({ holding, stopped }: { holding: SellableHolding; stopped: string | null }) {
  if (stopped) {
    return (
      <Alert tone="warning" className="mt-4" title={stoppedTitle(holding)}>
        {stopped}
      </Alert>
    );
  }
  if (holding.sharesFree === 0) {
    return <p className="mt-4 text-muted">All your shares of this property are listed.</p>;
  }
  return (
    <div className="max-w-2xl sm:ms-28">
      <SellForm holding={holding} />
    </div>
  );
}

function stoppedTitle({ status, offering }: SellableHolding): string {
  if (offering === 'failed') return 'Offering failed';
  if (status !== 'approved') return 'Off the market';
  return offering === 'funded' ? 'Trading is halted' : 'Offering still open';
}

function whyStopped({ status, statusReason, offering, haltReason }: SellableHolding): string | null {
  if (offering === 'failed') return heldSharesText.failed;
  if (haltReason !== null) return haltReason;
  if (status === 'approved' && offering === 'open') {
    return 'Your money is in escrow. You can sell your shares once it is released to the owner.';
  }
  if (status === 'approved') return null;
  const reason = statusReason ? ` Reason: ${statusReason}` : '';
  return `Shares of this property cannot be traded right now. ${heldSharesText[offering]}${reason}`;
}
