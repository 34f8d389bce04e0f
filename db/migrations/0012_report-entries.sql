CREATE TABLE "bank_columns" (
	"owner_id" text NOT NULL,
	"header" text NOT NULL,
	"columns" jsonb NOT NULL,
	"chosen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bank_columns_owner_id_header_pk" PRIMARY KEY("owner_id","header")
);
--> statement-breakpoint
CREATE TABLE "counterparty_lines" (
	"owner_id" text NOT NULL,
	"counterparty" text NOT NULL,
	"line" text NOT NULL,
	"chosen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "counterparty_lines_owner_id_counterparty_pk" PRIMARY KEY("owner_id","counterparty")
);
--> statement-breakpoint
CREATE TABLE "report_drafts" (
	"property_id" integer NOT NULL,
	"month" text NOT NULL,
	"version" text NOT NULL,
	"entries" jsonb NOT NULL,
	"imports" jsonb NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "report_drafts_property_id_month_pk" PRIMARY KEY("property_id","month")
);
--> statement-breakpoint
CREATE TABLE "report_entries" (
	"property_id" integer NOT NULL,
	"month" text NOT NULL,
	"revision" integer NOT NULL,
	"position" integer NOT NULL,
	"line" text,
	"date" text NOT NULL,
	"counterparty" text NOT NULL,
	"memo" text,
	"amount" numeric(12,2) NOT NULL,
	"source" text NOT NULL,
	"import_id" uuid,
	"bank_id" text,
	"receipt_id" uuid,
	CONSTRAINT "report_entries_pk" PRIMARY KEY("property_id","month","revision","position"),
	CONSTRAINT "report_entries_left_out" CHECK ("report_entries"."line" is not null or "report_entries"."source" = 'bank'),
	CONSTRAINT "report_entries_source" CHECK (("report_entries"."source" = 'bank') = ("report_entries"."import_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "report_imports" (
	"property_id" integer NOT NULL,
	"month" text NOT NULL,
	"revision" integer NOT NULL,
	"id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"kind" text NOT NULL,
	"account" text,
	"account_hash" text,
	"is_other_account" boolean NOT NULL,
	"first_date" text NOT NULL,
	"last_date" text NOT NULL,
	"rows" integer NOT NULL,
	"rows_total" numeric(12,2) NOT NULL,
	"opening_balance" numeric(12,2),
	"closing_balance" numeric(12,2),
	"difference_reason" text,
	CONSTRAINT "report_imports_pk" PRIMARY KEY("property_id","month","revision","id"),
	CONSTRAINT "report_imports_explained" CHECK ("report_imports"."difference_reason" is not null or "report_imports"."closing_balance" is null
        or "report_imports"."closing_balance" is not distinct from "report_imports"."opening_balance" + "report_imports"."rows_total")
);
--> statement-breakpoint
ALTER TABLE "rent_reports" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_columns" ADD CONSTRAINT "bank_columns_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counterparty_lines" ADD CONSTRAINT "counterparty_lines_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_drafts" ADD CONSTRAINT "report_drafts_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_entries" ADD CONSTRAINT "report_entries_receipt_id_stored_files_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."stored_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_entries" ADD CONSTRAINT "report_entries_report" FOREIGN KEY ("property_id","month") REFERENCES "public"."rent_reports"("property_id","month") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_entries" ADD CONSTRAINT "report_entries_import" FOREIGN KEY ("property_id","month","revision","import_id") REFERENCES "public"."report_imports"("property_id","month","revision","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_imports" ADD CONSTRAINT "report_imports_report" FOREIGN KEY ("property_id","month") REFERENCES "public"."rent_reports"("property_id","month") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_entries_receipt" ON "report_entries" USING btree ("receipt_id") WHERE "report_entries"."receipt_id" is not null;
--> statement-breakpoint
CREATE TRIGGER report_imports_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON report_imports FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER report_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON report_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Months that were reported before there were entries have one for each amount, as totals still do.
INSERT INTO report_entries (property_id, month, revision, position, line, date, counterparty, amount, source)
SELECT r.property_id, r.month, 1, row_number() OVER (PARTITION BY r.property_id, r.month ORDER BY l.position), l.line,
       to_char((r.month || '-01')::date + interval '1 month' - interval '1 day', 'YYYY-MM-DD'), 'Total of the month', l.amount, 'total'
FROM rent_reports r CROSS JOIN LATERAL (VALUES
  (1, 'rent', r.rent), (2, 'vacancy', r.vacancy), (3, 'otherIncome', r.other_income), (4, 'taxes', r.taxes),
  (5, 'insurance', r.insurance), (6, 'maintenance', r.maintenance), (7, 'utilities', r.utilities),
  (8, 'management', r.management), (9, 'otherExpenses', r.other_expenses), (10, 'reserve', r.reserve),
  (11, 'reserveWithdrawn', r.reserve_withdrawn)) l (position, line, amount)
WHERE l.amount <> 0;
