import { commonErrors } from '#kernel/errors.ts';
import type { FormRoute } from '#platform/server/transport/forms.ts';
import { identityErrors } from '../../identity.contract.ts';
import { type FormProblem, SIGN_IN_FORM_PATH, safeReturnTo } from '../../identity.rules.ts';
import { loginPage } from './login-page.ts';
import { signIn } from './sign-in.ts';

const problems: Record<string, FormProblem> = {
  [identityErrors.WRONG_CREDENTIALS.code]: 'credentials',
  [commonErrors.MALFORMED.code]: 'credentials',
  [identityErrors.TOO_MANY_ATTEMPTS.code]: 'attempts',
  [commonErrors.RATE_LIMITED.code]: 'limited',
};

/** Signs in when scripts have not loaded; a refusal is shown by the sign-in page. */
export const signInForm: FormRoute = {
  path: SIGN_IN_FORM_PATH,
  async submit(ctx, { email = '', password = '', returnTo = '' }) {
    await signIn(ctx, { email, password });
    return safeReturnTo(returnTo);
  },
  refuse({ email = '', returnTo = '' }, refusal) {
    const page = safeReturnTo(returnTo);
    if (refusal?.code === identityErrors.SECOND_FACTOR_REQUIRED.code)
      return { page: loginPage({ step: 'code' }, page) };
    return {
      page: loginPage({ problem: problems[refusal?.code ?? ''] ?? 'failed' }, page),
      typed: { email },
    };
  },
};
