ALTER TABLE "referral_rewards" DROP CONSTRAINT "referral_rewards_paid";--> statement-breakpoint
ALTER TABLE "referral_rewards" DROP CONSTRAINT "referral_rewards_granted";--> statement-breakpoint
DROP INDEX "referral_rewards_waiting";--> statement-breakpoint
ALTER TABLE "investments" ADD COLUMN "paid_by" text DEFAULT 'buyer' NOT NULL;--> statement-breakpoint
UPDATE investments SET paid_by = 'promotions'
WHERE operation_id IN (SELECT operation_id FROM audit_runs WHERE action = 'referrals.buyReward');--> statement-breakpoint

-- Rewards that were paid into a wallet and not bought: the money goes back, and they are bought with the next payment.
-- Where a person has spent it, `npm run verify` names them.
WITH paid AS (
  SELECT user_id, (sum(paid) * 100)::bigint AS cents FROM referral_rewards WHERE status = 'paid' GROUP BY user_id
), returned AS MATERIALIZED (
  SELECT gen_random_uuid() AS operation_id, p.user_id, a.id AS cash, p.cents
  FROM paid p JOIN ledger_accounts a ON a.id = 'user:' || p.user_id || ':cash' AND a.balance >= p.cents
), taken AS (
  UPDATE ledger_accounts a SET balance = a.balance - r.cents FROM returned r WHERE a.id = r.cash
), given AS (
  UPDATE ledger_accounts SET balance = balance + (SELECT sum(cents) FROM returned)
  WHERE id = 'platform:promotions' AND EXISTS (SELECT 1 FROM returned)
), audited AS (
  INSERT INTO audit_log (operation_id, at, action, actor_kind, actor_id, subject, details)
  SELECT operation_id, now(), 'referrals.returnReward', 'system', 'system:migration', 'user:' || user_id, '{}' FROM returned
)
INSERT INTO ledger_transfers (operation_id, code, debit_account, credit_account, asset, amount, at)
SELECT operation_id, 'reward_returned', cash, 'platform:promotions', 'USD', cents, now() FROM returned;--> statement-breakpoint
UPDATE referral_rewards SET status = CASE WHEN refusal IS NULL THEN 'chosen' ELSE 'open' END WHERE status = 'paid';--> statement-breakpoint

CREATE INDEX "referral_rewards_waiting" ON "referral_rewards" USING btree ("user_id") WHERE "referral_rewards"."status" in ('chosen', 'pending');--> statement-breakpoint
ALTER TABLE "referral_rewards" DROP COLUMN "paid";--> statement-breakpoint
ALTER TABLE "referral_rewards" DROP COLUMN "granted_at";--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_granted" CHECK (("referral_rewards"."status" = 'granted') = ("referral_rewards"."investment_id" is not null));
