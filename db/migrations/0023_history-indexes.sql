DROP INDEX "investments_user";--> statement-breakpoint
DROP INDEX "ledger_transfers_user_debit";--> statement-breakpoint
DROP INDEX "ledger_transfers_user_credit";--> statement-breakpoint
CREATE INDEX "investments_user" ON "investments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_user_debit" ON "ledger_transfers" USING btree ("debit_account") WHERE "ledger_transfers"."debit_account" like 'user:%';--> statement-breakpoint
CREATE INDEX "ledger_transfers_user_credit" ON "ledger_transfers" USING btree ("credit_account") WHERE "ledger_transfers"."credit_account" like 'user:%';--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_actor_id_key_pk";
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_actor_id_key_pk" PRIMARY KEY("key","actor_id");