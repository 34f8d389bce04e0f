import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PREPARATION_DELAY_MS } from '#features/distributions/distributions.rules.ts';
import { MAX_DOCUMENTS } from '#features/documents/documents.rules.ts';
import { MAX_FILE_BYTES } from '#features/files/files.contract.ts';
import { MAX_VOTING_DAYS, MIN_VOTING_DAYS } from '#features/governance/governance.contract.ts';
import { QUORUM_PERCENT } from '#features/governance/governance.rules.ts';
import { ADMIN_TOKEN_DAYS, PASSWORD_MIN } from '#features/identity/identity.contract.ts';
import { SESSION_IDLE_DAYS } from '#features/identity/server/sessions.ts';
import { MINIMUM_AGE } from '#features/kyc/kyc.rules.ts';
import { DEFAULT_FUNDING_DAYS, MAX_FUNDING_DAYS } from '#features/offerings/offerings.contract.ts';
import { CANCELLABLE_FOR } from '#features/offerings/offerings.rules.ts';
import { CAP_RATE_MONTHS } from '#features/properties/properties.rules.ts';
import { EXPIRY_DAYS, MAX_OPEN_ORDERS } from '#features/resale/resale.contract.ts';
import { RESALE_FEE_BPS, WASH_WINDOW_DAYS } from '#features/resale/resale.rules.ts';
import {
  INSTANT_DEPOSIT_CENTS,
  MAX_TRANSFER_CENTS,
  MIN_TRANSFER_CENTS,
  UNCONFIRMED_MONTHLY_DEPOSIT_CENTS,
} from '#features/wallet/wallet.contract.ts';
import { MANAGEMENT_FEE_BPS, PROCESSING_FEE_BPS } from '#kernel/fees.ts';
import { type BasisPoints, type Cents, formatUsd } from '#kernel/money.ts';
import { HOUR } from '#kernel/time.ts';
import { parseConfig } from '#platform/server/runtime/config.ts';

const page = readFileSync(new URL('../../docs/product.md', import.meta.url), 'utf8');
const { investing, resale } = parseConfig({});

const percent = (bps: BasisPoints) => `${bps / 100}%`;
const dollars = (cents: Cents | null) => (cents === null ? 'none' : formatUsd(cents));
const hours = (milliseconds: number) => {
  const count = milliseconds / HOUR;
  return `${count} ${count === 1 ? 'hour' : 'hours'}`;
};
const days = (count: number) => `${count} days`;

const figures: Record<string, string> = {
  PROCESSING_FEE_BPS: percent(PROCESSING_FEE_BPS),
  MANAGEMENT_FEE_BPS: percent(MANAGEMENT_FEE_BPS),
  RESALE_FEE_BPS: percent(RESALE_FEE_BPS),
  INVEST_LIMIT_MONTHLY_CENTS: dollars(investing.monthlyCents),
  INVEST_LIMIT_ANNUAL_CENTS: dollars(investing.annualCents),
  DEFAULT_FUNDING_DAYS: days(DEFAULT_FUNDING_DAYS),
  MAX_FUNDING_DAYS: days(MAX_FUNDING_DAYS),
  CANCELLABLE_FOR: hours(CANCELLABLE_FOR),
  MIN_TRANSFER_CENTS: dollars(MIN_TRANSFER_CENTS),
  MAX_TRANSFER_CENTS: dollars(MAX_TRANSFER_CENTS),
  INSTANT_DEPOSIT_CENTS: dollars(INSTANT_DEPOSIT_CENTS),
  UNCONFIRMED_MONTHLY_DEPOSIT_CENTS: dollars(UNCONFIRMED_MONTHLY_DEPOSIT_CENTS),
  RESALE_PRICE_MIN_PERCENT: `${resale.lowestPercent}%`,
  RESALE_PRICE_MAX_PERCENT: `${resale.highestPercent}%`,
  MAX_OPEN_ORDERS: String(MAX_OPEN_ORDERS),
  'EXPIRY_DAYS.listing': days(EXPIRY_DAYS.listing),
  'EXPIRY_DAYS.bid': days(EXPIRY_DAYS.bid),
  WASH_WINDOW_DAYS: days(WASH_WINDOW_DAYS),
  PREPARATION_DELAY_MS: hours(PREPARATION_DELAY_MS),
  CAP_RATE_MONTHS: String(CAP_RATE_MONTHS),
  QUORUM_PERCENT: `${QUORUM_PERCENT}%`,
  MIN_VOTING_DAYS: days(MIN_VOTING_DAYS),
  MAX_VOTING_DAYS: days(MAX_VOTING_DAYS),
  MINIMUM_AGE: `${MINIMUM_AGE} years`,
  PASSWORD_MIN: `${PASSWORD_MIN} characters`,
  IDLE_DAYS: days(SESSION_IDLE_DAYS),
  ADMIN_TOKEN_DAYS: days(ADMIN_TOKEN_DAYS),
  MAX_FILE_BYTES: `${MAX_FILE_BYTES / 1024 ** 2} MB`,
  MAX_DOCUMENTS: String(MAX_DOCUMENTS),
};

test('the page of rules states each figure as its constant has it, and no figure without one', () => {
  const rows = [...page.matchAll(/^\| [^|]+ \| ([^|]+?) +\| `([^`]+)` +\|$/gm)];
  expect(Object.fromEntries(rows.map(([, figure, constant]) => [constant, figure]))).toEqual(figures);
});
