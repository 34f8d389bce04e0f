import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordScreen } from '#features/identity/client/forgot-password-screen.tsx';
import { described } from '../page-title.ts';

export const Route = createFileRoute('/forgot-password')({
  staticData: { public: true },
  head: () =>
    described({
      title: 'Forgotten password',
      description: 'Have a link mailed to you that lets you choose a new password.',
      canonical: '/forgot-password',
    }),
  component: ForgotPasswordScreen,
});
