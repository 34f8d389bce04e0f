import { Link } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { isDemo } from '#platform/browser/variant.ts';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** Ways to bring a property in, in place of the list of someone who owns none. */
export function SubmissionOptions() {
  return (
    <Card padded={false}>
      <EmptyState
        icon={Building2}
        title="You don’t own any properties yet"
        text={
          isDemo
            ? 'You are viewing the demo as an investor. Choose Owner under “View as” to see an owner’s properties.'
            : 'Submit one. Once it is approved, investors can buy shares of it.'
        }
        action={
          <span className="flex flex-wrap justify-center gap-2.5">
            <Link to="/submit-property" className={buttonClass({})}>
              Submit a property
            </Link>
            <Link to="/owner-submit" className={buttonClass({ variant: 'secondary' })}>
              Submit with documents
            </Link>
            <Link to="/owner-intake-wizard" className={buttonClass({ variant: 'secondary' })}>
              Start the intake wizard
            </Link>
          </span>
        }
      />
    </Card>
  );
}
