import { Link } from '@tanstack/react-router';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { waitlistLink } from '../navigation/public-pages.ts';

const legalLinks = [
  { document: 'terms', label: 'Terms of Service' },
  { document: 'privacy', label: 'Privacy Notice' },
  { document: 'risks', label: 'Risk Disclosure' },
] as const;

export function LegalFooter() {
  return (
    <footer className="mt-auto border-t border-line">
      <div className="page-width grid gap-4 py-8 text-sm text-muted sm:grid-cols-[auto_1fr] sm:gap-x-12">
        <div>
          <p className="font-serif text-base text-ink">{PRODUCT_NAME}</p>
          <Link to={waitlistLink.to} className="inline-flex min-h-11 items-center hover:underline">
            {waitlistLink.label}
          </Link>
          {legalLinks.map(({ document, label }) => (
            <Link
              key={document}
              to="/legal/$document"
              params={{ document }}
              className="flex min-h-11 items-center hover:underline"
            >
              {label}
            </Link>
          ))}
        </div>
        <div className="prose-width space-y-2">
          <p>
            {PRODUCT_NAME} is not a registered broker-dealer, and nothing on this site is investment advice or
            an offer to sell securities.
          </p>
          <p>
            Investing in real estate involves risk, including the loss of what you invested. Investments are
            illiquid: you may not be able to sell your shares when you want to. Expected returns are
            estimates, not promises, and past results say nothing certain about future ones.
          </p>
        </div>
      </div>
    </footer>
  );
}
