import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { signUpForm } from './accounts/sign-up.form.ts';
import { identityJobs } from './identity.jobs.ts';
import { identityRest } from './identity.rest.ts';
import { identityRouter } from './identity.router.ts';
import { requestPasswordResetForm } from './password/request-password-reset.form.ts';
import { signInForm } from './sessions/sign-in.form.ts';
import { identityInvariants } from './sessions/verify-identity.ts';

export const identitySlice = defineSlice({
  name: 'identity',
  router: identityRouter,
  rest: identityRest,
  forms: [signInForm, signUpForm, requestPasswordResetForm],
  jobs: identityJobs,
  invariants: identityInvariants,
});
