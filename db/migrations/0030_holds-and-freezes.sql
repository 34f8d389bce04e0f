CREATE TABLE "frozen_accounts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"frozen_by" text NOT NULL,
	"frozen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bank_transfers" ADD COLUMN "instant" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_transfers" ADD COLUMN "hold_reason" text;--> statement-breakpoint
ALTER TABLE "bank_transfers" ADD COLUMN "sent_at" timestamp with time zone;