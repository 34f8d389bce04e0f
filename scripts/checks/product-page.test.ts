import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MAX_WAITING_REQUESTS } from '#features/approvals/approvals.contract.ts';
import { REQUEST_HOURS } from '#features/approvals/approvals.rules.ts';
import { MIN_ROLE_HOURS } from '#features/approvals/role-age.contract.ts';
import {
  defaultSettings,
  LAST_CATCH_UP_DAY,
  MAX_CANDIDATES_PER_TYPE,
  OFFERED_SHARES_DIVISOR,
  REFUSAL_RETENTION_DAYS,
  SKIP_MS,
  TEST_YIELD_BPS,
} from '#features/auto-invest/auto-invest.rules.ts';
import { PAYMENT_DAY_TEXT, PREPARATION_DELAY_MS } from '#features/distributions/distributions.rules.ts';
import {
  MAX_BANK_FILE_BYTES,
  MAX_BANK_ROWS,
  MAX_ENTRIES,
  MAX_TYPED_ENTRIES,
} from '#features/distributions/entries.contract.ts';
import { MAX_DOCUMENTS } from '#features/documents/documents.contract.ts';
import { MAX_FILE_BYTES } from '#features/files/files.contract.ts';
import {
  MAX_OPEN_PROPOSALS,
  MAX_VOTING_DAYS,
  MIN_VOTING_DAYS,
} from '#features/governance/governance.contract.ts';
import { QUORUM_PERCENT } from '#features/governance/governance.rules.ts';
import {
  ADMIN_TOKEN_DAYS,
  MAX_PASSKEYS,
  MAX_TOKEN_DAYS,
  MAX_TOKENS,
  PASSWORD_MIN_CHARACTERS,
} from '#features/identity/identity.contract.ts';
import { RESET_WAIT_HOURS } from '#features/identity/identity.rules.ts';
import {
  MAX_RESET_MAILS_A_DAY,
  REPEATED_RESET_MAILS_A_DAY,
  RESET_LINK_MINUTES_LEFT,
} from '#features/identity/mail-links.contract.ts';
import { SESSION_IDLE_DAYS } from '#features/identity/server/sessions/sessions.ts';
import { FLEXIBLE_FUNDING_DAYS } from '#features/intake/intake.rules.ts';
import {
  DEFAULT_DOLLARS_PER_SQUARE_FOOT,
  DOLLARS_PER_SQUARE_FOOT,
  HIGH_CONFIDENCE_SQUARE_FEET,
  MAX_COMPARABLES,
  MEDIUM_CONFIDENCE_SQUARE_FEET,
  MONTHLY_RENT_BPS,
} from '#features/intake/valuation.rules.ts';
import { MINIMUM_AGE_YEARS } from '#features/kyc/age.contract.ts';
import { GRACE_DAYS } from '#features/legal/legal.rules.ts';
import { WASH_SALE_DAYS } from '#features/lots/wash-sale.contract.ts';
import { NOTIFICATION_RETENTION_DAYS } from '#features/notifications/notifications.rules.ts';
import { DEFAULT_FUNDING_DAYS, MAX_FUNDING_DAYS } from '#features/offerings/offering-terms.contract.ts';
import { CANCELLATION_WINDOW_MS } from '#features/offerings/offerings.rules.ts';
import {
  EXPORT_RETENTION_DAYS,
  FAREWELL_RETENTION_DAYS,
  MAX_EXPORT_FAILURES,
  MAX_EXPORT_LOSSES,
  MAX_EXPORTED_FILE_BYTES,
  RETENTION_YEARS,
} from '#features/own-data/own-data.rules.ts';
import { YIELD_TOLERANCE_BPS } from '#features/properties/confirmed-yield.rules.ts';
import { MAX_PENDING_PROPERTIES } from '#features/properties/properties.contract.ts';
import { CAP_RATE_MONTHS } from '#features/properties/properties.rules.ts';
import {
  CODE_COOKIE_DAYS,
  MAX_REWARD_SHARE_CENTS,
  PURCHASE_COUNTS_AFTER_MS,
  REWARD_TIERS,
} from '#features/referrals/referrals.rules.ts';
import { DOWNLOAD_HOURS } from '#features/registers/registers.rules.ts';
import { MIN_ANNUALIZED_DAYS } from '#features/reports/returns.rules.ts';
import { EXPIRY_DAYS, MAX_IMMEDIATE_TRADES, MAX_OPEN_ORDERS } from '#features/resale/resale.contract.ts';
import { RESALE_FEE_BPS, WASH_WINDOW_DAYS } from '#features/resale/resale.rules.ts';
import { MAX_CLOSED_ORDERS } from '#features/resale/server/close-order.ts';
import { ISSUE_DAY, ISSUE_HOUR } from '#features/statements/statements.rules.ts';
import { COMPARABLE_MONTHS } from '#features/submissions/comparables.contract.ts';
import {
  MAX_PENDING_SUBMISSIONS,
  MAX_SUBMISSION_DOCUMENTS,
  SUBMISSION_PRICE_PER_SHARE_CENTS,
} from '#features/submissions/submissions.contract.ts';
import {
  CONTACT_DAYS,
  PROPOSAL_DAYS,
  QUICK_ANSWER_DAYS,
  RECENT_MONTHS,
  UNFILED_DAYS,
} from '#features/submissions/submissions.rules.ts';
import { CLASSIFIABLE_AFTER_MS, EXPORT_HOURS } from '#features/tax/tax.rules.ts';
import { thresholdOf } from '#features/tax/thresholds.rules.ts';
import { MAX_DEBT_MULTIPLE } from '#features/valuations/valuations.contract.ts';
import {
  LARGE_CHANGE_DAYS,
  LARGE_CHANGE_PERCENT,
  MAX_PENDING_VALUATIONS,
} from '#features/valuations/valuations.rules.ts';
import {
  INSTANT_DEPOSIT_CENTS,
  MAX_PENDING_TRANSFERS,
  MAX_TRANSFER_CENTS,
  MIN_TRANSFER_CENTS,
  UNCONFIRMED_MONTHLY_DEPOSIT_CENTS,
} from '#features/wallet/wallet.contract.ts';
import { MAX_WATCHED_PROPERTIES } from '#features/watchlist/watchlist.contract.ts';
import { DEFAULT_ALERTS, REARM_HOURS, REARM_PERCENT } from '#features/watchlist/watchlist.rules.ts';
import { MANAGEMENT_FEE_BPS, PROCESSING_FEE_BPS } from '#kernel/fees.ts';
import { type BasisPoints, type Cents, formatUsd } from '#kernel/money.ts';
import { HOUR } from '#kernel/time.ts';
import { parseConfig, settingNames } from '#platform/server/runtime/config.ts';
import { screenTexts } from '../texts/screen-texts.ts';
import { root } from './sources.ts';

