import { Kept, keptPart } from './kept.tsx';

const picture = keptPart(
  'waitlist-picture',
  async () => (await import('./waitlist-street.tsx')).WaitlistStreet,
);

export function WaitlistPicture() {
  return <Kept part={picture} className="h-44 sm:h-60" />;
}
