import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '#platform/server/database/db.ts';
import {
  anApprovedProperty,
  api,
  aUser,
  contextOf,
  newKey,
  onboardingAnswers,
  type Person,
  personOf,
} from '#tests/support/actors.ts';
import { fullDraft } from '#tests/support/intake.ts';
import { newMailTo, tokenIn } from '#tests/support/mails.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { personTables } from './person-tables.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
beforeAll(async () => {
  t = await testPlatform();
});
afterAll(() => t.close());

/** Tables whose rows go when the first proof of an email clears the account, as tested here. */
const emptied = [
  'onboarding_records',
  'intake_drafts',
  'notification_preferences',
  'auto_invest_settings',
  'reinvestment_choices',
  'watched_properties',
  'watchlist_alerts',
];

const signIn = 'It lets someone in: mail-links.test.ts tries it before and after.';
const identityCheck = 'It is emptied: mail-links.test.ts looks at it.';
const needsConfirmedEmail = 'Only a person with a confirmed email has any.';
const expires = 'It expires, as tested here, and is removed with the other expired ones.';
const stays = 'It is about money, shares or what an admin did, which stay.';
const byEmail = 'It belongs to an email, whether there is an account or not.';

/** Why all others stay, or where it is tested that they do not. Only of what the closing of an account removes. */
const others: Record<string, string> = {
  ...{ users: signIn, sessions: signIn, access_tokens: signIn, mail_links: signIn, second_factors: signIn },
  ...{ recovery_codes: signIn, passkeys: signIn, provider_accounts: signIn, sign_in_flows: signIn },
  ...{ kyc_applications: identityCheck, person_keys: identityCheck, kyc_decisions: identityCheck },
  ...{ submissions: needsConfirmedEmail, submission_documents: needsConfirmedEmail },
  ...{ submission_confirmations: needsConfirmedEmail, submission_messages: needsConfirmedEmail },
  ...{ properties: needsConfirmedEmail, property_images: needsConfirmedEmail },
  ...{ property_versions: needsConfirmedEmail, property_documents: needsConfirmedEmail },
  ...{ bank_columns: needsConfirmedEmail, counterparty_lines: needsConfirmedEmail },
  ...{ notifications: stays, share_certificates: stays, drawn_documents: stays, retained_recipients: stays },
  ...{ frozen_accounts: stays, approval_requests: stays, approval_decisions: stays, audit_texts: stays },
  bank_transfers: stays,
  data_exports: expires,
  referral_codes: 'It is random, and the people it brought count for the account, which keeps its shares.',
  waitlist_entries: byEmail,
  ...{ stored_files: 'The slices that stored them remove them.', file_scans: 'They are of stored files.' },
  idempotency_keys: 'They hold answers for a day, for the same person to get again.',
};

test('clearing an account is decided for every table of which closing one removes something', () => {
  const removedByClosing = Object.entries(personTables)
    .filter(([, { closing }]) => closing !== 'permanent')
    .map(([name]) => name);
  expect([...emptied, ...Object.keys(others)].sort()).toEqual(removedByClosing.sort());
});

async function fillIn(stranger: Person): Promise<void> {
  const { id: propertyId } = await anApprovedProperty(t.platform);
  const me = api(stranger);
  await me.onboarding.complete({ answers: onboardingAnswers });
  await me.intake.saveDraft({ expectedVersion: 0, draft: fullDraft });
  await me.notifications.setPreferences(await me.notifications.preferences());
  await me.autoInvest.saveSettings((await me.autoInvest.overview()).settings);
  await me.investing.invest({ propertyId, shares: 1, requestId: newKey() });
  await me.distributions.setReinvestment({ propertyId, reinvest: true });
  await me.watchlist.watchProperty({ propertyId });
  await me.watchlist.setAlerts({ alerts: await me.watchlist.alerts() });
  await me.ownData.requestExport({ requestId: newKey() });
}

async function tablesOf({ id }: Person): Promise<string[]> {
  const filled: string[] = [];
  for (const name of emptied) {
    const exported = personTables[name]?.exported;
    if (!exported || 'why' in exported) throw new Error(`no query of ${name}`);
    if ((await rows(t.platform.db, exported.rowsOf(id))).length > 0) filled.push(name);
  }
  return filled;
}

test('an account that is cleared has nothing that someone typed before', async () => {
  const stranger = await aUser(t.platform, { emailConfirmed: false, cash: 100_000 });
  await fillIn(stranger);
  expect(await tablesOf(stranger)).toEqual(emptied);
  expect(await api(stranger).ownData.exports()).toHaveLength(1);
  t.mails.sent.length = 0;
  const visitor = api(contextOf(t.platform));
  await visitor.identity.requestPasswordReset({ email: stranger.email });
  const token = tokenIn(await newMailTo(t, stranger.email));
  await visitor.identity.resetPassword({ token, newPassword: 'umber-quarry-17-kettle' });
  await t.platform.jobs.drain();
  const owner = await personOf(t.platform, { ...stranger, role: 'user' });
  expect(await tablesOf(stranger)).toEqual([]);
  expect(await api(owner).ownData.exports()).toEqual([]);
});
