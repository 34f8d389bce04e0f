import { commonErrors, type DomainError } from '#kernel/errors.ts';
import { domainErrorOf } from '#platform/server/errors/error-mapping.ts';
import type { FormRoute } from '#platform/server/transport/http.ts';
import { keepTyped } from '#platform/server/transport/typed-fields.ts';
import { identityErrors } from '../../identity.contract.ts';
import { type FormProblem, SIGN_UP_FORM_PATH, safeReturnTo } from '../../identity.rules.ts';
import { loginPage } from '../sessions/login-page.ts';
import { signUp } from './sign-up.ts';

const problemOfCode: Record<string, FormProblem> = {
  [identityErrors.EMAIL_TAKEN.code]: 'existing',
  [identityErrors.WEAK_PASSWORD.code]: 'weak',
  [commonErrors.RATE_LIMITED.code]: 'limited',
};

const problemOfField: Record<string, FormProblem> = {
  firstName: 'name',
  lastName: 'name',
  email: 'email',
  password: 'password',
};

/** The first problem of the form, from top to bottom. */
function problemOf({ code, issues }: DomainError): FormProblem {
  const refused = issues.map(({ path }) => path);
  const field = Object.keys(problemOfField).find((name) => refused.includes(name)) ?? '';
  return problemOfCode[code] ?? problemOfField[field] ?? 'unfinished';
}

/** Creates an account when scripts have not loaded; a refusal is shown by the sign-in page. */
export const signUpForm: FormRoute = {
  path: SIGN_UP_FORM_PATH,
  async answer(ctx, { email = '', password = '', firstName = '', lastName = '', returnTo = '' }) {
    const page = safeReturnTo(returnTo);
    try {
      await signUp(ctx, { email, password, firstName, lastName });
      return page;
    } catch (error) {
      const refusal = domainErrorOf(error);
      if (!refusal) ctx.platform.log.error({ err: error }, 'signing up by form failed');
      keepTyped(ctx, '/login', { email, firstName, lastName });
      return loginPage({ mode: 'sign-up', problem: refusal ? problemOf(refusal) : 'unfinished' }, page);
    }
  },
};
