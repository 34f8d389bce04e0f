import { Link } from '@tanstack/react-router';

/** Where shares of a sold-out property may still be bought; for signed-in people. */
export function SoldOut({ propertyId }: { propertyId: number }) {
  return (
    <>
      Every share has been sold. Some may be for sale on the{' '}
      <Link to="/resale-marketplace" search={{ property: propertyId }} className="link-plain">
        resale marketplace
      </Link>
      .
    </>
  );
}
