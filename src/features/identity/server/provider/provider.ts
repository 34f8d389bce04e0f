import type { z } from 'zod';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import type { SignInProvider } from '#platform/server/ports/sign-in-provider.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { type beginProviderInput, identityErrors } from '../../identity.contract.ts';
import { loginPage } from '../sessions/login-page.ts';

/** Path to which the provider redirects browsers. */
export const PROVIDER_CALLBACK = '/api/auth/provider';

export type ProviderPurpose = z.infer<typeof beginProviderInput>['purpose'];

/** @throws NOT_FOUND when this server has none */
export function providerOf({ platform }: TrpcContext): SignInProvider {
  if (!platform.signInProvider) throw new DomainError(commonErrors.NOT_FOUND);
  return platform.signInProvider;
}

export function callbackAddress({ platform }: TrpcContext): string {
  return `${platform.origin}${PROVIDER_CALLBACK}`;
}

/** The page that says why a sign-in with the provider failed. */
export function problemPage(purpose: ProviderPurpose, returnTo: string, problem: string): string {
  return purpose === 'sign_in' ? loginPage({ problem }, returnTo) : `/settings?problem=${problem}`;
}

/** One word for the page about the error. */
export function problemOf(error: unknown): string {
  const code = error instanceof DomainError ? error.code : null;
  if (code === identityErrors.PROVIDER_OTHER_EMAIL.code) return 'other_email';
  if (code === identityErrors.PROVIDER_ACCOUNT_TAKEN.code) return 'taken';
  return code === null ? 'unavailable' : 'refused';
}
