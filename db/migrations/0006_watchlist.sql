CREATE TABLE "watched_figures" (
	"property_id" integer PRIMARY KEY NOT NULL,
	"figures" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watched_properties" (
	"user_id" text NOT NULL,
	"property_id" integer NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"location" text NOT NULL,
	"price_when_added" numeric(12,2) NOT NULL,
	"yield_when_added" numeric(5,2) NOT NULL,
	"alerts" jsonb,
	"passed_levels" text[] NOT NULL,
	CONSTRAINT "watched_properties_user_id_property_id_pk" PRIMARY KEY("user_id","property_id")
);
--> statement-breakpoint
CREATE TABLE "watchlist_alerts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"alerts" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "watched_figures" ADD CONSTRAINT "watched_figures_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watched_properties" ADD CONSTRAINT "watched_properties_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watched_properties" ADD CONSTRAINT "watched_properties_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watchlist_alerts" ADD CONSTRAINT "watchlist_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watched_properties_property" ON "watched_properties" USING btree ("property_id","user_id");--> statement-breakpoint
CREATE INDEX "watched_properties_added" ON "watched_properties" USING btree ("user_id","added_at" DESC NULLS LAST,"property_id" DESC NULLS LAST);