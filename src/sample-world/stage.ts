import type { AutoInvestSettings } from '#features/auto-invest/auto-invest.contract.ts';
import { defaultSettings } from '#features/auto-invest/auto-invest.rules.ts';
import { planRun, saveSettings } from '#features/auto-invest/server/index.ts';
import { invest } from '#features/investing/server/index.ts';
import { closeOffering } from '#features/offerings/server/index.ts';
import { setStatus, submit } from '#features/properties/server/index.ts';
import { makeCode, recordReferral } from '#features/referrals/server/index.ts';
import { joinWaitlistCommand } from '#features/waitlist/server/index.ts';
import { deposit } from '#features/wallet/server/index.ts';
import { watchProperty } from '#features/watchlist/server/index.ts';
import { present } from '#kernel/assert.ts';
import { newId } from '#kernel/ids.ts';
import { type Clock, dayText } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { systemActor } from '#platform/server/security/caller.ts';
import { sampleProperties } from './cast.ts';
import { classifyYear } from './classify-year.ts';
import { drawSampleDocument, fileSampleDocument } from './documents.ts';
import { createPeople, type NamedPeople, type Person } from './people.ts';
import { createProceedings } from './proceedings.ts';
import type { Step } from './steps.ts';
import { createSubmissionDesk } from './submission-desk.ts';
import { ownerOf } from './timeline.ts';
import { createTradingDesk, isTradingStep } from './trading-desk.ts';
import { createValuationDesk, isValuationStep } from './valuation-desk.ts';

/**
 * Settings that lead to three matches in three months, with a small part of the sample investor's cash; the next new
 * listing is matched too.
 */
const sampleSettings: Omit<AutoInvestSettings, 'propertyTypes'> = {
  ...defaultSettings,
  enabled: true,
  minYieldBps: 750,
  amountCents: 30_000,
  monthlyLimitCents: 60_000,
  maxPerPropertyCents: 2_500_000,
};

/** A clock that the steps move. */
type MovingClock = Clock & { moveTo(moment: Date): void };

export function movingClock(at: Date): MovingClock {
  let current = at;
  return {
    now: () => current,
    moveTo(moment) {
      if (moment > current) current = moment;
    },
  };
}

/** Plays the steps of a sample world, each by its command at its moment. */
export function createStage(
  platform: Platform,
  clock: MovingClock,
  cast: { people: NamedPeople; secondAdmin: Person | undefined },
) {
  const system: CommandContext = { platform, caller: { actor: systemActor('sample-world') } };
  const propertyIds = new Map<number, number>();
  const propertyIdOf = (property: number) => present(propertyIds.get(property), 'a submitted property');
  const submissionOf = (property: number) =>
    present(sampleProperties[property], 'a sample property').submission;

  const { as, userIdOf, signUp, verifyIdentity } = createPeople({ platform, clock, system, ...cast });
  const proceed = createProceedings({ platform, clock, as, propertyIdOf });
  const playSubmission = createSubmissionDesk({ platform, clock, as });
  const trade = createTradingDesk({ as, propertyIdOf });
  const value = createValuationDesk({ as, propertyIdOf });

  async function submitProperty({ who, property }: Extract<Step, { do: 'submit' }>, requestId: string) {
    const { id } = await submit(as(who), { submission: submissionOf(property), requestId });
    propertyIds.set(property, id);
  }

  async function review(property: number): Promise<void> {
    const { outcome, reason } = present(sampleProperties[property], 'a sample property');
    const status = outcome === 'failed' ? 'approved' : outcome;
    await setStatus(as('admin'), { id: propertyIdOf(property), status, reason });
  }

  async function close(property: number): Promise<void> {
    await closeOffering(system, { propertyId: propertyIdOf(property) });
    await platform.jobs.drain({ schedules: ['offerings.releaseFunded'] });
  }

  async function payIn(step: Extract<Step, { do: 'deposit' }>, requestId: string): Promise<void> {
    await deposit(as(step.who), { amountCents: step.amountCents, requestId });
    await platform.jobs.drain({ schedules: [] });
  }

  async function autoInvest(at: Date): Promise<void> {
    await planRun(system, { trigger: 'daily', slot: `daily:${dayText(at)}` });
    await platform.jobs.drain({ schedules: [] });
  }

  const drawn = new Map<Step, Promise<Uint8Array>>();

  /** Begins to draw the documents that are filed later: a thread draws them beside the first steps. */
  function drawAhead(steps: readonly Step[]): void {
    for (const step of steps) {
      if (step.do !== 'file') continue;
      const drawing = drawSampleDocument(platform.documents, step.document, {
        submission: submissionOf(step.property),
        day: step.at,
        accountId: `sample property ${step.property}`,
      });
      // A failure is thrown by the step that files it.
      drawing.catch(() => undefined);
      drawn.set(step, drawing);
    }
  }

  async function file(step: Extract<Step, { do: 'file' }>): Promise<void> {
    const { property, document } = step;
    await fileSampleDocument(as(ownerOf(property)), document, {
      propertyId: propertyIdOf(property),
      submission: submissionOf(property),
      drawn: drawn.get(step),
    });
  }

  async function refer({ who, by }: Extract<Step, { do: 'refer' }>): Promise<void> {
    const { code } = await makeCode(as(by), {});
    await recordReferral(system, { userId: userIdOf(who), code });
  }

  async function play(step: Step): Promise<unknown> {
    clock.moveTo(step.at);
    const requestId = newId();
    if ('submission' in step) return playSubmission(step);
    if (isValuationStep(step)) return value(step, requestId);
    if (isTradingStep(step)) return trade(step, requestId);
    switch (step.do) {
      case 'sign up':
        return signUp(step.who);
      case 'verify identity':
        return verifyIdentity(step.who);
      case 'submit':
        return submitProperty(step, requestId);
      case 'review':
        return review(step.property);
      case 'close offering':
        return close(step.property);
      case 'file':
        return file(step);
      case 'classify':
        return classifyYear(as('admin'), step.year);
      case 'run jobs':
        return platform.jobs.drain();
      case 'refer':
        return refer(step);
      case 'watch':
        return watchProperty(as(step.who), { propertyId: propertyIdOf(step.property) });
      case 'turn on auto-invest':
        return saveSettings(as(step.who), { ...sampleSettings, propertyTypes: step.types });
      case 'auto-invest':
        return autoInvest(step.at);
      case 'join waitlist':
        return joinWaitlistCommand(system, { email: step.email, name: step.name, requestId });
      case 'deposit':
        return payIn(step, requestId);
      case 'invest': {
        const { who, property, shares } = step;
        return invest(as(who), { propertyId: propertyIdOf(property), shares, requestId });
      }
      default:
        return proceed(step, requestId);
    }
  }

  return { platform, system, drawAhead, play };
}
