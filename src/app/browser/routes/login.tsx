import { createFileRoute, redirect } from '@tanstack/react-router';
import { loadLogin } from '#features/identity/client/login-queries.ts';
import { LoginScreen } from '#features/identity/client/login-screen.tsx';
import { parseLoginSearch } from '#features/identity/client/login-search.ts';
import { ensureUser } from '#platform/browser/session.ts';
import { described } from '../page-title.ts';
import { LoginPicture } from '../shell/login-picture.tsx';
import { loadSoon } from './-load-soon.ts';

const texts = {
  signIn: {
    title: 'Sign in',
    description: 'Sign in to Commonhold to see your portfolio and invest.',
    canonical: '/login',
  },
  signUp: {
    title: 'Create account',
    description: 'Create a Commonhold account. It is free and ready in a minute.',
    canonical: '/login',
  },
};

export const Route = createFileRoute('/login')({
  validateSearch: parseLoginSearch,
  staticData: { public: true, layout: 'form' },
  beforeLoad: async ({ search }) => {
    const user = await ensureUser().catch(() => null);
    if (user) throw redirect({ href: search.returnTo ?? '/', replace: true });
  },
  loader: () => loadSoon(loadLogin()),
  head: ({ match }) => described(match.search.mode === 'sign-up' ? texts.signUp : texts.signIn),
  component: LoginPage,
});

function LoginPage() {
  const search = Route.useSearch();
  return (
    <LoginScreen
      search={search}
      // A full page load, because the visitors' application has no pages behind the sign-in.
      onSignedIn={() => location.replace(search.returnTo ?? '/')}
      picture={<LoginPicture />}
    />
  );
}
