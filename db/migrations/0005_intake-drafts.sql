CREATE TABLE "comparable_sales" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"sold_on" text NOT NULL,
	"address" text NOT NULL,
	"zip_code" text NOT NULL,
	"price" numeric(12,2) NOT NULL,
	"square_feet" integer NOT NULL,
	"imported_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "intake_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"valuation" jsonb,
	"submission_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "intake_drafts_completed" CHECK (case "intake_drafts"."state"
        when 'open' then "intake_drafts"."submission_id" is null
        when 'setAside' then true
        else "intake_drafts"."submission_id" is not null end)
);
--> statement-breakpoint
ALTER TABLE "intake_drafts" ADD CONSTRAINT "intake_drafts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intake_drafts" ADD CONSTRAINT "intake_drafts_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "comparable_sales_sale" ON "comparable_sales" USING btree ("source","zip_code","address","sold_on");--> statement-breakpoint
CREATE INDEX "comparable_sales_newest" ON "comparable_sales" USING btree ("zip_code","sold_on" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "intake_drafts_current" ON "intake_drafts" USING btree ("owner_id") WHERE "intake_drafts"."state" in ('open', 'completed');--> statement-breakpoint
CREATE INDEX "intake_drafts_owner" ON "intake_drafts" USING btree ("owner_id","version" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "intake_drafts_submission" ON "intake_drafts" USING btree ("submission_id");