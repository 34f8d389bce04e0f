CREATE TABLE "basis_reductions" (
	"classification_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"position" integer NOT NULL,
	"property_id" integer NOT NULL,
	"distribution_id" text NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"lot_id" uuid,
	"shares" integer NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	CONSTRAINT "basis_reductions_classification_id_user_id_position_pk" PRIMARY KEY("classification_id","user_id","position"),
	CONSTRAINT "basis_reductions_amounts" CHECK ("basis_reductions"."shares" > 0 and "basis_reductions"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "tax_allocations" (
	"classification_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"cash" numeric(12,2) NOT NULL,
	"ordinary" numeric(12,2) NOT NULL,
	"qualified" numeric(12,2) NOT NULL,
	"capital_gain" numeric(12,2) NOT NULL,
	"return_of_capital" numeric(12,2) NOT NULL,
	"section_199a" numeric(12,2) NOT NULL,
	CONSTRAINT "tax_allocations_classification_id_user_id_pk" PRIMARY KEY("classification_id","user_id"),
	CONSTRAINT "tax_allocations_boxes" CHECK (cash = ordinary + capital_gain + return_of_capital and qualified + section_199a <= ordinary
  and qualified >= 0 and capital_gain >= 0 and return_of_capital >= 0 and section_199a >= 0)
);
--> statement-breakpoint
CREATE TABLE "tax_classifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"property_id" integer NOT NULL,
	"year" integer NOT NULL,
	"version" integer NOT NULL,
	"cash" numeric(12,2) NOT NULL,
	"ordinary" numeric(12,2) NOT NULL,
	"qualified" numeric(12,2) NOT NULL,
	"capital_gain" numeric(12,2) NOT NULL,
	"return_of_capital" numeric(12,2) NOT NULL,
	"section_199a" numeric(12,2) NOT NULL,
	"document_id" uuid NOT NULL,
	"classified_by" text NOT NULL,
	"classified_at" timestamp with time zone NOT NULL,
	"operation_id" uuid NOT NULL,
	CONSTRAINT "tax_classifications_boxes" CHECK (cash = ordinary + capital_gain + return_of_capital and qualified + section_199a <= ordinary
  and qualified >= 0 and capital_gain >= 0 and return_of_capital >= 0 and section_199a >= 0)
);
--> statement-breakpoint
CREATE TABLE "tax_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"form" text NOT NULL,
	"year" integer NOT NULL,
	"template" text NOT NULL,
	"released_by" text NOT NULL,
	"released_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"operation_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "basis_reductions" ADD CONSTRAINT "basis_reductions_classification_id_tax_classifications_id_fk" FOREIGN KEY ("classification_id") REFERENCES "public"."tax_classifications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_allocations" ADD CONSTRAINT "tax_allocations_classification_id_tax_classifications_id_fk" FOREIGN KEY ("classification_id") REFERENCES "public"."tax_classifications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_classifications" ADD CONSTRAINT "tax_classifications_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_classifications" ADD CONSTRAINT "tax_classifications_document_id_property_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."property_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_classifications" ADD CONSTRAINT "tax_classifications_classified_by_users_id_fk" FOREIGN KEY ("classified_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_exports" ADD CONSTRAINT "tax_exports_released_by_users_id_fk" FOREIGN KEY ("released_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "basis_reductions_user" ON "basis_reductions" USING btree ("user_id","property_id");--> statement-breakpoint
CREATE INDEX "tax_allocations_user" ON "tax_allocations" USING btree ("user_id","classification_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_classifications_version" ON "tax_classifications" USING btree ("property_id","year","version");--> statement-breakpoint
CREATE INDEX "tax_exports_latest" ON "tax_exports" USING btree ("released_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE TRIGGER tax_classifications_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON tax_classifications FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER tax_allocations_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON tax_allocations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER basis_reductions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON basis_reductions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER tax_exports_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON tax_exports FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
