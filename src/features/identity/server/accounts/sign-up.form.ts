import { commonErrors, type DomainError } from '#kernel/errors.ts';
import type { FormRoute } from '#platform/server/transport/forms.ts';
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
  async submit(ctx, { email = '', password = '', firstName = '', lastName = '', returnTo = '' }) {
    await signUp(ctx, { email, password, firstName, lastName });
    return safeReturnTo(returnTo);
  },
  refuse({ email = '', firstName = '', lastName = '', returnTo = '' }, refusal) {
    const problem = refusal ? problemOf(refusal) : 'unfinished';
    return {
      page: loginPage({ mode: 'sign-up', problem }, safeReturnTo(returnTo)),
      typed: { email, firstName, lastName },
    };
  },
};
