CREATE TABLE "unfrozen_accounts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"unfrozen_by" text NOT NULL,
	"unfrozen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "ledger_transfers_promotions" ON "ledger_transfers" USING btree ("code","at") WHERE "ledger_transfers"."code" in ('promotions_funded', 'reward', 'reward_returned');