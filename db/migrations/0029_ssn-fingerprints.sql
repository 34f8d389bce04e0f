ALTER TABLE "kyc_applications" ADD COLUMN "ssn_fingerprint" text;--> statement-breakpoint
CREATE INDEX "kyc_applications_ssn" ON "kyc_applications" USING btree ("ssn_fingerprint");