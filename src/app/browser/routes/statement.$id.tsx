import { createFileRoute } from '@tanstack/react-router';
import { StatementScreen } from '#features/distributions/client/statement-screen.tsx';
import { SignedIn } from '#features/identity/client/index.ts';
import { titled } from '../page-title.ts';

export const Route = createFileRoute('/statement/$id')({
  staticData: { layout: 'card' },
  head: () => titled('Statement'),
  component: StatementPage,
});

function StatementPage() {
  const { id } = Route.useParams();
  return (
    <SignedIn>
      <StatementScreen key={id} id={id} />
    </SignedIn>
  );
}
