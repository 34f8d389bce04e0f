import { Link } from '@tanstack/react-router';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { waitlistLink } from '../navigation/public-pages.ts';

const about = [
  { page: 'fees', label: 'Fees and limits' },
  { page: 'security', label: 'Security' },
  { page: 'contact', label: 'Contact and help' },
  { page: 'status', label: 'Status' },
  { page: 'company', label: 'Legal entity' },
] as const;

const legal = [
  { document: 'terms', label: 'Terms of Service' },
  { document: 'privacy', label: 'Privacy Notice' },
  { document: 'risks', label: 'Risk Disclosure' },
] as const;

const linkClass = 'flex min-h-11 items-center hover:underline sm:min-h-8';

export function LegalFooter() {
  const updates = waitlistLink();
  return (
    <footer className="mt-auto border-t border-line">
      <div className="page-width grid gap-x-16 gap-y-6 py-8 text-sm text-muted lg:grid-cols-[auto_1fr]">
        <nav aria-label="Company and legal">
          <p className="font-serif text-base text-ink">{PRODUCT_NAME}</p>
          <ul className="mt-1 grid grid-cols-2 gap-x-8 sm:grid-flow-col sm:grid-cols-none sm:grid-rows-3 sm:justify-start">
            {about.map(({ page, label }) => (
              <li key={page}>
                <Link to="/about/$page" params={{ page }} className={linkClass}>
                  {label}
                </Link>
              </li>
            ))}
            {legal.map(({ document, label }) => (
              <li key={document}>
                <Link to="/legal/$document" params={{ document }} className={linkClass}>
                  {label}
                </Link>
              </li>
            ))}
            <li>
              <Link to={updates.to} className={linkClass}>
                {updates.label}
              </Link>
            </li>
          </ul>
        </nav>
        <div className="prose-width space-y-2">
          <p>
            {PRODUCT_NAME} is not a registered broker-dealer, and nothing on this site is investment advice or
            an offer to sell securities.
          </p>
          <p>
            Investing in real estate involves risk, including the loss of what you invested. Investments are
            illiquid: you may not be able to sell your shares when you want to. Expected returns are
            estimates, not promises, and past results do not guarantee future ones.
          </p>
        </div>
      </div>
    </footer>
  );
}
