import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { present } from '#kernel/assert.ts';
import type { ProviderIdentity, ProviderQuestion, SignInProvider } from '../ports/sign-in-provider.ts';

interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
}

const SCOPE = 'openid email profile';
/** Maximum age of a sign-in that has to be fresh, when its answer arrives. */
const FRESH_SECONDS = 300;

/** OpenID Connect by the authorization code flow with PKCE, state and nonce. */
export function openIdConnect({ issuer, clientId, clientSecret, name }: ProviderSettings): SignInProvider {
  const server = new URL(issuer);
  let found: Promise<Configuration> | null = null;

  /** Discovery is cached when it worked, and tried again when it did not. */
  function configuration(): Promise<Configuration> {
    const insecure = server.protocol === 'http:' ? [allowInsecureRequests] : [];
    found ??= discovery(server, clientId, undefined, clientSecretAuth(clientSecret), {
      timeout: 10,
      // The signature of identity tokens is checked, too, beside the TLS connection that they came by.
      execute: [enableNonRepudiationChecks, ...insecure],
    }).catch((error: unknown) => {
      found = null;
      throw error;
    });
    return found;
  }

  return {
    name,
    issuer,
    question: (options) => ({
      ...options,
      state: randomState(),
      nonce: randomNonce(),
      verifier: randomPKCECodeVerifier(),
    }),
    async addressFor({ state, nonce, verifier, redirectUri, isFresh }) {
      const address = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isFresh ? { prompt: 'login', max_age: '0' } : {}),
      });
      return address.href;
    },
    async identityFrom(address, question) {
      try {
        return await identityOf(await configuration(), address, question);
      } catch (error) {
        if (isOutage(error)) throw error;
        return null;
      }
    },
  };
}

/** As the provider lists it; every provider has to accept Basic (RFC 6749). */
function clientSecretAuth(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const take = methods.includes('client_secret_basic') ? basic : post;
    return take(server, client, body, headers);
  };
}

async function identityOf(
  configuration: Configuration,
  address: URL,
  { state, nonce, verifier, redirectUri, isFresh }: ProviderQuestion,
): Promise<ProviderIdentity> {
  // The provider compares the public URL, so use it instead of the address seen behind the proxy.
  const asked = new URL(redirectUri);
  asked.search = address.search;
  const tokens = await authorizationCodeGrant(configuration, asked, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
    ...(isFresh ? { maxAge: FRESH_SECONDS } : {}),
  });
  const signed = present(tokens.claims(), 'the identity token');
  const stated = await fetchUserInfo(configuration, tokens.access_token, signed.sub);
  const claims = { ...stated, ...signed };
  const { email } = claims;
  const isVerified = [signed, stated].every(
    (one) => one.email === undefined || (one.email === email && one.email_verified === true),
  );
  const [first, last] = namesOf(claims);
  return {
    issuer: signed.iss,
    subject: signed.sub,
    verifiedEmail: typeof email === 'string' && isVerified ? email : null,
    firstName: first,
    lastName: last,
  };
}

function namesOf(claims: Record<string, unknown>): [first: string, last: string] {
  const text = (claim: string) => {
    const value = claims[claim];
    return typeof value === 'string' ? value.trim() : '';
  };
  const [given, ...family] = text('name').split(/\s+/);
  return [text('given_name') || given || '', text('family_name') || family.join(' ')];
}

/** A provider that does not answer, or answers 5xx: to be tried again, while everything else is a refusal. */
function isOutage(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < 5 && typeof cause === 'object' && cause !== null; depth += 1) {
    // Of an error or, below it, of the provider's answer.
    const { name, code, status, cause: below } = cause as Partial<Record<string, unknown>>;
    if (typeof status === 'number' && status >= 500) return true;
    if (name === 'TimeoutError' || name === 'AbortError') return true;
    if (typeof code === 'string' && /^(ECONN|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|UND_ERR|OAUTH_TIMEOUT)/.test(code))
      return true;
    cause = below;
  }
  return false;
}
