import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Cents } from '#kernel/money.ts';
import { Alert } from '#ui/alert.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { keepFocusNearby } from '#ui/return-focus.ts';
import type { Obstacle } from './obstacles.ts';
import { sharesText } from './order.ts';

const small = buttonClass({ variant: 'secondary', size: 'small' });

/** The next step after each refusal; a refusal without an entry only says why. */
const nextSteps: Record<string, (missingCents: Cents | undefined) => ReactNode> = {
  INSUFFICIENT_FUNDS: (missingCents) => (
    <Link
      to="/wallet"
      search={{ dialog: 'deposit', ...(missingCents !== undefined && { cents: missingCents }) }}
      className={small}
    >
      Add money
    </Link>
  ),
  KYC_REQUIRED: () => (
    <Link to="/onboarding/kyc" className={small}>
      Verify your identity
    </Link>
  ),
  NOT_OPEN: () => (
    <Link to="/investor-marketplace" className={small}>
      Browse properties
    </Link>
  ),
};

const titles: Record<string, string> = {
  MONTHLY_LIMIT: 'Over your investment limit',
  ANNUAL_LIMIT: 'Over your investment limit',
};

/** What the person can do about a refusal, by its code. */
export function NextStep({ code, missingCents }: { code: string | null; missingCents?: Cents | undefined }) {
  return (code !== null && nextSteps[code]?.(missingCents)) || null;
}

interface ObstacleAlertProps {
  obstacle: Obstacle;
  /** Orders the number of shares that the limits allow. */
  onShares?: ((shares: number) => void) | undefined;
}

/** Why the order cannot be confirmed, and what the person can do. */
export function ObstacleAlert({ obstacle, onShares }: ObstacleAlertProps) {
  const { code, text, missingCents, allowedShares = 0, withoutCash = false } = obstacle;
  const nextStep = withoutCash ? 'INSUFFICIENT_FUNDS' : code;
  const instead = onShares && allowedShares > 0 && (
    <Button
      variant="secondary"
      size="small"
      onClick={() => {
        keepFocusNearby();
        onShares(allowedShares);
      }}
    >
      Choose {sharesText(allowedShares)}
    </Button>
  );
  return (
    <Alert
      tone="warning"
      title={titles[code]}
      className="mt-3"
      action={instead || <NextStep code={nextStep} missingCents={missingCents} />}
    >
      {text}
    </Alert>
  );
}
