ALTER TABLE "distributions" RENAME COLUMN "drawn_at" TO "prepared_at";--> statement-breakpoint
ALTER TABLE "distributions" RENAME COLUMN "reserve_drawn" TO "reserve_withdrawn";--> statement-breakpoint
ALTER TABLE "distributions" RENAME COLUMN "reserve_kept" TO "reserve_contributed";--> statement-breakpoint
ALTER TABLE "rent_reports" RENAME COLUMN "reserve_drawn" TO "reserve_withdrawn";--> statement-breakpoint
UPDATE "distributions" SET "status" = 'prepared' WHERE "status" = 'drawn';--> statement-breakpoint
ALTER TABLE "ledger_transfers" DISABLE TRIGGER "ledger_transfers_append_only";--> statement-breakpoint
UPDATE "ledger_transfers" SET "code" = 'reserve_withdrawn' WHERE "code" = 'reserve_drawn';--> statement-breakpoint
UPDATE "ledger_transfers" SET "code" = 'reserve_contributed' WHERE "code" = 'reserve_kept';--> statement-breakpoint
ALTER TABLE "ledger_transfers" ENABLE TRIGGER "ledger_transfers_append_only";
