import { StaticPart, staticPart } from './static-part.tsx';

const picture = staticPart(
  'waitlist-picture',
  async () => (await import('./waitlist-street.tsx')).WaitlistStreet,
);

export function WaitlistPicture() {
  return <StaticPart part={picture} className="h-44 sm:h-auto" />;
}
