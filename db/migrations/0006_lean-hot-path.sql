DROP INDEX "ledger_transfers_debit";--> statement-breakpoint
DROP INDEX "ledger_transfers_credit";--> statement-breakpoint
DROP INDEX "ledger_transfers_operation";--> statement-breakpoint
DROP INDEX "audit_log_subject";--> statement-breakpoint
CREATE INDEX "ledger_transfers_user_debit" ON "ledger_transfers" USING btree ("debit_account","id") WHERE "ledger_transfers"."debit_account" like 'user:%';--> statement-breakpoint
CREATE INDEX "ledger_transfers_user_credit" ON "ledger_transfers" USING btree ("credit_account","id") WHERE "ledger_transfers"."credit_account" like 'user:%';--> statement-breakpoint
ALTER TABLE "ledger_accounts" SET (fillfactor = 70);
