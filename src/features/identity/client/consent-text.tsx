import { Link } from '@tanstack/react-router';

/** Legal documents accepted by opening an account; the server records the versions. */
export function ConsentText({ by }: { by: string }) {
  const linkTo = (document: string, label: string) => (
    <Link to="/legal/$document" params={{ document }} className="link-plain font-semibold" target="_blank">
      {label}
    </Link>
  );
  return (
    <p className="text-sm text-muted">
      By {by}, you agree to the {linkTo('terms', 'Terms of Service')} and the{' '}
      {linkTo('risks', 'Risk Disclosure')}, and confirm that you have read the{' '}
      {linkTo('privacy', 'Privacy Notice')}.
    </p>
  );
}
