import { Link } from '@tanstack/react-router';
import { feeOf, formatPercent, formatUsd, formatUsdExact } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { Alert } from '#ui/alert.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import type { TrustFacts } from '../trust.contract.ts';
import { NotGiven, TrustSection } from './trust-parts.tsx';
import { verifiedText } from './verified-text.ts';

const EXAMPLE_CENTS = 100_000;
const listClass = 'divide-y divide-line border-y border-line';

const rate = (bps: number) => formatPercent(bps / 100);

export function FeesPage({ facts: { fees, limits, cancellationHours } }: { facts: TrustFacts }) {
  const processingCents = feeOf(EXAMPLE_CENTS, fees.processingBps);
  const managementCents = feeOf(EXAMPLE_CENTS, fees.managementBps);
  return (
    <>
      <TrustSection title="Fees">
        <DescriptionList
          className={listClass}
          items={[
            { term: 'Buying new shares', value: `${rate(fees.processingBps)} on top of the amount` },
            { term: 'Holding shares', value: `${rate(fees.managementBps)} of each distribution` },
            {
              term: 'Buying or selling resale shares',
              value: fees.resaleBps === 0 ? 'No fee' : rate(fees.resaleBps),
            },
            { term: 'Deposits and withdrawals', value: 'No fee' },
            { term: 'An account', value: 'Free' },
          ]}
        />
        <p>
          The fee on {formatUsd(EXAMPLE_CENTS)} of new shares is {formatUsdExact(processingCents)}, on top. Of{' '}
          {formatUsd(EXAMPLE_CENTS)} distributed, {formatUsdExact(managementCents)} is the management fee.
          When nothing is distributed, there is no management fee.
        </p>
      </TrustSection>
      <TrustSection title="Limits">
        <DescriptionList
          className={listClass}
          items={[
            { term: 'Per calendar month', value: limitText(limits.monthlyCents) },
            { term: 'Per calendar year', value: limitText(limits.annualCents) },
          ]}
        />
        <p>
          The limits count what you invest in new and resale shares, without fees, and the money that open
          bids reserve. Months and years are counted in UTC.
        </p>
      </TrustSection>
      <TrustSection title="Cancellations and refunds">
        <p>
          You can cancel a purchase within {counted(cancellationHours, 'hour')} while its offering is open. If
          an offering misses its minimum, you get everything back, fees included. Resale purchases are final.
        </p>
      </TrustSection>
    </>
  );
}

const limitText = (cents: number | null) => (cents === null ? 'No limit' : formatUsd(cents));

export function SecurityPage({ facts: { operator } }: { facts: TrustFacts }) {
  return (
    <>
      <TrustSection title="Your account">
        <p>
          Sign in with a password or a passkey, and add a code from an authenticator app as a second step.
          Passwords are stored only as slow hashes. Withdrawals and changes to your sign-in ask you to confirm
          that it is you. Settings lists every device that is signed in, and lets you sign it out.
        </p>
      </TrustSection>
      <TrustSection title="Your identity">
        <p>
          Your tax number and date of birth are encrypted before they are stored, and no screen shows them
          again. Other investors see a pseudonym, never your name.
        </p>
      </TrustSection>
      <TrustSection title="The books">
        <p>
          Every cent and every share is in a double-entry ledger that refuses edits and deletions. Every
          change is in an audit log whose entries are chained, so a missing one shows. Both are verified
          regularly; the <TrustLink page="status">status page</TrustLink> has the latest result.
        </p>
      </TrustSection>
      <TrustSection title="Report a problem">
        <p>
          If you find a security problem, or think someone else is using your account, write to{' '}
          {operator.email ? <MailLink email={operator.email} /> : 'the operator'}.
          {!operator.email && (
            <>
              {' '}
              The operator has not provided an email address. See{' '}
              <TrustLink page="contact">contact and help</TrustLink>.
            </>
          )}
        </p>
      </TrustSection>
    </>
  );
}

export function StatusPage({ facts: { verification, sandboxBank } }: { facts: TrustFacts }) {
  return (
    <>
      {verification === null ? (
        <Alert title={`${PRODUCT_NAME} is up`}>
          This page came from its server and its database. The books have not been verified yet.
        </Alert>
      ) : verification.broken === 0 ? (
        <Alert tone="success" title={verifiedText(verification)}>
          {PRODUCT_NAME} is up: this page came from its server and its database.
        </Alert>
      ) : (
        <Alert tone="danger" title={verifiedText(verification)}>
          The operator has been notified and is looking into it.
        </Alert>
      )}
      <TrustSection title="What is verified">
        <p>
          A verification recalculates every account, holding and payment and compares the results with the
          books{verification && `: ${verification.checks} checks`}. “Zero drift” means that every one of them
          agrees, to the cent and to the share.
        </p>
      </TrustSection>
      <TrustSection title="Payments">
        <p>
          {sandboxBank
            ? 'Deposits and withdrawals on this site go to a built-in test bank. No real money moves.'
            : 'Deposits and withdrawals go through the operator’s bank.'}
        </p>
      </TrustSection>
    </>
  );
}

export function TrustLink({ page, children }: { page: string; children: string }) {
  return (
    <Link to="/about/$page" params={{ page }} className="link-plain">
      {children}
    </Link>
  );
}

export function MailLink({ email }: { email: string | null }) {
  if (email === null) return <NotGiven />;
  return (
    <a href={`mailto:${email}`} className="link-plain wrap-anywhere">
      {email}
    </a>
  );
}
