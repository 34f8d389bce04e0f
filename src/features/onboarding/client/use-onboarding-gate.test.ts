import { expect, test } from 'vitest';
import { isLeftAlone } from './use-onboarding-gate.ts';

test('onboarding, public pages, and those for money, account and help are opened without onboarding, others are not', () => {
  const open = [
    ...['/onboarding', '/onboarding/kyc', '/waitlist', '/login', '/login/', '/wallet', '/settings'],
    ...['/learn', '/learn/what-you-pay', '/legal/terms', '/about/fees', '/offering/3-maple-court'],
    ...['/verify/ABCD-EFGH', '/confirm-email', '/forgot-password', '/reset-password'],
  ];
  expect(open.filter((path) => !isLeftAlone(path))).toEqual([]);
  const gated = ['/', '/properties', '/investor-dashboard', '/property/1', '/wallets', '/offering', '/admin'];
  expect(gated.filter(isLeftAlone)).toEqual([]);
});
