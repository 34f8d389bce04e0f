ALTER TABLE "jobs" ADD COLUMN "locked_by" uuid;--> statement-breakpoint
CREATE INDEX "jobs_dead" ON "jobs" USING btree ("finished_at") WHERE "jobs"."status" = 'dead';