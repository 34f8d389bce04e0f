ALTER TABLE "watched_properties" ADD COLUMN "basis_when_added" text DEFAULT 'offering_price' NOT NULL;--> statement-breakpoint
ALTER TABLE "watched_properties" ADD COLUMN "basis_when_added_on" text;