const page = readFileSync(new URL('../../docs/product.md', import.meta.url), 'utf8');
const { investing, resale } = parseConfig({});

const percent = (bps: BasisPoints) => `${bps / 100}%`;
const dollars = (cents: Cents | null) => (cents === null ? 'none' : formatUsd(cents));
const hours = (milliseconds: number) => {
  const count = milliseconds / HOUR;
  return `${count} ${count === 1 ? 'hour' : 'hours'}`;
};
const squareFeet = (count: number) => `${count.toLocaleString('en-US')} square feet`;
const days = (count: number) => `${count} days`;
const months = (count: number) => `${count} months`;

const figures: Record<string, string> = {
  PROCESSING_FEE_BPS: percent(PROCESSING_FEE_BPS),
  MANAGEMENT_FEE_BPS: percent(MANAGEMENT_FEE_BPS),
  RESALE_FEE_BPS: percent(RESALE_FEE_BPS),
  INVEST_LIMIT_MONTHLY_CENTS: dollars(investing.monthlyCents),
  INVEST_LIMIT_ANNUAL_CENTS: dollars(investing.annualCents),
  DEFAULT_FUNDING_DAYS: days(DEFAULT_FUNDING_DAYS),
  MAX_FUNDING_DAYS: days(MAX_FUNDING_DAYS),
  CANCELLATION_WINDOW_MS: hours(CANCELLATION_WINDOW_MS),
  SKIP_MS: hours(SKIP_MS),
  OFFERED_SHARES_DIVISOR: String(OFFERED_SHARES_DIVISOR),
  'defaultSettings.minYieldBps': percent(defaultSettings.minYieldBps),
  'defaultSettings.maxPerPropertyCents': dollars(defaultSettings.maxPerPropertyCents),
  'defaultSettings.monthlyLimitCents': dollars(defaultSettings.monthlyLimitCents),
  'defaultSettings.amountCents': dollars(defaultSettings.amountCents),
  TEST_YIELD_BPS: percent(TEST_YIELD_BPS),
  MAX_CANDIDATES_PER_TYPE: String(MAX_CANDIDATES_PER_TYPE),
  LAST_CATCH_UP_DAY: String(LAST_CATCH_UP_DAY),
  REFUSAL_RETENTION_DAYS: days(REFUSAL_RETENTION_DAYS),
  MIN_TRANSFER_CENTS: dollars(MIN_TRANSFER_CENTS),
  MAX_TRANSFER_CENTS: dollars(MAX_TRANSFER_CENTS),
  INSTANT_DEPOSIT_CENTS: dollars(INSTANT_DEPOSIT_CENTS),
  MAX_PENDING_TRANSFERS: String(MAX_PENDING_TRANSFERS),
  UNCONFIRMED_MONTHLY_DEPOSIT_CENTS: dollars(UNCONFIRMED_MONTHLY_DEPOSIT_CENTS),
  RESALE_PRICE_MIN_PERCENT: `${resale.lowestPercent}%`,
  RESALE_PRICE_MAX_PERCENT: `${resale.highestPercent}%`,
  MAX_OPEN_ORDERS: String(MAX_OPEN_ORDERS),
  MAX_IMMEDIATE_TRADES: String(MAX_IMMEDIATE_TRADES),
  'EXPIRY_DAYS.listing': days(EXPIRY_DAYS.listing),
  'EXPIRY_DAYS.bid': days(EXPIRY_DAYS.bid),
  'EXPIRY_DAYS.maxDays': days(EXPIRY_DAYS.maxDays),
  WASH_WINDOW_DAYS: days(WASH_WINDOW_DAYS),
  LARGE_CHANGE_DAYS: days(LARGE_CHANGE_DAYS),
  LARGE_CHANGE_PERCENT: `${LARGE_CHANGE_PERCENT}%`,
  MAX_PENDING_VALUATIONS: String(MAX_PENDING_VALUATIONS),
  MAX_DEBT_MULTIPLE: String(MAX_DEBT_MULTIPLE),
  MAX_CLOSED_ORDERS: String(MAX_CLOSED_ORDERS),
  PREPARATION_DELAY_MS: hours(PREPARATION_DELAY_MS),
  MAX_ENTRIES: MAX_ENTRIES.toLocaleString('en-US'),
  MAX_TYPED_ENTRIES: String(MAX_TYPED_ENTRIES),
  MAX_BANK_ROWS: MAX_BANK_ROWS.toLocaleString('en-US'),
  MAX_BANK_FILE_BYTES: `${MAX_BANK_FILE_BYTES / 1024 ** 2} MB`,
  CAP_RATE_MONTHS: months(CAP_RATE_MONTHS),
  PAYMENT_DAY_TEXT,
  ISSUE_DAY: String(ISSUE_DAY),
  ISSUE_HOUR: `${ISSUE_HOUR}:00`,
  MIN_ANNUALIZED_DAYS: days(MIN_ANNUALIZED_DAYS),
  CLASSIFIABLE_AFTER_MS: hours(CLASSIFIABLE_AFTER_MS),
  EXPORT_HOURS: `${EXPORT_HOURS} hours`,
  'THRESHOLDS.1099-DIV.2026': dollars(thresholdOf('1099-DIV', 2026)?.cents ?? null),
  'THRESHOLDS.1099-MISC.2025': dollars(thresholdOf('1099-MISC', 2025)?.cents ?? null),
  'THRESHOLDS.1099-MISC.2026': dollars(thresholdOf('1099-MISC', 2026)?.cents ?? null),
  WASH_SALE_DAYS: days(WASH_SALE_DAYS),
  RESET_WAIT_HOURS: `${RESET_WAIT_HOURS} hours`,
  DOWNLOAD_HOURS: `${DOWNLOAD_HOURS} hours`,
  REQUEST_HOURS: `${REQUEST_HOURS} hours`,
  MIN_ROLE_HOURS: `${MIN_ROLE_HOURS} hours`,
  MAX_WAITING_REQUESTS: String(MAX_WAITING_REQUESTS),
  QUORUM_PERCENT: `${QUORUM_PERCENT}%`,
  MIN_VOTING_DAYS: days(MIN_VOTING_DAYS),
  MAX_VOTING_DAYS: days(MAX_VOTING_DAYS),
  MAX_OPEN_PROPOSALS: String(MAX_OPEN_PROPOSALS),
  MINIMUM_AGE_YEARS: `${MINIMUM_AGE_YEARS} years`,
  PASSWORD_MIN_CHARACTERS: `${PASSWORD_MIN_CHARACTERS} characters`,
  SESSION_IDLE_DAYS: days(SESSION_IDLE_DAYS),
  MAX_PASSKEYS: String(MAX_PASSKEYS),
  MAX_TOKENS: String(MAX_TOKENS),
  REPEATED_RESET_MAILS_A_DAY: String(REPEATED_RESET_MAILS_A_DAY),
  MAX_RESET_MAILS_A_DAY: String(MAX_RESET_MAILS_A_DAY),
  RESET_LINK_MINUTES_LEFT: `${RESET_LINK_MINUTES_LEFT} minutes`,
  MAX_TOKEN_DAYS: days(MAX_TOKEN_DAYS),
  ADMIN_TOKEN_DAYS: days(ADMIN_TOKEN_DAYS),
  NOTIFICATION_RETENTION_DAYS: days(NOTIFICATION_RETENTION_DAYS),
  MAX_FILE_BYTES: `${MAX_FILE_BYTES / 1024 ** 2} MB`,
  MAX_PENDING_PROPERTIES: String(MAX_PENDING_PROPERTIES),
  MAX_DOCUMENTS: String(MAX_DOCUMENTS),
  ...Object.fromEntries(
    Object.entries(DOLLARS_PER_SQUARE_FOOT).map(([zip, rate]) => [
      `DOLLARS_PER_SQUARE_FOOT.${zip}`,
      dollars(rate * 100),
    ]),
  ),
  DEFAULT_DOLLARS_PER_SQUARE_FOOT: dollars(DEFAULT_DOLLARS_PER_SQUARE_FOOT * 100),
  MONTHLY_RENT_BPS: percent(MONTHLY_RENT_BPS),
  HIGH_CONFIDENCE_SQUARE_FEET: squareFeet(HIGH_CONFIDENCE_SQUARE_FEET),
  MEDIUM_CONFIDENCE_SQUARE_FEET: squareFeet(MEDIUM_CONFIDENCE_SQUARE_FEET),
  MAX_COMPARABLES: String(MAX_COMPARABLES),
  COMPARABLE_MONTHS: months(COMPARABLE_MONTHS),
  FLEXIBLE_FUNDING_DAYS: days(FLEXIBLE_FUNDING_DAYS),
  QUICK_ANSWER_DAYS: String(QUICK_ANSWER_DAYS),
  RECENT_MONTHS: months(RECENT_MONTHS),
  MAX_SUBMISSION_DOCUMENTS: String(MAX_SUBMISSION_DOCUMENTS),
  MAX_PENDING_SUBMISSIONS: String(MAX_PENDING_SUBMISSIONS),
  SUBMISSION_PRICE_PER_SHARE_CENTS: dollars(SUBMISSION_PRICE_PER_SHARE_CENTS),
  UNFILED_DAYS: days(UNFILED_DAYS),
  YIELD_TOLERANCE_BPS: `${YIELD_TOLERANCE_BPS / 100} points`,
  CONTACT_DAYS: String(CONTACT_DAYS),
  PROPOSAL_DAYS: String(PROPOSAL_DAYS),
  ...Object.fromEntries(
    REWARD_TIERS.map(({ referrals, shares }) => [`REWARD_TIERS.${referrals}`, String(shares)]),
  ),
  MAX_REWARD_SHARE_CENTS: dollars(MAX_REWARD_SHARE_CENTS),
  CODE_COOKIE_DAYS: days(CODE_COOKIE_DAYS),
  PURCHASE_COUNTS_AFTER_MS: hours(PURCHASE_COUNTS_AFTER_MS),
  MAX_WATCHED_PROPERTIES: String(MAX_WATCHED_PROPERTIES),
  'DEFAULT_ALERTS.pricePercent': `${DEFAULT_ALERTS.pricePercent}%`,
  'DEFAULT_ALERTS.yieldBps': `${DEFAULT_ALERTS.yieldBps / 100} points`,
  'DEFAULT_ALERTS.fundedPercent': `${DEFAULT_ALERTS.fundedPercent}%`,
  EXPORT_RETENTION_DAYS: days(EXPORT_RETENTION_DAYS),
  MAX_EXPORTED_FILE_BYTES: `${MAX_EXPORTED_FILE_BYTES / 1024 ** 2} MB`,
  MAX_EXPORT_FAILURES: String(MAX_EXPORT_FAILURES),
  MAX_EXPORT_LOSSES: String(MAX_EXPORT_LOSSES),
  'RETENTION_YEARS.identity': `${RETENTION_YEARS.identity} years`,
  'RETENTION_YEARS.tax': `${RETENTION_YEARS.tax} years`,
  FAREWELL_RETENTION_DAYS: days(FAREWELL_RETENTION_DAYS),
  GRACE_DAYS: days(GRACE_DAYS),
  REARM_PERCENT: `${REARM_PERCENT}%`,
  REARM_HOURS: `${REARM_HOURS} hours`,
};

