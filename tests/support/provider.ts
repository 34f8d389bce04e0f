import { once } from 'node:events';
import type { Server } from 'node:http';
import Provider from 'oidc-provider';

/** Someone with an account at the provider; the login name is the subject. */
export interface ProviderAccount {
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  name?: string;
}

export interface TestProvider {
  issuer: string;
  /** People who can sign in there, by login name; any password will do. */
  accounts: Map<string, ProviderAccount>;
  /** Changes the answer of an endpoint, like "/token"; called with its content. */
  changed: Map<string, (content: Record<string, unknown>) => { status?: number; body: unknown }>;
  close(): Promise<void>;
}

const PROVIDER_CLIENT = { id: 'commonhold', secret: 'a-secret-between-the-two' };

/** The settings of a server that signs people in at this provider. */
export function providerSettings(issuer: string): Record<string, string> {
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: PROVIDER_CLIENT.id,
    OIDC_CLIENT_SECRET: PROVIDER_CLIENT.secret,
    OIDC_NAME: 'Test Provider',
  };
}

/** A real OpenID Connect provider on this machine, which sends browsers back to this address. */
export async function startProvider(port: number, redirectUri: string): Promise<TestProvider> {
  const issuer = `http://127.0.0.1:${port}`;
  const accounts = new Map<string, ProviderAccount>();
  const changed: TestProvider['changed'] = new Map();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: PROVIDER_CLIENT.id,
        client_secret: PROVIDER_CLIENT.secret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    // In the identity token and at the endpoint, as at several providers.
    conformIdTokenClaims: false,
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...accounts.get(sub) }),
    }),
    cookies: { keys: ['only for tests'] },
    ttl: {
      Interaction: 600,
      Session: 600,
      Grant: 600,
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
    },
  });
  provider.use(async (ctx, next) => {
    await next();
    const change = changed.get(ctx.path);
    if (change) Object.assign(ctx, change(ctx.body as Record<string, unknown>));
  });
  const server: Server = provider.listen(port, '127.0.0.1');
  if (!server.listening) await once(server, 'listening');
  return {
    issuer,
    accounts,
    changed,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Someone's browser at the provider, with its cookies, so a second sign-in finds the session of the first. */
export function browserAtProvider(redirectUri: string) {
  const cookies = new Map<string, string>();

  async function request(address: string, form?: Record<string, string>): Promise<Response> {
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    const sent = form ? { method: 'POST', body: new URLSearchParams(form) } : {};
    const response = await fetch(address, { redirect: 'manual', headers, ...sent });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /** Goes through the provider's pages as this account; answers the address that the browser is sent back to. */
  async function signIn(address: string, login: string): Promise<string> {
    let response = await request(address);
    let here = address;
    for (let step = 0; step < 20; step += 1) {
      const location = response.headers.get('location');
      if (location !== null) {
        here = new URL(location, here).href;
        if (here.startsWith(redirectUri)) return here;
        response = await request(here);
        continue;
      }
      const page = await response.text();
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      const action = /<form[^>]+action="([^"]+)"/.exec(page)?.[1];
      if (!prompt || !action)
        throw new Error(`The provider shows no form at ${here}:\n${page.slice(0, 500)}`);
      here = new URL(action, here).href;
      response = await request(here, prompt === 'login' ? { prompt, login, password: 'x' } : { prompt });
    }
    throw new Error('The provider sent the browser around in a circle.');
  }

  return { signIn };
}
