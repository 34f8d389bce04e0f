CREATE TABLE "bank_comparisons" (
	"verification_id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"after_id" uuid,
	"findings" jsonb NOT NULL,
	CONSTRAINT "bank_comparisons_order" CHECK ("bank_comparisons"."finished_at" >= "bank_comparisons"."started_at")
);
--> statement-breakpoint
DELETE FROM analytics_totals;--> statement-breakpoint
DELETE FROM analytics_properties;--> statement-breakpoint
ALTER TABLE "analytics_properties" ADD COLUMN "stage" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_totals" ADD COLUMN "submitted" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_totals" ADD COLUMN "approved" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_totals" ADD COLUMN "sold" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_totals" ADD COLUMN "funded" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_totals" ADD COLUMN "paid_out" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_comparisons" ADD CONSTRAINT "bank_comparisons_verification_id_verifications_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."verifications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_comparisons_latest" ON "bank_comparisons" USING btree ("finished_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "bank_comparisons_one_open" ON "bank_comparisons" USING btree ((true)) WHERE "bank_comparisons"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "users_admins" ON "users" USING btree ("id") WHERE "users"."role" = 'admin';--> statement-breakpoint
CREATE INDEX "users_search_email" ON "users" USING gin ("email" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "users_search_name" ON "users" USING gin (("first_name" || ' ' || "last_name") gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "valuations_review" ON "valuations" USING btree ("filed_at","id") WHERE not "valuations"."is_offering";