import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { PRODUCT_NAME } from '#kernel/product.ts';
import type { PasskeyCredential, PasskeyOptions, Passkeys } from '../ports/passkeys.ts';

const LOOPBACK = /^(127\.0\.0\.1|\[::1\]|localhost)$/;

/**
 * The site that passkeys are bound to. Browsers make no passkey for an IP address, so on this machine the site is
 * `localhost`, whichever of its names was opened.
 */
function siteOf(origin: string): { id: string; origins: string[] } {
  const { hostname, port } = new URL(origin);
  if (!LOOPBACK.test(hostname)) return { id: hostname, origins: [origin] };
  return { id: 'localhost', origins: [origin, `http://localhost${port ? `:${port}` : ''}`] };
}

/** WebAuthn for the site at this origin, asked for at each use because the port may be known late. */
export function webauthn(originOf: () => string): Passkeys {
  const described = (known: readonly Pick<PasskeyCredential, 'id' | 'transports'>[]) =>
    known.map(({ id, transports }) => ({ id, transports: [...transports] }));
  return {
    async creationOptions({ userId, email, name }, known) {
      const options = await generateRegistrationOptions({
        rpName: PRODUCT_NAME,
        rpID: siteOf(originOf()).id,
        userID: new TextEncoder().encode(userId),
        userName: email,
        userDisplayName: name,
        excludeCredentials: described(known),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { ...options } satisfies PasskeyOptions;
    },
    async checkCreation(answer, challenge) {
      const site = siteOf(originOf());
      const checked = await verifyRegistrationResponse({
        response: answer as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: site.origins,
        expectedRPID: site.id,
      }).catch(() => null);
      if (!checked?.verified) return null;
      const { credential, credentialBackedUp } = checked.registrationInfo;
      return {
        id: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: credential.transports ?? [],
        synced: credentialBackedUp,
      };
    },
    async requestOptions(known) {
      const options = await generateAuthenticationOptions({
        rpID: siteOf(originOf()).id,
        userVerification: 'required',
        ...(known ? { allowCredentials: described(known) } : {}),
      });
      return { ...options } satisfies PasskeyOptions;
    },
    async checkAnswer(answer, challenge, { id, publicKey, counter, transports }) {
      const site = siteOf(originOf());
      const checked = await verifyAuthenticationResponse({
        response: answer as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: site.origins,
        expectedRPID: site.id,
        credential: {
          id,
          publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
          counter,
          transports,
        },
      }).catch(() => null);
      return checked?.verified ? { counter: checked.authenticationInfo.newCounter } : null;
    },
  };
}
