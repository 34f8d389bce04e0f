import { codeOf, stepAt } from '#features/identity/server/second-factor/totp.ts';
import { MINUTE } from '#kernel/time.ts';
import { api, type Person } from './actors.ts';
import type { TestClock } from './ports.ts';

export interface AuthenticatorApp {
  secret: string;
  recoveryCodes: string[];
  /** The code that the app shows now. */
  code(): Promise<string>;
}

/** Turns a second factor on for someone, and leaves the half minute of the code that did it. */
export async function addAuthenticatorApp(person: Person, clock: TestClock): Promise<AuthenticatorApp> {
  const { secret } = await api(person).identity.startSecondFactor();
  const code = () => codeOf(secret, stepAt(clock.now()));
  const { recoveryCodes } = await api(person).identity.enableSecondFactor({ code: await code() });
  clock.advance(MINUTE);
  return { secret, recoveryCodes, code };
}
