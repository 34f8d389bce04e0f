CREATE TABLE "resale_wash_trades" (
	"trade_id" uuid PRIMARY KEY NOT NULL,
	"property_id" integer NOT NULL,
	"found_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "resale_trades_buyer";--> statement-breakpoint
CREATE INDEX "resale_wash_trades_property" ON "resale_wash_trades" USING btree ("property_id");--> statement-breakpoint
CREATE INDEX "resale_trades_buyer" ON "resale_trades" USING btree ("buyer_id","property_id","seller_id","at");--> statement-breakpoint
CREATE TRIGGER resale_wash_trades_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON resale_wash_trades FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
INSERT INTO "resale_wash_trades" ("trade_id", "property_id", "found_at")
SELECT t."id", t."property_id", now() FROM "resale_trades" t
WHERE EXISTS (
  SELECT 1 FROM "resale_trades" b
  WHERE b."property_id" = t."property_id" AND b."buyer_id" = t."seller_id" AND b."seller_id" = t."buyer_id"
    AND b."at" BETWEEN t."at" - interval '30 days' AND t."at" + interval '30 days');
