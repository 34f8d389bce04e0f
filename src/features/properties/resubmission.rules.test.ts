import { expect, test } from 'vitest';
import { refuseResubmission } from './resubmission.rules.ts';

test.each([
  [{ status: 'pending' }, 'NOT_REJECTED'],
  [{ status: 'approved' }, 'NOT_REJECTED'],
  [{ offering: 'failed' }, 'REFUNDS_RUNNING'],
  [{ escrowCents: 1 }, 'ESCROW_NOT_EMPTY'],
  [{ offering: 'failed', refunded: true }, undefined],
  [{}, undefined],
] as const)('submitting again with %j: %s', (facts, code) => {
  const usual = { status: 'rejected', offering: 'open', refunded: false, escrowCents: 0 } as const;
  expect(refuseResubmission({ ...usual, ...facts })?.code).toBe(code);
});
