DROP INDEX "users_confirmed_email";--> statement-breakpoint
DROP INDEX "users_email";--> statement-breakpoint
-- An email that several accounts signed up with stays with the one that confirmed it, or else with the oldest.
UPDATE "users" SET "email" = lower("id") || '@replaced.invalid' WHERE "id" IN (
  SELECT "id" FROM (
    SELECT "id", row_number() OVER (
      PARTITION BY lower("email") ORDER BY "email_confirmed_at" IS NULL, "created_at", "id") AS "place" FROM "users"
  ) AS "placed" WHERE "place" > 1);--> statement-breakpoint
UPDATE "users" SET "email" = lower("email") WHERE "email" <> lower("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_email_lower_case" CHECK ("users"."email" = lower("users"."email"));