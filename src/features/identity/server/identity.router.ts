import { z } from 'zod';
import { handle } from '#kernel/schemas.ts';
import {
  adminProcedure,
  publicProcedure,
  router,
  signedInProcedure,
} from '#platform/server/transport/trpc.ts';
import {
  accessToken,
  addPasskeyInput,
  beginProviderInput,
  changedRole,
  changePasswordInput,
  confirmedEmail,
  confirmIdentityInput,
  createdToken,
  createTokenInput,
  endedAccess,
  endSessionsOfInput,
  linkInput,
  mailLink,
  newRecoveryCodes,
  newSecondFactor,
  passkey,
  passkeyQuestion,
  passkeySignInInput,
  renamePasskeyInput,
  requestEmailChangeInput,
  requestPasswordResetInput,
  resetPasswordInput,
  resetSecondFactorInput,
  roleInput,
  sampleAccount,
  session,
  signInCodeInput,
  signInInput,
  signInMethods as signInMethodsOutput,
  signInOptions as signInOptionsOutput,
  signUpInput,
  updateProfileInput,
  user,
} from '../identity.contract.ts';
import { addPasskey } from './add-passkey.ts';
import { beginAddingPasskey } from './begin-adding-passkey.ts';
import { beginPasskeyConfirmation } from './begin-passkey-confirmation.ts';
import { beginPasskeySignIn } from './begin-passkey-sign-in.ts';
import { beginProviderSignIn } from './begin-provider-sign-in.ts';
import { changePassword } from './change-password.ts';
import { confirmEmail } from './confirm-email.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { confirmSignIn } from './confirm-sign-in.ts';
import { connectProvider } from './connect-provider.ts';
import { createToken } from './create-token.ts';
import { disableSecondFactor } from './disable-second-factor.ts';
import { disconnectProvider } from './disconnect-provider.ts';
import { enableSecondFactor } from './enable-second-factor.ts';
import { endSessionsOf } from './end-sessions-of.ts';
import { grantAdminRole } from './grant-admin-role.ts';
import {
  accessTokens,
  me,
  sampleAccounts,
  sessions,
  signInMethods,
  signInOptions,
} from './identity.queries.ts';
import { mailLinkOf } from './mail-links.ts';
import { removePasskey } from './remove-passkey.ts';
import { renamePasskey } from './rename-passkey.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { requestConfirmation } from './request-confirmation.ts';
import { requestEmailChange } from './request-email-change.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { revokeSession } from './revoke-session.ts';
import { revokeToken } from './revoke-token.ts';
import { signIn } from './sign-in.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';
import { signUp } from './sign-up.ts';
import { signUpWithProvider } from './sign-up-with-provider.ts';
import { startSecondFactor } from './start-second-factor.ts';
import { takeAdminRole } from './take-admin-role.ts';
import { updateProfile } from './update-profile.ts';

const byId = z.strictObject({ id: handle });
const requested = z.object({ requested: z.literal(true) });

