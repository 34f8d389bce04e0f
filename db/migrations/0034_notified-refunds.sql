CREATE TABLE "notified_refunds" (
	"user_id" text NOT NULL,
	"property_id" integer NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	CONSTRAINT "notified_refunds_user_id_property_id_pk" PRIMARY KEY("user_id","property_id")
);
--> statement-breakpoint
DROP INDEX "investment_refunds_property";--> statement-breakpoint
CREATE INDEX "investment_refunds_property" ON "investment_refunds" USING btree ("property_id","user_id");