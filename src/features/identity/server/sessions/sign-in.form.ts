import { commonErrors } from '#kernel/errors.ts';
import { domainErrorOf } from '#platform/server/errors/error-mapping.ts';
import type { FormRoute } from '#platform/server/transport/http.ts';
import { keepTyped } from '#platform/server/transport/typed-fields.ts';
import { identityErrors } from '../../identity.contract.ts';
import { type FormProblem, SIGN_IN_FORM_PATH, safeReturnTo } from '../../identity.rules.ts';
import { loginPage } from './login-page.ts';
import { signIn } from './sign-in.ts';

const problems: Record<string, FormProblem> = {
  [identityErrors.WRONG_CREDENTIALS.code]: 'credentials',
  [commonErrors.MALFORMED.code]: 'credentials',
  [identityErrors.TOO_MANY_ATTEMPTS.code]: 'attempts',
};

/** Signs in when scripts have not loaded; a refusal is shown by the sign-in page. */
export const signInForm: FormRoute = {
  path: SIGN_IN_FORM_PATH,
  async answer(ctx, { email = '', password = '', returnTo = '' }) {
    const page = safeReturnTo(returnTo);
    try {
      await signIn(ctx, { email, password });
      return page;
    } catch (error) {
      const refusal = domainErrorOf(error);
      if (refusal?.code === identityErrors.SECOND_FACTOR_REQUIRED.code)
        return loginPage({ step: 'code' }, page);
      if (!refusal) ctx.platform.log.error({ err: error }, 'signing in by form failed');
      keepTyped(ctx, '/login', { email });
      return loginPage({ problem: problems[refusal?.code ?? ''] ?? 'failed' }, page);
    }
  },
};
