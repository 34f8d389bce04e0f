CREATE TABLE "auto_invest_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"property_id" integer NOT NULL,
	"property_name" text NOT NULL,
	"annual_yield" numeric(5,2) NOT NULL,
	"price_per_share" numeric(12,2) NOT NULL,
	"outcome" text NOT NULL,
	"reason" text NOT NULL,
	"wanted_shares" integer NOT NULL,
	"allocated_shares" integer NOT NULL,
	"rank" text,
	"decided_at" timestamp with time zone NOT NULL,
	"investment_id" uuid,
	CONSTRAINT "auto_invest_decisions_bought" CHECK (("auto_invest_decisions"."outcome" = 'bought') = ("auto_invest_decisions"."investment_id" is not null)),
	CONSTRAINT "auto_invest_decisions_shares" CHECK ("auto_invest_decisions"."allocated_shares" between 0 and "auto_invest_decisions"."wanted_shares")
);
--> statement-breakpoint
CREATE TABLE "auto_invest_offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"property_id" integer NOT NULL,
	"offered_shares" integer NOT NULL,
	"minimum_order_shares" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auto_invest_purchases" (
	"investment_id" uuid PRIMARY KEY NOT NULL,
	"decision_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"property_id" integer NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auto_invest_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"trigger" text NOT NULL,
	"slot" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"execute_at" timestamp with time zone NOT NULL,
	"allocated_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "auto_invest_settings" (
	"user_id" text PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"paused" boolean NOT NULL,
	"min_yield" numeric(5,2) NOT NULL,
	"property_types" text[] NOT NULL,
	"max_per_property" numeric(12,2) NOT NULL,
	"monthly_limit" numeric(12,2) NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	"reserve" numeric(12,2) NOT NULL,
	"recurring_amount" numeric(12,2),
	"recurring_day" integer,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "auto_invest_settings_recurring" CHECK (("auto_invest_settings"."recurring_amount" is null) = ("auto_invest_settings"."recurring_day" is null)
        and "auto_invest_settings"."recurring_day" between 1 and 31)
);
--> statement-breakpoint
CREATE TABLE "valuation_decisions" (
	"valuation_id" uuid PRIMARY KEY NOT NULL,
	"decision" text NOT NULL,
	"reason" text,
	"before" numeric(12,2),
	"after" numeric(12,2),
	"halted_until" timestamp with time zone,
	"decided_by" text NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "valuation_decisions_reason" CHECK (("valuation_decisions"."decision" = 'rejected') = ("valuation_decisions"."reason" is not null)),
	CONSTRAINT "valuation_decisions_values" CHECK (("valuation_decisions"."decision" = 'approved') = ("valuation_decisions"."before" is not null)
        and ("valuation_decisions"."before" is null) = ("valuation_decisions"."after" is null)
        and ("valuation_decisions"."halted_until" is null or "valuation_decisions"."decision" = 'approved'))
);
--> statement-breakpoint
CREATE TABLE "valuations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"property_id" integer NOT NULL,
	"effective_on" text NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	"debt" numeric(12,2) NOT NULL,
	"repayment" numeric(12,2) DEFAULT 0 NOT NULL,
	"basis" text NOT NULL,
	"is_offering" boolean DEFAULT false NOT NULL,
	"document_id" uuid,
	"filed_by" text NOT NULL,
	"filed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "valuations_amount" CHECK ("valuations"."amount" > 0 and "valuations"."debt" >= 0),
	CONSTRAINT "valuations_repayment" CHECK ("valuations"."repayment" between 0 and "valuations"."debt"),
	CONSTRAINT "valuations_offering" CHECK ("valuations"."is_offering" or "valuations"."document_id" is not null),
	CONSTRAINT "valuations_repaid" CHECK ("valuations"."is_offering" or "valuations"."repayment" = 0)
);
--> statement-breakpoint
ALTER TABLE "offerings" ADD COLUMN "mortgage_repayment" numeric(12,2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "offerings" ADD COLUMN "mortgage_repaid" numeric(12,2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "properties" ADD COLUMN "equity_offered_bps" integer DEFAULT 10000 NOT NULL;--> statement-breakpoint
ALTER TABLE "resale_books" ADD COLUMN "resumes_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "auto_invest_decisions" ADD CONSTRAINT "auto_invest_decisions_run_id_auto_invest_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."auto_invest_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_invest_offers" ADD CONSTRAINT "auto_invest_offers_run_id_auto_invest_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."auto_invest_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_invest_settings" ADD CONSTRAINT "auto_invest_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "valuation_decisions" ADD CONSTRAINT "valuation_decisions_valuation_id_valuations_id_fk" FOREIGN KEY ("valuation_id") REFERENCES "public"."valuations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "valuation_decisions" ADD CONSTRAINT "valuation_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "valuations" ADD CONSTRAINT "valuations_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "valuations" ADD CONSTRAINT "valuations_document_id_property_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."property_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "valuations" ADD CONSTRAINT "valuations_filed_by_users_id_fk" FOREIGN KEY ("filed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "auto_invest_decisions_once" ON "auto_invest_decisions" USING btree ("run_id","user_id","property_id");--> statement-breakpoint
CREATE INDEX "auto_invest_decisions_person" ON "auto_invest_decisions" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "auto_invest_decisions_open" ON "auto_invest_decisions" USING btree ("run_id","id") WHERE "auto_invest_decisions"."outcome" in ('matched', 'allocated');--> statement-breakpoint
CREATE UNIQUE INDEX "auto_invest_offers_property" ON "auto_invest_offers" USING btree ("run_id","property_id");--> statement-breakpoint
CREATE INDEX "auto_invest_purchases_person" ON "auto_invest_purchases" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "auto_invest_purchases_decision" ON "auto_invest_purchases" USING btree ("decision_id");--> statement-breakpoint
CREATE UNIQUE INDEX "auto_invest_runs_slot" ON "auto_invest_runs" USING btree ("slot");--> statement-breakpoint
CREATE INDEX "auto_invest_runs_unfinished" ON "auto_invest_runs" USING btree ("execute_at") WHERE "auto_invest_runs"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "auto_invest_settings_enabled" ON "auto_invest_settings" USING btree ("user_id") WHERE "auto_invest_settings"."enabled";--> statement-breakpoint
CREATE UNIQUE INDEX "valuation_decisions_time" ON "valuation_decisions" USING btree ("decided_at","valuation_id");--> statement-breakpoint
CREATE INDEX "valuations_property" ON "valuations" USING btree ("property_id","effective_on" DESC NULLS LAST,"filed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "valuations_filed" ON "valuations" USING btree ("filed_at","id");--> statement-breakpoint
CREATE INDEX "valuations_document" ON "valuations" USING btree ("document_id");--> statement-breakpoint
ALTER TABLE "offerings" ADD CONSTRAINT "offerings_mortgage" CHECK ("offerings"."mortgage_repaid" between 0 and least("offerings"."mortgage_repayment", "offerings"."released"));--> statement-breakpoint
ALTER TABLE "properties" ADD CONSTRAINT "properties_equity_offered" CHECK ("properties"."equity_offered_bps" between 1 and 10000);--> statement-breakpoint
CREATE TRIGGER valuations_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON valuations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER valuation_decisions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON valuation_decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- Properties that were approved before there were valuations get the offering's own, by whoever approved them.
INSERT INTO valuations (id, property_id, effective_on, amount, debt, basis, is_offering, filed_by, filed_at)
SELECT gen_random_uuid(), p.id, to_char(p.approved_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), p.valuation, 0, 'purchase', true, p.owner_id, p.approved_at
FROM properties p WHERE p.approved_at IS NOT NULL;--> statement-breakpoint
INSERT INTO valuation_decisions (valuation_id, decision, before, after, decided_by, decided_at)
SELECT v.id, 'approved', p.price_per_share, p.price_per_share,
       coalesce((
         SELECT u.id FROM audit_runs a JOIN users u ON u.id = a.actor_id
         WHERE a.subject = 'property:' || p.id AND a.action = 'properties.setStatus' AND a.details->>'status' = 'approved'
         ORDER BY a.seq DESC LIMIT 1), (SELECT u.id FROM users u WHERE u.role = 'admin' ORDER BY u.created_at LIMIT 1), p.owner_id),
       p.approved_at
FROM valuations v JOIN properties p ON p.id = v.property_id;
