import { StaticPart, staticPart } from './static-part.tsx';

const picture = staticPart('login-picture', async () => (await import('./login-street.tsx')).LoginStreet);

export function LoginPicture() {
  return <StaticPart part={picture} className="h-80 xl:h-104" />;
}
