import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CurrentUser } from '#platform/browser/session.ts';
import { Alert } from '#ui/alert.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { partOnDemand } from '#ui/on-demand.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { EmailSection } from './email-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { type ProviderProblem, providerProblemText } from './provider-problems.ts';
import { signInMethodsOptions } from './settings-queries.ts';

const PasskeyList = partOnDemand(
  async () => (await import('./passkey-list.tsx')).PasskeyList,
  () => <Skeleton className="h-60" />,
);
const SecondFactorSection = partOnDemand(
  async () => (await import('./second-factor-section.tsx')).SecondFactorSection,
  () => <Skeleton className="h-28" />,
);
const ProviderSection = partOnDemand(
  async () => (await import('./provider-section.tsx')).ProviderSection,
  () => <Skeleton className="h-28" />,
);
const SessionList = partOnDemand(
  async () => (await import('./session-list.tsx')).SessionList,
  () => <Skeleton className="h-60" />,
);
const TokenList = partOnDemand(
  async () => (await import('./token-list.tsx')).TokenList,
  () => <Skeleton className="h-60" />,
);

export interface SettingsScreenProps {
  user: CurrentUser;
  /** Why a visit to the provider came to nothing. */
  problem: ProviderProblem | null;
  /** The way to the answers about investing, which are another slice's. */
  setupAnswers: ReactNode;
  /** What admins have requested about this account, to which the person may object. */
  requests: ReactNode;
  /** All of the person's data as a file, and closing the account. */
  yourData: ReactNode;
}

export function SettingsScreen({ user, problem, setupAnswers, requests, yourData }: SettingsScreenProps) {
  const { data: methods } = useSuspenseQuery(signInMethodsOptions());
  return (
    <div className="page-width py-10 sm:py-14">
      <PageHeader title="Settings" description="Your profile, your password and who may act in your name." />
      {requests}
      {problem && (
        <Alert tone="danger" className="mb-8">
          {providerProblemText(problem)}
        </Alert>
      )}
      <Section id="profile" title="Profile" text="Your name as it stands on your statements.">
        <ProfileForm user={user} />
      </Section>
      <Section id="email" title="Email" text="Where we reach you, and what you sign in with.">
        <EmailSection user={user} />
      </Section>
      <Section
        id="setup"
        title="Investing preferences"
        text="Your goals, budget and property types. They decide what the marketplace shows you first."
      >
        {setupAnswers}
      </Section>
      <Section
        id="identity-check"
        title="Identity check"
        text="Who you are, as the law asks of us. What you enter is encrypted or seen by reviewers only."
      >
        <Link to="/onboarding/kyc" className={buttonClass({ variant: 'secondary' })}>
          Open the identity check
        </Link>
      </Section>
      <Section id="password" title="Password" text="A new password signs you out on every other device.">
        <PasswordSection email={user.email} />
      </Section>
      <Section id="second-factor" title="Second step" text="What signing in asks for after your password.">
        <SecondFactorSection />
      </Section>
      <Section
        id="passkeys"
        title="Passkeys"
        text="They sign you in on their own, and work only on this site, so nobody can trick you out of one."
      >
        <PasskeyList />
      </Section>
      {methods.provider && (
        <Section id="provider" title="Connected account" text="Another account that signs you in here.">
          <ProviderSection {...methods.provider} />
        </Section>
      )}
      <Section
        id="sessions"
        title="Open sessions"
        text="Where you are signed in. Sign out a device that you do not know or no longer use."
      >
        <SessionList />
      </Section>
      <Section
        id="tokens"
        title="Access tokens"
        text="For scripts of your own. Whoever holds a token acts as you, within its scope, until it expires or you revoke it."
      >
        <TokenList />
      </Section>
      <Section
        id="your-data"
        title="Your data"
        text="Everything that is stored about you, to keep. And the way out: closing your account."
      >
        {yourData}
      </Section>
    </div>
  );
}

interface SectionProps {
  id: string;
  title: string;
  text: string;
  children: ReactNode;
}

function Section({ id, title, text, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-20 grid gap-x-12 gap-y-5 border-t border-line py-9 lg:grid-cols-[17rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={`${id}-title`} className="text-xl">
          {title}
        </h2>
        <p className="mt-1.5 max-w-md text-sm text-muted">{text}</p>
      </div>
      <Card as="div">{children}</Card>
    </section>
  );
}
