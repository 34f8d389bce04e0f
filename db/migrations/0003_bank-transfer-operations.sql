ALTER TABLE "bank_transfers" ADD COLUMN "requested_operation_id" uuid;--> statement-breakpoint
ALTER TABLE "bank_transfers" ADD COLUMN "settled_operation_id" uuid;--> statement-breakpoint
UPDATE "bank_transfers" b SET "requested_operation_id" = a.operation_id
FROM "audit_log" a WHERE a.subject = 'transfer:' || b.id AND a.action IN ('wallet.deposit', 'wallet.withdraw');--> statement-breakpoint
UPDATE "bank_transfers" b SET "settled_operation_id" = a.operation_id
FROM "audit_log" a WHERE a.subject = 'transfer:' || b.id
  AND (a.action = 'wallet.rejectWithdrawal' OR a.action = 'wallet.settleTransfer' AND a.details->>'settled' = 'true');--> statement-breakpoint
ALTER TABLE "bank_transfers" ALTER COLUMN "requested_operation_id" SET NOT NULL;
