import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordScreen } from '#features/identity/client/forgot-password-screen.tsx';
import { parseForgotPasswordSearch } from '#features/identity/client/forgot-password-search.ts';
import { described } from '../page-title.ts';

export const Route = createFileRoute('/forgot-password')({
  validateSearch: parseForgotPasswordSearch,
  staticData: { public: true, layout: 'form' },
  head: () =>
    described({
      title: 'Reset your password',
      description: 'Get a link by email to choose a new password.',
      canonical: '/forgot-password',
    }),
  component: ForgotPasswordPage,
});

function ForgotPasswordPage() {
  return <ForgotPasswordScreen {...Route.useSearch()} />;
}
