CREATE TABLE "stored_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"purpose" text NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"size" integer NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kyc_applications" (
	"user_id" text PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"sealed_date_of_birth" text,
	"sealed_ssn" text,
	"phone" text,
	"address" text,
	"city" text,
	"state" text,
	"zip_code" text,
	"employment_status" text,
	"employer" text,
	"occupation" text,
	"income" text,
	"investor_status" text,
	"id_document" uuid,
	"proof_of_address" uuid,
	"income_verification" uuid,
	"risk_acknowledged_at" timestamp with time zone,
	"submitted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kyc_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"reviewer_id" text NOT NULL,
	"decision" text NOT NULL,
	"reason" text,
	"requests" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stored_files" ADD CONSTRAINT "stored_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_applications" ADD CONSTRAINT "kyc_applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_applications" ADD CONSTRAINT "kyc_applications_id_document_stored_files_id_fk" FOREIGN KEY ("id_document") REFERENCES "public"."stored_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_applications" ADD CONSTRAINT "kyc_applications_proof_of_address_stored_files_id_fk" FOREIGN KEY ("proof_of_address") REFERENCES "public"."stored_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_applications" ADD CONSTRAINT "kyc_applications_income_verification_stored_files_id_fk" FOREIGN KEY ("income_verification") REFERENCES "public"."stored_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_decisions" ADD CONSTRAINT "kyc_decisions_user_id_kyc_applications_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."kyc_applications"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_decisions" ADD CONSTRAINT "kyc_decisions_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stored_files_user" ON "stored_files" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "stored_files_status" ON "stored_files" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "kyc_applications_queue" ON "kyc_applications" USING btree ("status","submitted_at","user_id");--> statement-breakpoint
CREATE INDEX "kyc_decisions_user" ON "kyc_decisions" USING btree ("user_id","id");