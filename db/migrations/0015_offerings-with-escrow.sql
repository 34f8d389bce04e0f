CREATE TABLE "investment_refunds" (
	"investment_id" uuid PRIMARY KEY NOT NULL,
	"operation_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"property_id" integer NOT NULL,
	"reason" text NOT NULL,
	"shares" integer NOT NULL,
	"total_amount" numeric(12,2) NOT NULL,
	"transaction_fee" numeric(12,2) NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "investment_refunds_shares" CHECK ("investment_refunds"."shares" > 0)
);
--> statement-breakpoint
CREATE TABLE "offerings" (
	"property_id" integer PRIMARY KEY NOT NULL,
	"minimum_shares" integer NOT NULL,
	"funding_days" integer NOT NULL,
	"deadline" timestamp with time zone,
	"status" text NOT NULL,
	"closed_at" timestamp with time zone,
	"refunded_at" timestamp with time zone,
	"released" numeric(12,2) NOT NULL,
	"released_fees" numeric(12,2) NOT NULL,
	CONSTRAINT "offerings_minimum_shares" CHECK ("offerings"."minimum_shares" >= 0),
	CONSTRAINT "offerings_funding_days" CHECK ("offerings"."funding_days" between 1 and 365),
	CONSTRAINT "offerings_closed" CHECK (("offerings"."status" = 'open') = ("offerings"."closed_at" is null)),
	CONSTRAINT "offerings_refunded" CHECK ("offerings"."refunded_at" is null or "offerings"."status" = 'failed')
);
--> statement-breakpoint
ALTER TABLE "offerings" ADD CONSTRAINT "offerings_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "investment_refunds_operation" ON "investment_refunds" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "investment_refunds_property" ON "investment_refunds" USING btree ("property_id");--> statement-breakpoint
CREATE INDEX "offerings_open" ON "offerings" USING btree ("deadline") WHERE "offerings"."status" = 'open';--> statement-breakpoint
CREATE INDEX "offerings_refunding" ON "offerings" USING btree ("property_id") WHERE "offerings"."status" = 'failed' and "offerings"."refunded_at" is null;--> statement-breakpoint
INSERT INTO "offerings" ("property_id", "minimum_shares", "funding_days", "status", "closed_at", "released", "released_fees")
SELECT p."id", 0, 60, 'funded', coalesce(p."approved_at", p."created_at"), 0,
       coalesce((SELECT sum(i."transaction_fee") FROM "investments" i WHERE i."property_id" = p."id"), 0)
FROM "properties" p;--> statement-breakpoint
CREATE TRIGGER investment_refunds_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON investment_refunds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER distribution_payouts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON distribution_payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
