import { Kept, keptPart } from './kept.tsx';

const picture = keptPart(async () => (await import('./login-street.tsx')).LoginStreet);

export function LoginPicture() {
  return <Kept part={picture} id="login-picture" className="h-80 xl:h-104" />;
}
