ALTER TABLE "frozen_accounts" ADD COLUMN "is_closed" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
UPDATE "frozen_accounts" SET "is_closed" = true WHERE "user_id" IN (SELECT "user_id" FROM "closed_accounts");