export const identityRouter = router({
  /** The signed-in user, or null for a visitor. */
  me: publicProcedure.output(user.nullable()).query(({ ctx }) => me(ctx.platform.db, ctx.caller.actor)),
  sampleAccounts: publicProcedure
    .output(z.array(sampleAccount))
    .query(({ ctx }) => sampleAccounts(ctx.platform)),
  signUp: publicProcedure
    .input(signUpInput)
    .output(user)
    .mutation(({ ctx, input }) => signUp(ctx, input)),
  signIn: publicProcedure
    .input(signInInput)
    .output(user)
    .mutation(({ ctx, input }) => signIn(ctx, input)),
  confirmSignIn: publicProcedure
    .input(signInCodeInput)
    .output(user)
    .mutation(({ ctx, input }) => confirmSignIn(ctx, input)),
  /** The sign-in methods beside email and password. */
  signInOptions: publicProcedure.output(signInOptionsOutput).query(({ ctx }) => signInOptions(ctx.platform)),
  beginPasskeySignIn: publicProcedure.output(passkeyQuestion).mutation(({ ctx }) => beginPasskeySignIn(ctx)),
  signInWithPasskey: publicProcedure
    .input(passkeySignInInput)
    .output(user)
    .mutation(({ ctx, input }) => signInWithPasskey(ctx, input)),
  beginProviderSignIn: publicProcedure
    .input(beginProviderInput)
    .output(z.object({ address: z.string() }))
    .mutation(({ ctx, input }) => beginProviderSignIn(ctx, input)),
  signUpWithProvider: publicProcedure.output(user).mutation(({ ctx }) => signUpWithProvider(ctx)),
  connectProvider: signedInProcedure
    .output(z.object({ connected: z.literal(true) }))
    .mutation(({ ctx }) => connectProvider(ctx)),
  disconnectProvider: signedInProcedure
    .output(z.object({ disconnected: z.literal(true) }))
    .mutation(({ ctx }) => disconnectProvider(ctx, {})),
  grantAdminRole: adminProcedure
    .input(roleInput)
    .output(changedRole)
    .mutation(({ ctx, input }) => grantAdminRole(ctx, input)),
  takeAdminRole: adminProcedure
    .input(roleInput)
    .output(changedRole)
    .mutation(({ ctx, input }) => takeAdminRole(ctx, input)),
  requestConfirmation: signedInProcedure
    .output(requested)
    .mutation(({ ctx }) => requestConfirmation(ctx, {})),
  requestPasswordReset: publicProcedure
    .input(requestPasswordResetInput)
    .output(requested)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx, input)),
  /** The purpose of a link in a mail; asked by POST, because the token is a secret. */
  mailLink: publicProcedure
    .input(linkInput)
    .output(mailLink)
    .query(({ ctx: { platform, caller }, input }) =>
      mailLinkOf(platform.db, input.token, caller.actor, platform.clock.now()),
    ),
  confirmEmail: publicProcedure
    .input(linkInput)
    .output(confirmedEmail)
    .mutation(({ ctx, input }) => confirmEmail(ctx, input)),
  resetPassword: publicProcedure
    .input(resetPasswordInput)
    .output(z.object({ email: z.string() }))
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
  requestEmailChange: signedInProcedure
    .input(requestEmailChangeInput)
    .output(requested)
    .mutation(({ ctx, input }) => requestEmailChange(ctx, input)),
  confirmIdentity: signedInProcedure
    .input(confirmIdentityInput)
    .output(z.object({ confirmed: z.literal(true) }))
    .mutation(({ ctx, input }) => confirmIdentity(ctx, input)),
  signInMethods: signedInProcedure
    .output(signInMethodsOutput)
    .query(({ ctx }) => signInMethods(ctx.platform, ctx.caller.actor)),
  startSecondFactor: signedInProcedure
    .output(newSecondFactor)
    .mutation(({ ctx }) => startSecondFactor(ctx, {})),
  enableSecondFactor: signedInProcedure
    .input(signInCodeInput)
    .output(newRecoveryCodes)
    .mutation(({ ctx, input }) => enableSecondFactor(ctx, input)),
  renewRecoveryCodes: signedInProcedure
    .output(newRecoveryCodes)
    .mutation(({ ctx }) => renewRecoveryCodes(ctx, {})),
  disableSecondFactor: signedInProcedure
    .output(z.object({ disabled: z.literal(true) }))
    .mutation(({ ctx }) => disableSecondFactor(ctx, {})),
  beginAddingPasskey: signedInProcedure
    .output(passkeyQuestion)
    .mutation(({ ctx }) => beginAddingPasskey(ctx)),
  beginPasskeyConfirmation: signedInProcedure
    .output(passkeyQuestion)
    .mutation(({ ctx }) => beginPasskeyConfirmation(ctx)),
  addPasskey: signedInProcedure
    .input(addPasskeyInput)
    .output(passkey)
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),
  renamePasskey: signedInProcedure
    .input(renamePasskeyInput)
    .output(passkey)
    .mutation(({ ctx, input }) => renamePasskey(ctx, input)),
  removePasskey: signedInProcedure
    .input(byId)
    .output(z.object({ removed: z.literal(true) }))
    .mutation(({ ctx, input }) => removePasskey(ctx, input)),
  updateProfile: signedInProcedure
    .input(updateProfileInput)
    .output(user)
    .mutation(({ ctx, input }) => updateProfile(ctx, input)),
  changePassword: signedInProcedure
    .input(changePasswordInput)
    .output(z.object({ endedSessions: z.int(), revokedTokens: z.int() }))
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
  sessions: signedInProcedure
    .output(z.array(session))
    .query(({ ctx }) => sessions(ctx.platform, ctx.caller.actor)),
  endSessionsOf: adminProcedure
    .input(endSessionsOfInput)
    .output(endedAccess)
    .mutation(({ ctx, input }) => endSessionsOf(ctx, input)),
  resetSecondFactor: adminProcedure
    .input(resetSecondFactorInput)
    .output(endedAccess)
    .mutation(({ ctx, input }) => resetSecondFactor(ctx, input)),
  revokeSession: signedInProcedure
    .input(byId)
    .output(z.object({ revoked: z.literal(true) }))
    .mutation(({ ctx, input }) => revokeSession(ctx, input)),
  tokens: signedInProcedure
    .output(z.array(accessToken))
    .query(({ ctx }) => accessTokens(ctx.platform.db, ctx.caller.actor)),
  createToken: signedInProcedure
    .input(createTokenInput)
    .output(createdToken)
    .mutation(({ ctx, input }) => createToken(ctx, input)),
  revokeToken: signedInProcedure
    .input(byId)
    .output(z.object({ revoked: z.literal(true) }))
    .mutation(({ ctx, input }) => revokeToken(ctx, input)),
});
