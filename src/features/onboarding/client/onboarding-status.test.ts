import { describe, expect, test } from 'vitest';
import type { OnboardingRecord } from '../onboarding.contract.ts';
import { onboardingStatusOf } from './onboarding-status.ts';
import { hasTrace, type LocalOnboarding } from './onboarding-storage.ts';

const nothing: LocalOnboarding = { step: null, completed: false, status: null, draft: null, answers: null };
const record = (state: OnboardingRecord['state']): OnboardingRecord => ({ state, step: 1, answers: {} });

describe('a trace of onboarding', () => {
  test.each([
    [{}, false],
    [{ status: 'in progress' as const }, false],
    [{ draft: {} }, false],
    [{ step: 1 as const }, true],
    [{ step: 'skipped' as const }, true],
    [{ completed: true }, true],
    [{ answers: {} }, true],
  ])('in %j: %s', (stored, trace) => {
    expect(hasTrace({ ...nothing, ...stored })).toBe(trace);
  });
});

describe('the status of onboarding', () => {
  test.each([
    [{}, undefined, 'none'],
    [{}, 'none', 'none'],
    [{}, 'completed', 'completed'],
    [{ step: 3 as const }, 'none', 'in progress'],
    [{ step: 3 as const }, 'completed', 'completed'],
    [{ step: 'skipped' as const }, 'none', 'skipped'],
    [{ step: 'skipped' as const }, 'incomplete', 'incomplete'],
    [{ completed: true }, undefined, 'completed'],
    [{ completed: true }, 'incomplete', 'incomplete'],
  ] as const)('by %j here and %s on the server: %s', (stored, state, status) => {
    expect(onboardingStatusOf({ ...nothing, ...stored }, state && record(state))).toBe(status);
  });
});
