import { Kept, keptPart } from './kept.tsx';

const picture = keptPart('login-picture', async () => (await import('./login-street.tsx')).LoginStreet);

export function LoginPicture() {
  return <Kept part={picture} className="h-80 xl:h-104" />;
}
