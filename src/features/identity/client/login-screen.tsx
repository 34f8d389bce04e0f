import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { partOnDemand } from '#ui/on-demand.tsx';
import { keepFocusNearby } from '#ui/return-focus.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import type { User } from '../identity.contract.ts';
import { LoginForm, type LoginFormHandle } from './login-form.tsx';
import { LoginNotice } from './login-notice.tsx';
import { LoginPanel } from './login-panel.tsx';
import { sampleAccountsOptions } from './login-queries.ts';
import type { LoginMode, LoginSearch } from './login-search.ts';
import { OtherSignInMethods } from './other-sign-in-methods.tsx';
import { SampleAccounts } from './sample-accounts.tsx';
import { useCompleteSignIn } from './use-complete-sign-in.ts';

const CodeForm = partOnDemand(
  async () => (await import('./code-form.tsx')).CodeForm,
  () => <Skeleton className="h-40" />,
);

const modes: readonly { mode: LoginMode; label: string }[] = [
  { mode: 'sign-in', label: 'Sign in' },
  { mode: 'sign-up', label: 'Create account' },
];

const texts = {
  'sign-in': { title: 'Welcome back', lead: 'Sign in to see your portfolio and invest.' },
  'sign-up': { title: 'Create your account', lead: 'Free, and ready in a minute.' },
};

/** For people who come from an offering, most of whom are new. */
const investTexts = {
  'sign-in': { title: 'Sign in or create an account', lead: 'You will come back to the offering.' },
  'sign-up': {
    title: 'Sign in or create an account',
    lead: 'Free, and ready in a minute. You will come back to the offering.',
  },
};

const leadsToInvesting = (returnTo: string) => /[?&]invest=/.test(returnTo);

interface LoginScreenProps {
  search: LoginSearch;
  onSignedIn: () => void;
  picture: ReactNode;
}

export function LoginScreen({ search, onSignedIn, picture }: LoginScreenProps) {
  const { mode = 'sign-in', returnTo = '/', connect } = search;
  const [asksCode, setAsksCode] = useState(search.step === 'code');
  const [notice, setNotice] = useState<string | null>(null);
  const enter = useCompleteSignIn({ connects: connect !== undefined, onSignedIn });
  const enterAfterSignUp = useCompleteSignIn({ connects: false, onSignedIn });
  return (
    <div className="grid min-h-[calc(100dvh-4rem)] lg:grid-cols-2">
      <div className="mx-auto w-full max-w-md px-4 py-10 sm:px-6 sm:py-16">
        {asksCode ? (
          <>
            <Title title="One more step" lead="Your account asks for a code when you sign in." />
            <noscript>
              Entering the code needs JavaScript. Please turn it on and load the page again.
            </noscript>
            <CodeForm
              onSignedIn={enter}
              onStartAgain={(reason) => {
                keepFocusNearby();
                setNotice(reason);
                setAsksCode(false);
              }}
            />
          </>
        ) : (
          <>
            <ModeSwitch mode={mode} search={search} />
            <Title className="mt-8" {...(leadsToInvesting(returnTo) ? investTexts : texts)[mode]} />
            <LoginNotice search={search} notice={notice} onSignedUp={enterAfterSignUp} />
            <FirstStep
              {...{ mode, returnTo }}
              withProvider={connect === undefined}
              onSignedIn={enter}
              onCodeRequired={() => setAsksCode(true)}
            />
          </>
        )}
      </div>
      <LoginPanel picture={picture} />
    </div>
  );
}

interface FirstStepProps {
  mode: LoginMode;
  returnTo: string;
  withProvider: boolean;
  onSignedIn: (user: User) => Promise<void>;
  onCodeRequired: () => void;
}

function FirstStep({ mode, returnTo, withProvider, onSignedIn, onCodeRequired }: FirstStepProps) {
  const form = useRef<LoginFormHandle>(null);
  const { data } = useQuery(sampleAccountsOptions());
  return (
    <>
      <LoginForm
        ref={form}
        mode={mode}
        returnTo={withProvider ? returnTo : undefined}
        onSignedIn={onSignedIn}
        onCodeRequired={onCodeRequired}
      />
      <OtherSignInMethods {...{ mode, returnTo, withProvider, onSignedIn }} />
      {data?.length ? (
        <SampleAccounts
          accounts={data}
          returnTo={returnTo}
          onChoose={(account) => form.current?.fill(account)}
        />
      ) : null}
    </>
  );
}

function Title({ title, lead, className }: { title: string; lead: string; className?: string }) {
  return (
    <div className={className}>
      <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
        {title}
      </h1>
      <p className="mt-2 mb-7 text-muted">{lead}</p>
    </div>
  );
}

function ModeSwitch({ mode: current, search }: { mode: LoginMode; search: LoginSearch }) {
  // What was wrong in one form says nothing about the other.
  const { problem, ...others } = search;
  return (
    <nav
      aria-label="Sign in or create an account"
      className="grid grid-cols-2 rounded-field border border-line bg-secondary/60 p-1"
    >
      {modes.map(({ mode, label }) => (
        <Link
          key={mode}
          to="/login"
          search={{ ...others, mode }}
          replace
          resetScroll={false}
          aria-current={mode === current ? 'page' : undefined}
          className="grid min-h-11 place-items-center rounded-[calc(var(--radius-field)-2px)] text-[0.9375rem] font-medium text-muted hover:text-ink aria-[current=page]:bg-surface aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:shadow-sm dark:aria-[current=page]:bg-line"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
