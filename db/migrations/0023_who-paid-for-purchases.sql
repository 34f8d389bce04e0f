ALTER TABLE "referral_rewards" DROP CONSTRAINT "referral_rewards_paid";--> statement-breakpoint
ALTER TABLE "referral_rewards" DROP CONSTRAINT "referral_rewards_granted";--> statement-breakpoint
DROP INDEX "referral_rewards_waiting";--> statement-breakpoint
ALTER TABLE "investments" ADD COLUMN "paid_by" text DEFAULT 'buyer' NOT NULL;--> statement-breakpoint

-- A reward was paid into the wallet and bought from there. One whose purchase was made and not noted yet is granted.
WITH bought AS (
  UPDATE referral_rewards w SET status = 'granted', investment_id = i.id, refusal = NULL
  FROM idempotency_keys k JOIN investments i ON i.operation_id = k.operation_id
  WHERE w.status = 'paid' AND k.actor_id = w.user_id AND k.key = 'reward:' || w.tier || ':' || w.attempt
    AND i.property_id = w.property_id AND i.shares = w.shares
  RETURNING w.user_id, w.tier, w.investment_id
)
INSERT INTO audit_log (operation_id, at, action, actor_kind, actor_id, subject, details)
SELECT gen_random_uuid(), now(), 'referrals.grantReward', 'system', 'system:migration', 'investment:' || investment_id,
  jsonb_build_object('userId', user_id, 'tier', tier) FROM bought;--> statement-breakpoint
UPDATE investments i SET paid_by = 'promotions' FROM referral_rewards w
WHERE w.status = 'granted' AND w.investment_id = i.id
  AND NOT EXISTS (SELECT 1 FROM investment_refunds r WHERE r.investment_id = i.id);--> statement-breakpoint
UPDATE referral_rewards w
SET status = 'paid', investment_id = NULL, refusal = 'Its purchase was refunded, and the money went back.'
FROM investment_refunds r WHERE w.status = 'granted' AND r.investment_id = w.investment_id;--> statement-breakpoint

-- Of the others the money goes back to promotions, which buy them the next time. Where a person has spent it, the reward
-- stays 'paid': that is final, and they get no other one for it.
WITH paid AS (
  SELECT user_id, tier, (paid * 100)::bigint AS cents,
    (sum(paid) OVER (PARTITION BY user_id ORDER BY tier) * 100)::bigint AS cents_so_far
  FROM referral_rewards WHERE status = 'paid'
), recovered AS (
  SELECT p.user_id, p.tier, p.cents, a.id AS cash
  FROM paid p JOIN ledger_accounts a ON a.id = 'user:' || p.user_id || ':cash' AND a.balance >= p.cents_so_far
), returned AS MATERIALIZED (
  SELECT gen_random_uuid() AS operation_id, user_id, cash, sum(cents)::bigint AS cents FROM recovered GROUP BY user_id, cash
), taken AS (
  UPDATE ledger_accounts a SET balance = a.balance - r.cents FROM returned r WHERE a.id = r.cash
), given AS (
  UPDATE ledger_accounts SET balance = balance + (SELECT sum(cents) FROM returned)
  WHERE id = 'platform:promotions' AND EXISTS (SELECT 1 FROM returned)
), audited AS (
  INSERT INTO audit_log (operation_id, at, action, actor_kind, actor_id, subject, details)
  SELECT operation_id, now(), 'referrals.returnReward', 'system', 'system:migration', 'user:' || user_id, '{}' FROM returned
), reopened AS (
  UPDATE referral_rewards w SET status = CASE WHEN w.refusal IS NULL THEN 'chosen' ELSE 'open' END
  FROM recovered r WHERE w.user_id = r.user_id AND w.tier = r.tier
)
INSERT INTO ledger_transfers (operation_id, code, debit_account, credit_account, asset, amount, at)
SELECT operation_id, 'reward_returned', cash, 'platform:promotions', 'USD', cents, now() FROM returned;--> statement-breakpoint
UPDATE referral_rewards SET refusal = NULL WHERE status = 'paid';--> statement-breakpoint

CREATE INDEX "referral_rewards_waiting" ON "referral_rewards" USING btree ("user_id") WHERE "referral_rewards"."status" in ('chosen', 'pending');--> statement-breakpoint
ALTER TABLE "referral_rewards" DROP COLUMN "paid";--> statement-breakpoint
ALTER TABLE "referral_rewards" DROP COLUMN "granted_at";--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_granted" CHECK (("referral_rewards"."status" = 'granted') = ("referral_rewards"."investment_id" is not null));
