import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '#db/schema/platform.ts';
import {
  anAdmin,
  anApprovedProperty,
  onboardingAnswers as answers,
  api,
  aUser,
  type Person,
} from '#tests/support/actors.ts';
import { outcomes, refusalOf } from '#tests/support/checks.ts';
import { testPlatform } from '#tests/support/platform.ts';
import type { OnboardingAnswers } from '../onboarding.contract.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let ada: Person;
beforeAll(async () => {
  t = await testPlatform();
});
beforeEach(async () => {
  ada = await aUser(t.platform);
});
afterAll(() => t.close());

const onboarding = (person = ada) => api(person).onboarding;

describe('completing', () => {
  test('saves the answers as they were given, and sets the channels of the preferences', async () => {
    expect(await onboarding().record()).toEqual({ state: 'none', step: 1, answers: {} });
    const channels = { email: false, sms: false, push: true };
    await onboarding().complete({ answers: { ...answers, notifications: channels } });
    expect(await onboarding().record()).toEqual({
      state: 'completed',
      step: 5,
      answers: { ...answers, notifications: channels },
    });
    expect(await api(ada).notifications.preferences()).toMatchObject({
      emailNotifications: false,
      pushNotifications: true,
      governance: true,
    });
  });

  test('again replaces the answers, however often', async () => {
    await onboarding().complete({ answers });
    const changed: OnboardingAnswers = { ...answers, investmentExperience: 'expert' };
    const { done } = await outcomes(
      Array.from({ length: 4 }, () => onboarding().complete({ answers: changed })),
    );
    expect(done).toHaveLength(4);
    expect((await onboarding().record()).answers.investmentExperience).toBe('expert');
  });

  test.each([
    { ...answers, investmentGoals: [] },
    { ...answers, propertyTypes: [] },
    { ...answers, propertyTypes: ['Retail Spaces', 'Retail Spaces'] },
    { ...answers, monthlyBudget: undefined },
    { ...answers, riskTolerance: 'reckless' },
    { ...answers, notifications: { email: true, push: true } },
    { ...answers, role: 'admin' },
  ])('is refused with %j', async (broken) => {
    expect(await refusalOf(onboarding().complete({ answers: broken as never }))).toBe('MALFORMED');
    expect((await onboarding().record()).state).toBe('none');
  });

  test('leaves one audit row that says nothing of the answers', async () => {
    await onboarding().complete({ answers });
    const rows = await t.platform.db.select().from(auditLog).where(eq(auditLog.actorId, ada.id));
    const [row, ...more] = rows.filter(({ action }) => action === 'onboarding.complete');
    expect([more, row?.details]).toEqual([[], { state: 'completed' }]);
  });
});

describe('skipping', () => {
  test('saves the answers so far, and resuming continues from there', async () => {
    await onboarding().skip({ step: 3, answers: { investmentExperience: 'some' } });
    expect(await onboarding().record()).toEqual({
      state: 'skipped',
      step: 3,
      answers: { investmentExperience: 'some' },
    });
    expect(await onboarding().resume()).toMatchObject({
      state: 'incomplete',
      step: 3,
      answers: { investmentExperience: 'some' },
    });
  });

  test('in a tab that is behind takes nothing from what another tab has completed', async () => {
    await onboarding().complete({ answers });
    await onboarding().skip({ step: 2, answers: {} });
    expect(await onboarding().record()).toMatchObject({ state: 'completed', step: 5, answers });
  });

  test('sets no preferences', async () => {
    await onboarding().skip({
      step: 5,
      answers: { notifications: { email: false, sms: false, push: true } },
    });
    expect(await api(ada).notifications.preferences()).toMatchObject({
      emailNotifications: true,
      pushNotifications: false,
    });
  });
});

describe('finishing later', () => {
  test('reopens what was completed, with every answer', async () => {
    await onboarding().complete({ answers });
    await onboarding().finishLater();
    expect(await onboarding().record()).toEqual({ state: 'incomplete', step: 5, answers });
  });

  test('or resuming without a record changes nothing', async () => {
    await onboarding().finishLater();
    await onboarding().resume();
    expect((await onboarding().record()).state).toBe('none');
  });
});

describe('the first filters of the marketplace', () => {
  beforeAll(async () => {
    const admin = await anAdmin(t.platform);
    await anApprovedProperty(t.platform, { admin, propertyType: 'residential', annualYield: '6.00' });
    await anApprovedProperty(t.platform, { admin, propertyType: 'commercial', annualYield: '8.00' });
  });

  test.each([
    [{ propertyTypes: ['Single Family Homes'], riskTolerance: 'conservative' }, 'residential', '5-7'],
    [{ propertyTypes: ['Retail Spaces'], riskTolerance: 'conservative' }, 'commercial', null],
    [{ propertyTypes: ['Industrial Properties'], riskTolerance: 'conservative' }, null, '5-7'],
    [{ propertyTypes: ['Industrial Properties'], riskTolerance: 'aggressive' }, null, null],
    [{ propertyTypes: ['Retail Spaces'], riskTolerance: 'moderate' }, 'commercial', null],
    [{}, null, null],
  ] as const)('for %j are what the market has of it', async (chosen, type, band) => {
    await onboarding().skip({ step: 4, answers: chosen as never });
    expect(await onboarding().firstFilters()).toEqual({ type, band });
  });

  test('are none for a person without a record', async () => {
    expect(await onboarding().firstFilters()).toEqual({ type: null, band: null });
  });
});
