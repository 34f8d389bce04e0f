import { Link } from '@tanstack/react-router';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { DescriptionList } from '#ui/description-list.tsx';
import type { TrustFacts } from '../trust.contract.ts';
import { MailLink, TrustLink } from './service-pages.tsx';
import { NotGiven, TrustSection } from './trust-parts.tsx';

const listClass = 'divide-y divide-line border-y border-line';

function phoneOf({ phone }: TrustFacts['operator']) {
  if (phone === null) return <NotGiven />;
  return (
    <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className="link-plain">
      {phone}
    </a>
  );
}

export function ContactPage({ facts: { operator } }: { facts: TrustFacts }) {
  return (
    <>
      <TrustSection title="Reach us">
        <DescriptionList
          className={listClass}
          items={[
            { term: 'Email', value: <MailLink email={operator.email} /> },
            { term: 'Phone', value: phoneOf(operator) },
            { term: 'Address', value: operator.address ?? <NotGiven /> },
          ]}
        />
      </TrustSection>
      <TrustSection title="I cannot sign in">
        <p>
          <Link to="/forgot-password" className="link-plain">
            Reset your password
          </Link>{' '}
          with a link we email you. If you lost your authenticator, use one of the recovery codes you saved
          when you set it up.
        </p>
      </TrustSection>
      <TrustSection title="How do I get my money out?">
        <p>
          Cash in your wallet can be withdrawn to your bank. To turn shares into cash, list them on the resale
          marketplace; they sell when someone buys them, and that can take time.
        </p>
      </TrustSection>
      <TrustSection title="What does it cost?">
        <p>
          See <TrustLink page="fees">fees and limits</TrustLink>. The{' '}
          <Link to="/learn" className="link-plain">
            Learn library
          </Link>{' '}
          explains shares, rent, taxes and risks, and has a glossary.
        </p>
      </TrustSection>
    </>
  );
}

export function CompanyPage({ facts: { operator } }: { facts: TrustFacts }) {
  return (
    <>
      <TrustSection title="Operator">
        <DescriptionList
          className={listClass}
          items={[
            { term: 'Legal name', value: operator.legalName ?? <NotGiven /> },
            { term: 'Address', value: operator.address ?? <NotGiven /> },
            { term: 'Email', value: <MailLink email={operator.email} /> },
            { term: 'Phone', value: phoneOf(operator) },
          ]}
        />
      </TrustSection>
      <TrustSection title={`What ${PRODUCT_NAME} is not`}>
        <p>
          {PRODUCT_NAME} is not a registered broker-dealer, and nothing on this site is investment advice or
          an offer to sell securities.
        </p>
      </TrustSection>
      <TrustSection title="Legal documents">
        <ul className="list-disc ps-5">
          {(['terms', 'privacy', 'risks'] as const).map((document) => (
            <li key={document}>
              <Link to="/legal/$document" params={{ document }} className="link-plain">
                {documentNames[document]}
              </Link>
            </li>
          ))}
        </ul>
      </TrustSection>
    </>
  );
}

const documentNames = {
  terms: 'Terms of Service',
  privacy: 'Privacy Notice',
  risks: 'Risk Disclosure',
} as const;
