CREATE TABLE "investment_releases" (
	"investment_id" uuid PRIMARY KEY NOT NULL,
	"operation_id" uuid NOT NULL,
	"property_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "offerings" ADD COLUMN "hold_reason" text;--> statement-breakpoint
ALTER TABLE "offerings" ADD COLUMN "held_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "offerings" ADD COLUMN "held_by" text;--> statement-breakpoint
CREATE INDEX "investment_releases_property" ON "investment_releases" USING btree ("property_id");--> statement-breakpoint
ALTER TABLE "offerings" ADD CONSTRAINT "offerings_held_by_users_id_fk" FOREIGN KEY ("held_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offerings" ADD CONSTRAINT "offerings_hold" CHECK (num_nulls("offerings"."hold_reason", "offerings"."held_at", "offerings"."held_by") in (0, 3));--> statement-breakpoint
CREATE TRIGGER investment_releases_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON investment_releases FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
INSERT INTO "investment_releases" ("investment_id", "operation_id", "property_id", "at")
SELECT "id", "operation_id", "property_id", "created_at"
FROM (
  SELECT i."id", i."operation_id", i."property_id", i."created_at",
         sum(i."total_amount") OVER (PARTITION BY i."property_id" ORDER BY i."created_at", i."id") AS "so_far",
         o."released"
  FROM "investments" i
  JOIN "offerings" o ON o."property_id" = i."property_id"
  WHERE NOT EXISTS (SELECT 1 FROM "investment_refunds" r WHERE r."investment_id" = i."id")
) "purchases"
WHERE "so_far" <= "released";
