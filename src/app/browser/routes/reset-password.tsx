import { createFileRoute, useRouterState } from '@tanstack/react-router';
import { ResetPasswordScreen } from '#features/identity/client/reset-password-screen.tsx';
import { titled } from '../page-title.ts';

export const Route = createFileRoute('/reset-password')({
  staticData: { layout: 'form' },
  head: () => titled('Choose a new password'),
  component: ResetPasswordPage,
});

function ResetPasswordPage() {
  const token = useRouterState({ select: ({ location }) => location.hash });
  return <ResetPasswordScreen key={token} token={token} />;
}
