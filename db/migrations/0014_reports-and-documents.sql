CREATE TABLE "share_certificates" (
	"code" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"property_id" integer NOT NULL,
	"shares" integer NOT NULL,
	"signed_text" text NOT NULL,
	"signature" text NOT NULL,
	"signed_with" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "share_certificates_shares" CHECK ("share_certificates"."shares" > 0)
);
--> statement-breakpoint
CREATE TABLE "legal_acceptances" (
	"user_id" text NOT NULL,
	"document" text NOT NULL,
	"version" integer NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "legal_acceptances_user_id_document_version_pk" PRIMARY KEY("user_id","document","version")
);
--> statement-breakpoint
CREATE TABLE "wash_sale_adjustments" (
	"trade_id" uuid NOT NULL,
	"lot_id" uuid NOT NULL,
	"replacement_lot_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"property_id" integer NOT NULL,
	"shares" integer NOT NULL,
	"disallowed" numeric(12,2) NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wash_sale_adjustments_trade_id_lot_id_replacement_lot_id_pk" PRIMARY KEY("trade_id","lot_id","replacement_lot_id"),
	CONSTRAINT "wash_sale_adjustments_amounts" CHECK ("wash_sale_adjustments"."shares" > 0 and "wash_sale_adjustments"."disallowed" > 0)
);
--> statement-breakpoint
CREATE TABLE "drawn_documents" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"hash" text NOT NULL,
	"drawn_at" timestamp with time zone NOT NULL,
	CONSTRAINT "drawn_documents_user_id_kind_subject_pk" PRIMARY KEY("user_id","kind","subject")
);
--> statement-breakpoint
CREATE TABLE "monthly_statements" (
	"user_id" text NOT NULL,
	"month" text NOT NULL,
	"opening_cash_cents" bigint NOT NULL,
	"closing_cash_cents" bigint NOT NULL,
	"figures" text NOT NULL,
	"hash" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "monthly_statements_user_id_month_pk" PRIMARY KEY("user_id","month"),
	CONSTRAINT "monthly_statements_cash" CHECK ("monthly_statements"."opening_cash_cents" >= 0 and "monthly_statements"."closing_cash_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "statement_months" (
	"month" text PRIMARY KEY NOT NULL,
	"issued_through" text NOT NULL,
	"statements" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "share_certificates" ADD CONSTRAINT "share_certificates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_certificates" ADD CONSTRAINT "share_certificates_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_acceptances" ADD CONSTRAINT "legal_acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_certificates_user" ON "share_certificates" USING btree ("user_id","issued_at" DESC NULLS LAST,"code");--> statement-breakpoint
CREATE INDEX "legal_acceptances_document" ON "legal_acceptances" USING btree ("document","version");--> statement-breakpoint
CREATE INDEX "wash_sale_adjustments_user" ON "wash_sale_adjustments" USING btree ("user_id","property_id");--> statement-breakpoint
CREATE INDEX "monthly_statements_month" ON "monthly_statements" USING btree ("month","user_id");
--> statement-breakpoint
CREATE TRIGGER monthly_statements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON monthly_statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER drawn_documents_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON drawn_documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER share_certificates_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON share_certificates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER legal_acceptances_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON legal_acceptances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER wash_sale_adjustments_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wash_sale_adjustments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
