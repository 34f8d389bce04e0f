DROP INDEX "ledger_transfers_user_debit";--> statement-breakpoint
DROP INDEX "ledger_transfers_user_credit";--> statement-breakpoint
CREATE INDEX "ledger_transfers_user_debit" ON "ledger_transfers" USING btree ("debit_account",("id" >> 20)) WHERE "ledger_transfers"."debit_account" like 'user:%';--> statement-breakpoint
CREATE INDEX "ledger_transfers_user_credit" ON "ledger_transfers" USING btree ("credit_account",("id" >> 20)) WHERE "ledger_transfers"."credit_account" like 'user:%';