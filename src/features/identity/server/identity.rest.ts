import { restRoute } from '#platform/server/transport/rest.ts';
import { identityErrors, signInCodeInput, signInInput, signUpInput, user } from '../identity.contract.ts';
import { signUp } from './accounts/sign-up.ts';
import { userById } from './identity.queries.ts';
import { confirmSignIn } from './sessions/confirm-sign-in.ts';
import { signIn } from './sessions/sign-in.ts';

export const identityRest = [
  restRoute({
    method: 'POST',
    path: '/api/auth/sign-up',
    name: 'identity.signUp',
    summary: 'Create an account and sign in; the session comes as a cookie.',
    access: 'public',
    body: signUpInput,
    status: 201,
    answer: user,
    errors: [identityErrors.EMAIL_TAKEN, identityErrors.WEAK_PASSWORD],
    handle: (call) => signUp(call, call.body),
  }),
  restRoute({
    method: 'POST',
    path: '/api/auth/sign-in',
    name: 'identity.signIn',
    summary: 'Sign in; the session comes as a cookie.',
    access: 'public',
    body: signInInput,
    status: 200,
    answer: user,
    errors: [
      identityErrors.WRONG_CREDENTIALS,
      identityErrors.SECOND_FACTOR_REQUIRED,
      identityErrors.TOO_MANY_ATTEMPTS,
    ],
    handle: (call) => signIn(call, call.body),
  }),
  restRoute({
    method: 'POST',
    path: '/api/auth/sign-in/confirm',
    name: 'identity.confirmSignIn',
    summary: 'Finish a sign-in that asked for a second factor, in the same cookie jar.',
    access: 'public',
    body: signInCodeInput,
    status: 200,
    answer: user,
    errors: [identityErrors.WRONG_CODE, identityErrors.SIGN_IN_EXPIRED, identityErrors.TOO_MANY_ATTEMPTS],
    handle: (call) => confirmSignIn(call, call.body),
  }),
  restRoute({
    method: 'GET',
    path: '/api/auth/user',
    name: 'identity.me',
    summary: 'The signed-in user.',
    access: 'signedIn',
    onPrimary: true,
    status: 200,
    answer: user,
    errors: [],
    handle: ({ platform, caller }) => userById(platform.db, caller.actor.userId),
  }),
];
