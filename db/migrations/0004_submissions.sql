CREATE TABLE "file_scans" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"result" text NOT NULL,
	"signature" text,
	"scanned_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submission_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"fields" jsonb NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submission_confirmations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" uuid NOT NULL,
	"item" text NOT NULL,
	"value" jsonb NOT NULL,
	"document_id" uuid NOT NULL,
	"confirmed_by" text NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submission_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"way_in" text NOT NULL,
	"submission_id" uuid,
	"kind" text NOT NULL,
	"file_id" uuid NOT NULL,
	"dated" text,
	"uploaded_at" timestamp with time zone NOT NULL,
	"verdict" text,
	"verdict_note" text,
	"verdict_by" text,
	"verdict_at" timestamp with time zone,
	CONSTRAINT "submission_documents_verdict" CHECK (num_nulls("submission_documents"."verdict", "submission_documents"."verdict_by", "submission_documents"."verdict_at") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "submission_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"author_id" text NOT NULL,
	"body" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"way_in" text NOT NULL,
	"owner_id" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"street_address" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip_code" text NOT NULL,
	"description" text NOT NULL,
	"property_type" text NOT NULL,
	"subtype" text,
	"valuation" numeric(12,2) NOT NULL,
	"equity_offered_bps" integer NOT NULL,
	"details" jsonb,
	"estimates" jsonb,
	"mortgage" numeric(12,2),
	"monthly_payment" numeric(12,2),
	"minimum_investment" numeric(12,2),
	"funding_days" integer,
	"owner_name" text,
	"ownership_bps" integer,
	"earlier_id" uuid,
	"submitted_at" timestamp with time zone NOT NULL,
	"contacted_at" timestamp with time zone,
	"respond_by" timestamp with time zone NOT NULL,
	"proposal_by" timestamp with time zone,
	"paused_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"reason" text,
	"property_id" integer,
	CONSTRAINT "submissions_equity" CHECK ("submissions"."equity_offered_bps" between 1 and 10000),
	CONSTRAINT "submissions_decided" CHECK (("submissions"."status" = 'pending') = ("submissions"."decided_at" is null)
        and ("submissions"."decided_at" is null) = ("submissions"."decided_by" is null)
        and ("submissions"."status" = 'approved') = ("submissions"."property_id" is not null)
        and ("submissions"."status" = 'rejected') = ("submissions"."reason" is not null)),
	CONSTRAINT "submissions_paused" CHECK ("submissions"."paused_at" is null or "submissions"."status" = 'pending')
);
--> statement-breakpoint
ALTER TABLE "file_scans" ADD CONSTRAINT "file_scans_file_id_stored_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_changes" ADD CONSTRAINT "submission_changes_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_changes" ADD CONSTRAINT "submission_changes_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_confirmations" ADD CONSTRAINT "submission_confirmations_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_confirmations" ADD CONSTRAINT "submission_confirmations_document_id_submission_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."submission_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_confirmations" ADD CONSTRAINT "submission_confirmations_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_documents" ADD CONSTRAINT "submission_documents_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_documents" ADD CONSTRAINT "submission_documents_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_documents" ADD CONSTRAINT "submission_documents_file_id_stored_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_documents" ADD CONSTRAINT "submission_documents_verdict_by_users_id_fk" FOREIGN KEY ("verdict_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_messages" ADD CONSTRAINT "submission_messages_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_messages" ADD CONSTRAINT "submission_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_earlier_id_submissions_id_fk" FOREIGN KEY ("earlier_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "submission_changes_version" ON "submission_changes" USING btree ("submission_id","version");--> statement-breakpoint
CREATE INDEX "submission_confirmations_item" ON "submission_confirmations" USING btree ("submission_id","item","id");--> statement-breakpoint
CREATE INDEX "submission_documents_submission" ON "submission_documents" USING btree ("submission_id","id");--> statement-breakpoint
CREATE INDEX "submission_documents_unfiled" ON "submission_documents" USING btree ("owner_id","way_in") WHERE "submission_documents"."submission_id" is null;--> statement-breakpoint
CREATE INDEX "submission_documents_old" ON "submission_documents" USING btree ("uploaded_at") WHERE "submission_documents"."submission_id" is null;--> statement-breakpoint
CREATE INDEX "submission_documents_file" ON "submission_documents" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "submission_messages_submission" ON "submission_messages" USING btree ("submission_id","id");--> statement-breakpoint
CREATE INDEX "submissions_queue" ON "submissions" USING btree ("status","respond_by","id");--> statement-breakpoint
CREATE INDEX "submissions_queue_by_way" ON "submissions" USING btree ("status","way_in","respond_by","id");--> statement-breakpoint
CREATE INDEX "submissions_owner" ON "submissions" USING btree ("owner_id","submitted_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "submissions_search" ON "submissions" USING gin (lower("name" || ' ' || "street_address" || ' ' || "city" || ' ' || "zip_code") gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_earlier" ON "submissions" USING btree ("earlier_id");--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_property" ON "submissions" USING btree ("property_id");--> statement-breakpoint
CREATE TRIGGER submissions_never_deleted BEFORE DELETE OR TRUNCATE ON submissions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER submission_confirmations_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON submission_confirmations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER submission_messages_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON submission_messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER submission_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON submission_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
