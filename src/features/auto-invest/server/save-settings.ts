import { autoInvestSettings as settingsTable } from '#db/schema/auto-invest.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { requireRecentAuthentication } from '#platform/server/security/recent-authentication.ts';
import { type AutoInvestSettings, autoInvestSettings } from '../auto-invest.contract.ts';
import { SETTINGS_SAVED } from '../auto-invest.events.ts';
import { extendsSpending } from '../auto-invest.rules.ts';
import { loadSettings } from './settings.ts';

/**
 * Saves the caller's Auto-Invest settings. Settings that let it spend more need a recent sign-in, which an access
 * token never has.
 * @throws CONFIRM_IDENTITY
 */
export const saveSettings = defineCommand({
  name: 'autoInvest.saveSettings',
  input: autoInvestSettings,
  access: 'signedIn',
  async run({ tx, actor, now, emit }, settings): Promise<AutoInvestSettings> {
    const { userId } = actor;
    if (extendsSpending(await loadSettings(tx, userId), settings)) requireRecentAuthentication(actor, now);
    const { recurring, ...columns } = settings;
    const row = {
      ...columns,
      recurringAmountCents: recurring?.amountCents ?? null,
      recurringDay: recurring?.day ?? null,
      updatedAt: now,
    };
    await tx
      .insert(settingsTable)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: settingsTable.userId, set: row });
    emit(SETTINGS_SAVED, { userId, payload: {} });
    return settings;
  },
  audit: (settings, _, actor) => ({
    subject: `user:${actor.userId}`,
    details: settings,
  }),
});
