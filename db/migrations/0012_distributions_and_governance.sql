CREATE TABLE "distribution_payouts" (
	"distribution_id" text NOT NULL,
	"position" integer NOT NULL,
	"user_id" text NOT NULL,
	"shares" integer NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	CONSTRAINT "distribution_payouts_distribution_id_position_pk" PRIMARY KEY("distribution_id","position")
);
--> statement-breakpoint
CREATE TABLE "distributions" (
	"id" text PRIMARY KEY NOT NULL,
	"property_id" integer NOT NULL,
	"quarter" text NOT NULL,
	"record_at" timestamp with time zone NOT NULL,
	"pay_at" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"months" integer NOT NULL,
	"rent" numeric(12,2) NOT NULL,
	"vacancy" numeric(12,2) NOT NULL,
	"other_income" numeric(12,2) NOT NULL,
	"taxes" numeric(12,2) NOT NULL,
	"insurance" numeric(12,2) NOT NULL,
	"maintenance" numeric(12,2) NOT NULL,
	"utilities" numeric(12,2) NOT NULL,
	"management" numeric(12,2) NOT NULL,
	"other_expenses" numeric(12,2) NOT NULL,
	"reserve" numeric(12,2) NOT NULL,
	"reserve_drawn" numeric(12,2) NOT NULL,
	"operating_income" numeric(12,2) NOT NULL,
	"opening_deficit" numeric(12,2) NOT NULL,
	"available" numeric(12,2) NOT NULL,
	"closing_deficit" numeric(12,2) NOT NULL,
	"reserve_kept" numeric(12,2) NOT NULL,
	"shares" integer NOT NULL,
	"holders" integer NOT NULL,
	"owner_share" numeric(12,2) NOT NULL,
	"gross" numeric(12,2) NOT NULL,
	"fee" numeric(12,2) NOT NULL,
	"net" numeric(12,2) NOT NULL,
	"returned_reason" text,
	"drawn_at" timestamp with time zone,
	"approved_at" timestamp with time zone,
	"approved_by" text,
	"paid_at" timestamp with time zone,
	"paid" numeric(12,2) NOT NULL,
	"paid_through" integer NOT NULL,
	CONSTRAINT "distributions_gross" CHECK ("distributions"."gross" = "distributions"."fee" + "distributions"."net"),
	CONSTRAINT "distributions_paid" CHECK ("distributions"."paid" between 0 and "distributions"."net")
);
--> statement-breakpoint
CREATE TABLE "reinvestment_choices" (
	"user_id" text NOT NULL,
	"property_id" integer NOT NULL,
	"chosen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reinvestment_choices_user_id_property_id_pk" PRIMARY KEY("user_id","property_id")
);
--> statement-breakpoint
CREATE TABLE "rent_reports" (
	"property_id" integer NOT NULL,
	"month" text NOT NULL,
	"rent" numeric(12,2) NOT NULL,
	"vacancy" numeric(12,2) NOT NULL,
	"other_income" numeric(12,2) NOT NULL,
	"taxes" numeric(12,2) NOT NULL,
	"insurance" numeric(12,2) NOT NULL,
	"maintenance" numeric(12,2) NOT NULL,
	"utilities" numeric(12,2) NOT NULL,
	"management" numeric(12,2) NOT NULL,
	"other_expenses" numeric(12,2) NOT NULL,
	"reserve" numeric(12,2) NOT NULL,
	"reserve_drawn" numeric(12,2) NOT NULL,
	"note" text,
	"reported_by" text NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rent_reports_property_id_month_pk" PRIMARY KEY("property_id","month")
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"property_id" integer NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deadline" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"outcome" text,
	"eligible_shares" bigint NOT NULL,
	"yes_shares" bigint NOT NULL,
	"no_shares" bigint NOT NULL,
	"abstain_shares" bigint NOT NULL,
	"yes_voters" integer NOT NULL,
	"no_voters" integer NOT NULL,
	"abstain_voters" integer NOT NULL,
	"closed_at" timestamp with time zone,
	"follow_up" text,
	"follow_up_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "votes" (
	"proposal_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"choice" text NOT NULL,
	"shares" bigint NOT NULL,
	"cast_at" timestamp with time zone NOT NULL,
	CONSTRAINT "votes_proposal_id_user_id_pk" PRIMARY KEY("proposal_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "distributions" ADD CONSTRAINT "distributions_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distributions" ADD CONSTRAINT "distributions_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reinvestment_choices" ADD CONSTRAINT "reinvestment_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reinvestment_choices" ADD CONSTRAINT "reinvestment_choices_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rent_reports" ADD CONSTRAINT "rent_reports_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rent_reports" ADD CONSTRAINT "rent_reports_reported_by_users_id_fk" FOREIGN KEY ("reported_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "distribution_payouts_user" ON "distribution_payouts" USING btree ("user_id","distribution_id");--> statement-breakpoint
CREATE UNIQUE INDEX "distributions_quarter" ON "distributions" USING btree ("property_id","quarter");--> statement-breakpoint
CREATE INDEX "distributions_status" ON "distributions" USING btree ("status","pay_at");--> statement-breakpoint
CREATE INDEX "reinvestment_choices_property" ON "reinvestment_choices" USING btree ("property_id","user_id");--> statement-breakpoint
CREATE INDEX "proposals_property" ON "proposals" USING btree ("property_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "proposals_open" ON "proposals" USING btree ("deadline") WHERE "proposals"."status" = 'open';--> statement-breakpoint
CREATE INDEX "votes_user" ON "votes" USING btree ("user_id");