test('each constant that the page names is a setting or has that name in the code', () => {
  const src = path.join(import.meta.dirname, '../../src');
  const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(src, file), 'utf8'))
    .join('\n');
  const names = Object.keys(figures).map((name) => name.replace(/\..*/, ''));
  const missing = names.filter(
    (name) => !settingNames.includes(name) && !new RegExp(`^(export )?const ${name}\\b`, 'm').test(code),
  );
  expect(missing).toEqual([]);
});

test('the page of rules states each figure as its constant has it, and no figure without one', () => {
  const rows = [...page.matchAll(/^\| [^|]+ \| ([^|]+?) +\| `([^`]+)` +\|$/gm)];
  expect(Object.fromEntries(rows.map(([, figure, constant]) => [constant, figure]))).toEqual(figures);
});

/** Digits that are no figures of rules: forms and their boxes, a function, a setting, days of an example, twelve months. */
const NAMES =
  /1099-\w+|\b(?:box(?:es)?|\d[ab])(?:,? (?:and )?\d[ab]?)*|sha256|APPROVALS=2|January \d+|\/ 12/gi;

test('the text between the tables has no figure that no table has', () => {
  const prose = page.replaceAll(/^\|.*$/gm, '').replaceAll(NAMES, '');
  const written = prose.match(/\$?\d[\d,.]*\d(?:th|%)?|\$?\d(?:th|%)?/g) ?? [];
  const known = new Set(Object.values(figures).flatMap((figure) => [figure, figure.split(' ')[0]]));
  expect(written.length).toBeGreaterThan(3);
  expect(written.filter((figure) => !known.has(figure))).toEqual([]);
});

/** Texts that operators read, that people accepted in this version, and of the sample world. */
const LEFT_AS_THEY_ARE =
  /^src\/(demo|app\/server|platform\/server)\/|\/verify-[a-z-]+\.ts$|^src\/features\/(legal|learn)\/server\//;

/** Texts in which the same figure is about something else. */
const ABOUT_SOMETHING_ELSE = [
  'Last 12 months',
  'Last 30 days',
  'Average price, last 30 days',
  'Traded in 30 days',
  '3 to 5 years',
  '5% to 7%',
  '7% to 10%',
  '10% and more',
  'Enter a yield from 0% to 20%.',
  'Enter a change from -10% to 10% a year.',
  'The link works once, within 24 hours.',
  'An idempotency key has at least 8 characters.',
];

/**
 * How a text would say a figure: as it is with its unit; a mere number with what it counts, such as "20 access tokens".
 * Left out are amounts of money, most of which are examples and ranges of forms, and business days, which are promised
 * in documented words: "within 3 to 5 business days".
 */
function wordingOf(constant: string, figure: string): RegExp | null {
  if (figure.startsWith('$')) return null;
  if (/[^\d.,:]/.test(figure)) {
    const escaped = figure.replaceAll(/[.$]/g, '\\$&');
    return new RegExp(`(?<![\\d.,$-])${escaped.replace(/ (\w+)$/, '[ -]$1')}(?![\\d%]|[.,]\\d)`);
  }
  const counted = /_([A-Z]+S)$/.exec(constant)?.[1];
  return counted
    ? new RegExp(`(?<![\\d.,$-])${figure} (?!business)(\\w+ )?${counted.toLowerCase()}\\b`)
    : null;
}

test('texts that people read take the figures of the page from their constants', () => {
  const wordings = Object.entries(figures).flatMap(([constant, figure]) => {
    const wording = wordingOf(constant, figure);
    return wording ? [{ constant, wording }] : [];
  });
  const texts = screenTexts(root).filter(({ file }) => !LEFT_AS_THEY_ARE.test(file));
  expect(texts.length).toBeGreaterThan(3_000);
  const written = texts.flatMap(({ file, line, text }) => {
    const constants = wordings.filter(({ wording }) => wording.test(text)).map(({ constant }) => constant);
    return constants.length > 0
      ? [{ text, place: `${file}:${line}`, constants: constants.join(' or ') }]
      : [];
  });
  expect(written.filter(({ text }) => !ABOUT_SOMETHING_ELSE.includes(text))).toEqual([]);
  const known = written.map(({ text }) => text);
  expect(ABOUT_SOMETHING_ELSE.filter((text) => !known.includes(text))).toEqual([]);
});
