import { eq } from 'drizzle-orm';
import { autoInvestSettings } from '#db/schema/auto-invest.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import { type AutoInvestSettings, investableTypes } from '../auto-invest.contract.ts';
import { defaultSettings } from '../auto-invest.rules.ts';

export type SettingsRow = Omit<typeof autoInvestSettings.$inferSelect, 'updatedAt'>;

/** Settings as the contract has them; types that are no longer offered are left out. */
export function settingsOf(row: SettingsRow): AutoInvestSettings {
  const { userId: _, recurringAmountCents, recurringDay, propertyTypes, ...rest } = row;
  return {
    enabled: rest.enabled,
    paused: rest.paused,
    minYieldBps: rest.minYieldBps,
    propertyTypes: investableTypes.filter((type) => propertyTypes.includes(type)),
    maxPerPropertyCents: rest.maxPerPropertyCents,
    monthlyLimitCents: rest.monthlyLimitCents,
    amountCents: rest.amountCents,
    reserveCents: rest.reserveCents,
    recurring:
      recurringAmountCents === null || recurringDay === null
        ? null
        : { amountCents: recurringAmountCents, day: recurringDay },
  };
}

/** A person's settings; the defaults where nothing is saved. */
export async function loadSettings(db: Queryable, userId: string): Promise<AutoInvestSettings> {
  const [row] = await db.select().from(autoInvestSettings).where(eq(autoInvestSettings.userId, userId));
  return row ? settingsOf(row) : defaultSettings;
}
