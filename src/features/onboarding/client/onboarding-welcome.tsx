import { Building2, ChartLine, CircleCheck, Coins, HandCoins, type LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { useOnboardingActions } from './use-onboarding-actions.ts';

const next: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Building2,
    title: 'Curated properties',
    text: 'Every building is reviewed before it goes on the market.',
  },
  { icon: Coins, title: '$100 minimum investment', text: 'One share is enough to start.' },
  {
    icon: ChartLine,
    title: 'Real-time portfolio tracking',
    text: 'What you own and what it is worth, at any moment.',
  },
  {
    icon: HandCoins,
    title: 'Monthly rental distributions',
    text: 'Rent is collected every month, and your share is paid out every quarter.',
  },
];

/** The success screen. */
export function OnboardingWelcome({
  actions,
  onChangeAnswers,
  onContinue,
}: {
  actions: ReturnType<typeof useOnboardingActions>;
  onChangeAnswers: () => void;
  /** Gives back the page in whose place the questions were asked; null for one that the buttons lead to anyway. */
  onContinue: (() => void) | null;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  return (
    <div className="page-width max-w-3xl py-6 sm:py-10">
      <Card as="div">
        <div className="flex flex-col items-center text-center">
          <span className="mb-4 grid size-14 place-items-center rounded-full bg-positive-soft text-positive">
            <CircleCheck size={28} aria-hidden="true" />
          </span>
          <h1 ref={heading} tabIndex={-1} className="text-3xl sm:text-4xl">
            Welcome to {PRODUCT_NAME}!
          </h1>
          <p className="prose-width mt-3 text-muted">
            Your preferences are saved. The marketplace shows what suits you first.
          </p>
        </div>
        <h2 className="mt-9 text-2xl">What's Next?</h2>
        <ul className="mt-5 grid gap-x-8 gap-y-5 sm:grid-cols-2">
          {next.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-3.5">
              <Icon size={24} strokeWidth={1.6} className="mt-0.5 shrink-0 text-brass" aria-hidden="true" />
              <div>
                <p className="font-semibold">{title}</p>
                <p className="mt-0.5 text-sm text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        {actions.failure && (
          <Alert tone="danger" title="Not saved yet" className="mt-6">
            {actions.failure}
          </Alert>
        )}
        <div className="mt-9 flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:justify-center">
          {onContinue && <Button onClick={onContinue}>Continue to the page you opened</Button>}
          <Button
            variant={onContinue ? 'secondary' : 'primary'}
            onClick={() => actions.leaveFor('/investor-marketplace')}
          >
            Browse Properties
          </Button>
          <Button variant="secondary" onClick={() => actions.leaveFor('/investor-dashboard')}>
            View Dashboard
          </Button>
        </div>
      </Card>
      <div className="mt-5 flex flex-wrap justify-center gap-x-2">
        <Button variant="quiet" onClick={() => actions.leaveFor('/onboarding/kyc')}>
          Verify your identity
        </Button>
        <Button variant="quiet" disabled={actions.busy} onClick={onChangeAnswers}>
          Change your answers
        </Button>
        <Button variant="quiet" disabled={actions.busy} onClick={actions.finishLater}>
          Finish later
        </Button>
      </div>
    </div>
  );
}
