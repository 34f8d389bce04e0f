CREATE TABLE "analytics_days" (
	"day" text PRIMARY KEY NOT NULL,
	"raised_cents" bigint NOT NULL,
	"paid_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_investors" (
	"user_id" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_properties" (
	"property_id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"valuation_cents" bigint NOT NULL,
	"equity_sold_cents" bigint NOT NULL,
	"investor_count" integer NOT NULL,
	"yield_bps" integer NOT NULL,
	"raised_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_property_days" (
	"property_id" integer NOT NULL,
	"day" text NOT NULL,
	"raised_cents" bigint NOT NULL,
	"paid_cents" bigint NOT NULL,
	CONSTRAINT "analytics_property_days_property_id_day_pk" PRIMARY KEY("property_id","day")
);
--> statement-breakpoint
CREATE TABLE "analytics_totals" (
	"id" integer PRIMARY KEY NOT NULL,
	"xid" text NOT NULL,
	"event_id" bigint NOT NULL,
	"followed_at" timestamp with time zone NOT NULL,
	"listed_properties" integer NOT NULL,
	"active_investors" integer NOT NULL,
	"raised_cents" bigint NOT NULL,
	"yield_times_raised" numeric(40, 0) NOT NULL
);
--> statement-breakpoint
CREATE INDEX "analytics_properties_name" ON "analytics_properties" USING btree (lower("name"),"property_id");--> statement-breakpoint
CREATE INDEX "analytics_properties_status" ON "analytics_properties" USING btree ("status","property_id");--> statement-breakpoint
CREATE INDEX "analytics_properties_valuation" ON "analytics_properties" USING btree ("valuation_cents","property_id");--> statement-breakpoint
CREATE INDEX "analytics_properties_sold" ON "analytics_properties" USING btree ("equity_sold_cents","property_id");--> statement-breakpoint
CREATE INDEX "analytics_properties_investors" ON "analytics_properties" USING btree ("investor_count","property_id");--> statement-breakpoint
CREATE INDEX "analytics_properties_yield" ON "analytics_properties" USING btree ("yield_bps","property_id");--> statement-breakpoint
CREATE INDEX "analytics_properties_raised" ON "analytics_properties" USING btree ("raised_cents","property_id");