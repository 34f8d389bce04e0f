import { type SQL, sql } from 'drizzle-orm';

export const exportAreas = [
  'account',
  'identity',
  'money',
  'investments',
  'resale',
  'properties',
  'activity',
  'documents',
] as const;
export type ExportArea = (typeof exportAreas)[number];

/** Export of a person's rows of a table into their download. */
interface ExportedTable {
  area: ExportArea;
  /** A query of (row), as JSON. */
  rowsOf(userId: string): SQL;
}

interface TableRule {
  /** Or the reason why they are not exported. */
  exported: ExportedTable | { why: string };
  /**
   * Treatment of the rows when the account is closed:
   * - `removed`
   * - `emptied`: everything that says who the person was is removed or overwritten
   * - `retained`: for the time that the law demands
   * - `permanent`: unchanged, as they name the person by id only
   */
  closing: 'removed' | 'emptied' | 'retained' | 'permanent';
}

type Closing = TableRule['closing'];

/**
 * Whether trades `t` are a person's. Only buyers have an index; what someone sold is in the disposals of their lots.
 */
export const isTradeOf = (userId: string): SQL => sql`t.id in (
  select bought.id from resale_trades bought where bought.buyer_id = ${userId}
  union all
  select sold.trade_id from lot_disposals sold where sold.user_id = ${userId})`;

/** Rows that meet a condition, without columns that are secrets or name someone else. */
function rowsWhere(
  table: string,
  area: ExportArea,
  closing: Closing,
  condition: (userId: string) => SQL,
  without: readonly string[] = [],
): TableRule {
  const left = without.map((column) => sql` - ${column}::text`);
  const rowsOf = (userId: string) =>
    sql`select to_jsonb(t)${left.length > 0 ? sql.join(left) : sql``} as row from ${sql.raw(table)} t where ${condition(userId)}`;
  return { exported: { area, rowsOf }, closing };
}

/** Rows with the person's id in a column. */
const own = (table: string, area: ExportArea, closing: Closing, column = 'user_id', without: string[] = []) =>
  rowsWhere(table, area, closing, (userId) => sql`t.${sql.raw(column)} = ${userId}`, [column, ...without]);

/** Rows about the properties of an owner. */
const ofProperties = (table: string, closing: Closing, without: string[] = []) =>
  rowsWhere(
    table,
    'properties',
    closing,
    (userId) => sql`t.property_id in (select id from properties where owner_id = ${userId})`,
    without,
  );

/** Rows about the submissions of an owner. */
const ofSubmissions = (table: string, closing: Closing, without: string[]) =>
  rowsWhere(
    table,
    'properties',
    closing,
    (userId) => sql`t.submission_id in (select id from submissions where owner_id = ${userId})`,
    without,
  );

const left = (why: string, closing: Closing = 'permanent'): TableRule => ({ exported: { why }, closing });

const ADMIN_WORK = 'A record of admin decisions, which admins see in the audit log.';
const SECRET = 'A sign-in secret, left out for your security.';
const NO_PERSON = 'Has no personal data.';
const TECHNICAL = 'A technical copy. The original data is in other tables.';

/** An account of the ledger as its owner may see it. An account of another person appears without its id. */
const seenFrom = (column: string, userId: string) =>
  sql`case when t.${sql.raw(column)} like 'user:%' and not starts_with(t.${sql.raw(column)}, ${`user:${userId}:`})
      then 'another person' else t.${sql.raw(column)} end`;

/**
 * Every table: how a person's rows are exported, and what closing the account does with them. A test compares it with
 * the schema, so that no table that names a person is forgotten.
 */
