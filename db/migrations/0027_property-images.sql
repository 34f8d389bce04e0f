CREATE TABLE "property_images" (
	"property_id" integer PRIMARY KEY NOT NULL,
	"source_url" text NOT NULL,
	"status" text NOT NULL,
	"problem" text,
	"file_id" uuid,
	"requested_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "property_images" ADD CONSTRAINT "property_images_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "property_images" ADD CONSTRAINT "property_images_file_id_stored_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "property_images_file" ON "property_images" USING btree ("file_id");--> statement-breakpoint
INSERT INTO "property_images" ("property_id", "source_url", "status", "requested_at")
SELECT "id", "image_url", 'pending', now() FROM "properties" WHERE "image_url" LIKE 'https://%';--> statement-breakpoint
INSERT INTO "jobs" ("id", "kind", "key", "payload", "run_at", "created_at")
SELECT gen_random_uuid(), 'properties.fetchImage', 'properties.fetchImage:' || "property_id", jsonb_build_object('propertyId', "property_id"), now(), now()
FROM "property_images";--> statement-breakpoint
UPDATE "properties" SET "image_url" = NULL WHERE "image_url" IS NOT NULL;
