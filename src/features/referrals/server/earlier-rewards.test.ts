import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { investingInvariants } from '#features/investing/server/verify-investing.ts';
import { ledgerInvariants } from '#features/ledger/server/verify-ledger.ts';
import { embedded } from '#platform/server/adapters/database/database.ts';
import { rows } from '#platform/server/database/db.ts';
import { checkInvariants } from '#platform/server/verification/invariants.ts';
import { databaseAt } from '#tests/support/migrations.ts';
import { referralInvariants } from './verify-referrals.ts';

/**
 * Rewards of $102.50 as they were: paid into the wallet, then bought there. Each person's operations and purchase have
 * the ids `id(user, n)`.
 */
const EARLIER_REWARDS = `
  create function id(who text, n int) returns uuid language sql as $$ select md5(who || n)::uuid $$;
  create temp table cases (who text, status text, bought boolean, refunded boolean, spent boolean);
  insert into cases values
    ('granted', 'granted', true, false, false), ('paid', 'paid', false, false, false),
    ('paid and spent', 'paid', false, false, true), ('refunded', 'granted', true, true, false),
    ('refunded and spent', 'granted', true, true, true), ('bought, not noted', 'paid', true, false, false);
  insert into users (id, email, first_name, last_name, created_at, updated_at)
    select who, md5(who) || '@x.test', 'Ada', 'Quill', now(), now() from cases union all
    select 'owner', 'owner@x.test', 'Ada', 'Quill', now(), now();
  insert into properties (owner_id, name, description, location, property_type, price_per_share, total_shares,
                          annual_yield, valuation, created_at, updated_at)
    values ('owner', 'Elm Court', '', 'Austin, TX', 'residential', 100, 50, 5, 5000, now(), now());
  insert into ledger_transfers (operation_id, code, debit_account, credit_account, asset, amount, at)
    select op, code, debit, credit, asset, amount, now() from (
      select id('owner', 1) as op, 'promotions' as code, 'platform:fees' as debit, 'platform:promotions' as credit,
             'USD' as asset, 100000 as amount
      union all select id('owner', 2), 'issued', 'property:1:issued', 'property:1:available', 'SHARE:1', 50
      union all select id(who, 1), 'reward', 'platform:promotions', 'user:' || who || ':cash', 'USD', 10250 from cases
      union all select id(who, 2), t.code, t.debit, t.credit, t.asset, t.amount from cases, lateral (values
        ('investment', 'user:' || who || ':cash', 'property:1:escrow', 'USD', 10000),
        ('processing_fee', 'user:' || who || ':cash', 'property:1:escrow', 'USD', 250),
        ('investment_shares', 'property:1:available', 'user:' || who || ':shares:1', 'SHARE:1', 1)
      ) t (code, debit, credit, asset, amount) where bought
      union all select id(who, 3), t.code, t.debit, t.credit, t.asset, t.amount from cases, lateral (values
        ('offering_refund', 'property:1:escrow', 'user:' || who || ':cash', 'USD', 10250),
        ('shares_returned', 'user:' || who || ':shares:1', 'property:1:available', 'SHARE:1', 1)
      ) t (code, debit, credit, asset, amount) where refunded
      union all select id(who, 4), 'withdrawal', 'user:' || who || ':cash', 'bank:settlement', 'USD', 10250
        from cases where spent) moved;
  insert into audit_log (operation_id, at, action, actor_kind, actor_id, subject, details)
    select distinct operation_id, now(), 'earlier', 'system', 'system:test', 'test', '{}'::jsonb from ledger_transfers
    union all select id(who, 5), now(), 'referrals.grantReward', 'system', 'system:test',
      'investment:' || id(who, 0), '{}' from cases where status = 'granted';
  insert into ledger_accounts (id, kind, user_id, property_id, balance)
    select account,
           case when account like '%:cash' then 'user_cash' when account like '%:shares:1' then 'user_shares'
                when account like '%:escrow' then 'property_escrow' when account like '%:available' then 'property_available'
                else 'platform_promotions' end,
           substring(account from '^user:(.+?):'), case when account ~ ':1' then 1 end, sum(amount)
    from (select credit_account as account, amount from ledger_transfers
          union all select debit_account, -amount from ledger_transfers) moved
    where account ~ '^(user|property):' and account <> 'property:1:issued' or account = 'platform:promotions'
    group by account;
  insert into investments (id, operation_id, user_id, property_id, shares, price_per_share, total_amount,
                           transaction_fee, created_at)
    select id(who, 0), id(who, 2), who, 1, 1, 100, 100, 2.5, now() from cases where bought;
  insert into idempotency_keys (actor_id, key, input_hash, operation_id, created_at)
    select who, 'reward:3:1', 'hash', id(who, 2), now() from cases where bought;
  insert into investment_refunds
    select id(who, 0), id(who, 3), who, 1, 'offering_failed', 1, 100, 2.5, now() from cases where refunded;
  insert into referral_rewards (user_id, tier, shares, status, reached_at, property_id, attempt, paid, investment_id,
                                granted_at)
    select who, 3, 1, status, now(), 1, 1, 102.5, case status when 'granted' then id(who, 0) end,
           case status when 'granted' then now() end from cases`;

test('an earlier reward, which was paid into the wallet, costs promotions one purchase or its spent money, never both', async () => {
  const client = await databaseAt('0022_submissions-pending');
  await client.exec(EARLIER_REWARDS);
  const { db, close } = await embedded(client);
  const found = await rows<{ who: string; is: string }>(
    db,
    sql`select w.user_id as who, w.status || ', cash ' || a.balance || coalesce(', paid by ' || i.paid_by, '')
               || coalesce(': ' || w.refusal, '') as is
        from referral_rewards w join ledger_accounts a on a.id = 'user:' || w.user_id || ':cash'
        left join investments i on i.id = w.investment_id`,
  );
  expect(Object.fromEntries(found.map(({ who, is }) => [who, is]))).toEqual({
    granted: 'granted, cash 0, paid by promotions',
    paid: 'chosen, cash 0',
    'paid and spent': 'paid, cash 0',
    refunded: 'open, cash 0: Its purchase was refunded, and the money went back.',
    'refunded and spent': 'paid, cash 0',
    'bought, not noted': 'granted, cash 0, paid by promotions',
  });
  const findings = await checkInvariants(db, [
    ...referralInvariants,
    ...investingInvariants.filter(({ name }) => name.startsWith('an investment matches')),
    ...ledgerInvariants,
  ]);
  expect(findings.flatMap(({ drifts }) => drifts)).toEqual([]);
  const [promotions] = await rows<{ cents: number }>(
    db,
    sql`select balance::float8 as cents from ledger_accounts where id = 'platform:promotions'`,
  );
  expect(promotions?.cents).toBe(100_000 - 4 * 10_250);
  await close();
});
