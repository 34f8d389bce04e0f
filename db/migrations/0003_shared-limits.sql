CREATE TABLE "spent_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "spent_limits_resets_at" ON "spent_limits" USING btree ("resets_at");