import { Link } from '@tanstack/react-router';
import { buttonClass } from '#ui/button.tsx';

/** Where the owner of a rejected property corrects it. */
export function CorrectionLink({ propertyId }: { propertyId: number }) {
  return (
    <Link
      to="/submit-property/$id"
      params={{ id: String(propertyId) }}
      className={buttonClass({ variant: 'secondary', size: 'small' })}
    >
      Correct and submit again
    </Link>
  );
}
