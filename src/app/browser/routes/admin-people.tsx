import { createFileRoute, redirect } from '@tanstack/react-router';

/** The address that the users had before; notifications and requests of that time lead to it. */
export const Route = createFileRoute('/admin-people')({
  staticData: { layout: 'card' },
  beforeLoad: ({ location }) => {
    throw redirect({ to: '/admin-users', search: { ...location.search }, replace: true });
  },
});
