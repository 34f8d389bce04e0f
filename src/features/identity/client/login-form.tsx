import { Link } from '@tanstack/react-router';
import { type Ref, useEffect, useImperativeHandle, useState } from 'react';
import { z } from 'zod';
import { codeOf } from '#platform/browser/errors.ts';
import { type ContractForm, useContractForm } from '#platform/browser/forms.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import {
  PASSWORD_MIN_CHARACTERS,
  type SignUpInput,
  signInInput,
  signUpInput,
  type User,
} from '../identity.contract.ts';
import { SIGN_IN_FORM_PATH, SIGN_UP_FORM_PATH } from '../identity.rules.ts';
import { ConsentText } from './consent-text.tsx';
import type { LoginMode } from './login-search.ts';
import { NameFields } from './name-fields.tsx';
import { PasswordField } from './password-field.tsx';

// Names typed for a new account stay in the form, and are not checked, while the person signs in instead.
const signInFields = z.object({ ...signInInput.shape, firstName: z.string(), lastName: z.string() });
const emptyForm: SignUpInput = { email: '', password: '', firstName: '', lastName: '' };

export interface LoginFormHandle {
  fill(account: { email: string; password: string }): void;
}

interface LoginFormProps {
  ref: Ref<LoginFormHandle>;
  mode: LoginMode;
  /** Path to return to after the form was sent without scripts; without it the form waits for scripts. */
  returnTo?: string | undefined;
  onSignedIn: (user: User) => Promise<void>;
  /** Email and password were right, and a code is wanted. */
  onCodeRequired: () => void;
}

export function LoginForm({ ref, mode, returnTo, onSignedIn, onCodeRequired }: LoginFormProps) {
  const form = useContractForm<SignUpInput, SignUpInput>({
    schema: mode === 'sign-up' ? signUpInput : signInFields,
    defaultValues: emptyForm,
    draftKey: 'login',
    secret: ['password'],
  });
  const { submit, busy } = useSignIn(mode, form, { onSignedIn, onCodeRequired: onCodeRequired });
  const { clearErrors, setValue, setFocus } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what one mode found wrong says nothing about the other
  useEffect(() => clearErrors(), [mode, clearErrors]);
  useImperativeHandle(ref, () => ({
    fill(account) {
      setValue('email', account.email, { shouldValidate: true });
      setValue('password', account.password, { shouldValidate: true });
      setFocus('password');
    },
  }));
  return (
    <form
      method="post"
      action={returnTo === undefined ? undefined : formPaths[mode]}
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit(submit)}
    >
      {returnTo !== undefined && <input type="hidden" name="returnTo" value={returnTo} />}
      <FormAlert form={form} />
      {mode === 'sign-up' && (
        <NameFields
          field={(name) => ({ ...form.register(name), error: form.formState.errors[name]?.message })}
        />
      )}
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete={mode === 'sign-in' ? 'username' : 'email'}
        autoCapitalize="none"
        spellCheck={false}
        error={form.formState.errors.email?.message}
        {...form.register('email')}
      />
      {form.formState.errors.email?.type === 'EMAIL_TAKEN' && <ExistingAccountLinks />}
      <PasswordField
        label="Password"
        autoComplete={mode === 'sign-in' ? 'current-password' : 'new-password'}
        hint={
          mode === 'sign-up' ? `At least ${PASSWORD_MIN_CHARACTERS} characters, hard to guess.` : undefined
        }
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
      {mode === 'sign-in' && (
        <p className="-mt-3 text-sm">
          <Link to="/forgot-password" className="link-plain inline-flex min-h-11 items-center font-semibold">
            Forgot your password?
          </Link>
        </p>
      )}
      {mode === 'sign-up' && <ConsentText by="creating an account" />}
      <Button type="submit" size="large" wide busy={busy} busyText={busyTexts[mode]}>
        {mode === 'sign-in' ? 'Sign in' : 'Create account'}
      </Button>
    </form>
  );
}

const formPaths = { 'sign-in': SIGN_IN_FORM_PATH, 'sign-up': SIGN_UP_FORM_PATH };
const busyTexts = { 'sign-in': 'Signing in', 'sign-up': 'Creating your account' };

type LoginContractForm = ContractForm<SignUpInput, SignUpInput>;

function useSignIn(
  mode: LoginMode,
  form: LoginContractForm,
  { onSignedIn, onCodeRequired }: Pick<LoginFormProps, 'onSignedIn' | 'onCodeRequired'>,
) {
  const [leaving, setLeaving] = useState(false);
  const outcome = {
    onDone(user: User) {
      form.clearDraft();
      setLeaving(true);
      void onSignedIn(user);
    },
    onFailed(error: unknown) {
      if (codeOf(error) === 'SECOND_FACTOR_REQUIRED') onCodeRequired();
      else showRefusal(form, error);
    },
  };
  const signIn = useCommand(trpc.identity.signIn.mutationOptions(), outcome);
  const signUp = useCommand(trpc.identity.signUp.mutationOptions(), outcome);

  function submit(input: SignUpInput) {
    const { email, password } = input;
    form.clearErrors('root');
    return mode === 'sign-up' ? signUp.run(input) : signIn.run({ email, password });
  }
  return { submit, busy: signIn.busy || signUp.busy || leaving };
}

function showRefusal(form: LoginContractForm, error: unknown): void {
  form.showError(error, { WEAK_PASSWORD: 'password', EMAIL_TAKEN: 'email' });
  if (codeOf(error) === 'WRONG_CREDENTIALS') form.setFocus('password', { shouldSelect: true });
}

/** Shown when the address has an account already; the form remembers what was typed for either way. */
function ExistingAccountLinks() {
  const look = buttonClass({ variant: 'secondary', size: 'small', className: 'min-h-11' });
  return (
    <div className="-mt-2 flex flex-wrap gap-2.5">
      <Link
        from="/login"
        to="/login"
        search={(before) => ({ ...before, mode: 'sign-in' as const })}
        replace
        resetScroll={false}
        className={look}
      >
        Sign in to that account
      </Link>
      <Link to="/forgot-password" className={look}>
        Choose a new password
      </Link>
    </div>
  );
}

function FormAlert({ form }: { form: LoginContractForm }) {
  const refusal = form.formState.errors.root?.server;
  return refusal ? <Alert tone="danger">{refusal.message}</Alert> : null;
}
