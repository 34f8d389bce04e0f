CREATE TABLE "property_versions" (
	"property_id" integer NOT NULL,
	"version" integer NOT NULL,
	"submission" jsonb NOT NULL,
	"reason" text,
	"submitted_at" timestamp with time zone NOT NULL,
	"rejected_at" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone NOT NULL,
	CONSTRAINT "property_versions_property_id_version_pk" PRIMARY KEY("property_id","version")
);
--> statement-breakpoint
ALTER TABLE "properties" ADD COLUMN "rejected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "property_versions" ADD CONSTRAINT "property_versions_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "properties" SET "rejected_at" = "updated_at" WHERE "status" = 'rejected';--> statement-breakpoint
ALTER TABLE "properties" ADD CONSTRAINT "properties_rejected" CHECK (("properties"."status" = 'rejected') = ("properties"."rejected_at" is not null));--> statement-breakpoint
CREATE TRIGGER property_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON property_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
