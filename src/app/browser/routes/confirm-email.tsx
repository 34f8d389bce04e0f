import { createFileRoute, useRouterState } from '@tanstack/react-router';
import { ConfirmEmailScreen } from '#features/identity/client/confirm-email-screen.tsx';
import { titled } from '../page-title.ts';

export const Route = createFileRoute('/confirm-email')({
  staticData: { layout: 'form' },
  head: () => titled('Confirm your email'),
  component: ConfirmEmailPage,
});

function ConfirmEmailPage() {
  const token = useRouterState({ select: ({ location }) => location.hash });
  return <ConfirmEmailScreen key={token} token={token} />;
}
