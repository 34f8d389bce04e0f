-- What was drawn for a statement until now reached its owner with the report, so none of it is repaid by an approval.
ALTER TABLE "distributions" ADD COLUMN "repaid" numeric(12,2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "distributions" ALTER COLUMN "repaid" DROP DEFAULT;
