import { Link } from '@tanstack/react-router';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';

/** The next steps of a person without shares. */
export function FirstSteps({ hasCash }: { hasCash: boolean }) {
  return (
    <Card
      title={hasCash ? 'Choose your first property' : 'Add money, then choose your first property'}
      description={
        hasCash
          ? 'Your money is ready. Shares start at $100.'
          : 'Money you add stays yours until you buy shares, and you can withdraw it at any time.'
      }
    >
      <div className="flex flex-wrap gap-3">
        {hasCash ? (
          <Link to="/investor-marketplace" className={buttonClass()}>
            Browse properties
          </Link>
        ) : (
          <Link to="/wallet" search={{ dialog: 'deposit' }} className={buttonClass()}>
            Add money
          </Link>
        )}
      </div>
    </Card>
  );
}