export const personTables: Readonly<Record<string, TableRule>> = {
  // Account
  users: rowsWhere('users', 'account', 'emptied', (userId) => sql`t.id = ${userId}`, ['password_hash']),
  sessions: own('sessions', 'account', 'removed', 'user_id', ['sid']),
  access_tokens: own('access_tokens', 'account', 'removed', 'user_id', ['secret_hash']),
  mail_links: own('mail_links', 'account', 'removed', 'user_id', ['token_hash']),
  second_factors: own('second_factors', 'account', 'removed', 'user_id', ['secret', 'last_step']),
  recovery_codes: left(SECRET, 'removed'),
  passkeys: own('passkeys', 'account', 'removed', 'user_id', ['public_key']),
  provider_accounts: own('provider_accounts', 'account', 'removed'),
  sign_in_flows: left(SECRET, 'removed'),
  frozen_accounts: own('frozen_accounts', 'account', 'emptied', 'user_id', ['frozen_by']),
  unfrozen_accounts: own('unfrozen_accounts', 'account', 'permanent', 'user_id', ['unfrozen_by']),
  closed_accounts: left('There is none before the account is closed.', 'permanent'),
  retained_records: left('There is none before the account is closed.', 'permanent'),
  data_exports: own('data_exports', 'account', 'removed'),
  waitlist_entries: rowsWhere(
    'waitlist_entries',
    'account',
    'removed',
    (userId) => sql`t.email_key = (select email from users where id = ${userId})`,
  ),
  approval_requests: rowsWhere(
    'approval_requests',
    'account',
    'emptied',
    (userId) => sql`t.subject = ${`user:${userId}`}`,
    ['requested_by', 'input', 'input_hash', 'reason', 'facts'],
  ),
  approval_decisions: left(ADMIN_WORK, 'emptied'),
  onboarding_records: own('onboarding_records', 'account', 'removed'),
  legal_acceptances: own('legal_acceptances', 'account', 'permanent'),
  notification_preferences: own('notification_preferences', 'account', 'removed'),

  // Identity check. Encrypted fields are left out: a copy of them on someone's disk would only be a risk.
  kyc_applications: own('kyc_applications', 'identity', 'retained', 'user_id', [
    'sealed_ssn',
    'sealed_date_of_birth',
    'ssn_fingerprint',
  ]),
  person_keys: left('The key to your encrypted data, left out for your security.', 'retained'),
  kyc_decisions: own('kyc_decisions', 'identity', 'retained', 'user_id', ['reviewer_id']),

  // Money
  ledger_accounts: own('ledger_accounts', 'money', 'permanent'),
  ledger_transfers: {
    exported: {
      area: 'money',
      rowsOf: (userId) => sql`
        select to_jsonb(t) || jsonb_build_object('debit_account', ${seenFrom('debit_account', userId)},
                 'credit_account', ${seenFrom('credit_account', userId)}) as row
        from ledger_transfers t where t.id in (
          select d.id from ledger_accounts a
          join ledger_transfers d on d.debit_account = a.id and d.debit_account like 'user:%'
          where a.user_id = ${userId}
          union
          select c.id from ledger_accounts a
          join ledger_transfers c on c.credit_account = a.id and c.credit_account like 'user:%'
          where a.user_id = ${userId})`,
    },
    closing: 'permanent',
  },
  bank_transfers: own('bank_transfers', 'money', 'emptied'),
  distribution_payouts: own('distribution_payouts', 'money', 'permanent'),
  distribution_payments: left(NO_PERSON),
  reinvestment_choices: own('reinvestment_choices', 'money', 'removed'),
  referral_codes: own('referral_codes', 'money', 'removed'),
  referrals: rowsWhere(
    'referrals',
    'money',
    'permanent',
    (userId) => sql`${userId} in (t.inviter_id, t.invited_id)`,
    ['inviter_id', 'invited_id'],
  ),
  referral_rewards: own('referral_rewards', 'money', 'permanent'),

  // Investments
  investments: own('investments', 'investments', 'permanent'),
  investment_refunds: own('investment_refunds', 'investments', 'permanent'),
  investment_releases: left(NO_PERSON),
  notified_refunds: own('notified_refunds', 'investments', 'permanent'),
  invested_months: own('invested_months', 'investments', 'permanent'),
  auto_invest_settings: own('auto_invest_settings', 'investments', 'removed'),
  auto_invest_decisions: own('auto_invest_decisions', 'investments', 'permanent'),
  auto_invest_purchases: own('auto_invest_purchases', 'investments', 'permanent'),
  auto_invest_runs: left(NO_PERSON),
  auto_invest_offers: left(NO_PERSON),
  lot_usage: left('How much of a lot is sold is in lots.csv.'),
  lot_reservations: own('lot_reservations', 'investments', 'permanent'),
  lot_disposals: own('lot_disposals', 'investments', 'permanent'),
  wash_sale_adjustments: own('wash_sale_adjustments', 'investments', 'permanent'),
  share_certificates: own('share_certificates', 'investments', 'retained'),
  analytics_investors: left(TECHNICAL),
  analytics_days: left(NO_PERSON),
  analytics_properties: left(NO_PERSON),
  analytics_property_days: left(NO_PERSON),
  analytics_totals: left(NO_PERSON),

  // Resale
  resale_orders: own('resale_orders', 'resale', 'permanent'),
  resale_trades: {
    exported: {
      area: 'resale',
      rowsOf: (userId) => sql`
        select to_jsonb(t) - 'seller_id'::text - 'buyer_id'::text
                 || jsonb_build_object('side', case when t.buyer_id = ${userId} then 'bought' else 'sold' end) as row
        from resale_trades t where ${isTradeOf(userId)}`,
    },
    closing: 'permanent',
  },
  resale_trade_accounts: left('Other accounts of the person by id only; each of them has its own download.'),
  resale_books: left(NO_PERSON),
  resale_wash_trades: left(NO_PERSON),

  // Properties that the person owns or submits
  properties: rowsWhere('properties', 'properties', 'emptied', (userId) => sql`t.owner_id = ${userId}`, [
    'owner_id',
    'search_text',
  ]),
  property_images: ofProperties('property_images', 'removed'),
  property_versions: ofProperties('property_versions', 'removed'),
  property_documents: own('property_documents', 'properties', 'removed', 'uploaded_by', ['withdrawn_by']),
  offerings: ofProperties('offerings', 'permanent', ['held_by']),
  valuations: own('valuations', 'properties', 'permanent', 'filed_by'),
  valuation_decisions: rowsWhere(
    'valuation_decisions',
    'properties',
    'permanent',
    (userId) => sql`t.valuation_id in (select id from valuations where filed_by = ${userId})`,
    ['decided_by'],
  ),
  rent_reports: own('rent_reports', 'properties', 'permanent', 'reported_by'),
  report_imports: ofProperties('report_imports', 'permanent', ['account_hash']),
  report_entries: ofProperties('report_entries', 'permanent'),
  report_drafts: ofProperties('report_drafts', 'permanent'),
  distributions: ofProperties('distributions', 'permanent', ['approved_by']),
  bank_columns: own('bank_columns', 'properties', 'removed', 'owner_id'),
  counterparty_lines: own('counterparty_lines', 'properties', 'removed', 'owner_id'),
  submissions: own('submissions', 'properties', 'emptied', 'owner_id', ['decided_by']),
  submission_documents: own('submission_documents', 'properties', 'removed', 'owner_id', ['verdict_by']),
  submission_confirmations: ofSubmissions('submission_confirmations', 'removed', ['confirmed_by']),
  submission_messages: ofSubmissions('submission_messages', 'removed', ['author_id']),
  submission_changes: ofSubmissions('submission_changes', 'permanent', ['changed_by']),
  intake_drafts: own('intake_drafts', 'properties', 'removed', 'owner_id'),
  comparable_sales: left(NO_PERSON),
  search_words: left(NO_PERSON),
  register_releases: left(ADMIN_WORK),

  // Activity
  achievements: own('achievements', 'activity', 'permanent'),
  notifications: own('notifications', 'activity', 'removed'),
  notification_mails: left(NO_PERSON),
  receipt_progress: left(NO_PERSON),
  proposals: own('proposals', 'activity', 'permanent', 'created_by'),
  votes: own('votes', 'activity', 'permanent'),
  watched_properties: own('watched_properties', 'activity', 'removed'),
  watchlist_alerts: own('watchlist_alerts', 'activity', 'removed'),
  watched_figures: left(NO_PERSON),

  // Documents
  monthly_statements: own('monthly_statements', 'documents', 'permanent'),
  tax_allocations: own('tax_allocations', 'documents', 'permanent'),
  basis_reductions: own('basis_reductions', 'documents', 'permanent'),
  tax_classifications: left(ADMIN_WORK),
  tax_exports: left(ADMIN_WORK),
  retained_recipients: left('There is none before the account is closed.', 'retained'),
  statement_months: left(NO_PERSON),
  statement_chunks: left(NO_PERSON),
  drawn_documents: left('In the folder "drawn", as PDF files.', 'retained'),
  stored_files: own('stored_files', 'documents', 'retained'),
  file_scans: left('Infected files are left out and listed.', 'retained'),

  // The product's own
  articles: left(NO_PERSON),
  audit_log: left('The platform’s audit log. What it describes is in other tables.'),
  audit_seals: left(NO_PERSON),
  audit_unsealed: left(NO_PERSON),
  audit_texts: left(ADMIN_WORK, 'emptied'),
  idempotency_keys: left(TECHNICAL, 'emptied'),
  outbox_events: left(TECHNICAL),
  outbox_unsequenced: left(NO_PERSON),
  outbox_positions: left(NO_PERSON),
  outbox_head: left(NO_PERSON),
  jobs: left(TECHNICAL),
  spent_limits: left(NO_PERSON),
  verifications: left(ADMIN_WORK),
  bank_comparisons: left(TECHNICAL),
};
