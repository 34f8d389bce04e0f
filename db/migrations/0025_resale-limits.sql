-- What was bought on resale counts as invested, as what was bought from owners does.
INSERT INTO "invested_months" ("user_id", "month", "amount_cents")
SELECT "buyer_id", to_char("at" AT TIME ZONE 'UTC', 'YYYY-MM'), sum("amount") * 100 FROM "resale_trades" GROUP BY 1, 2
ON CONFLICT ("user_id", "month") DO UPDATE SET "amount_cents" = "invested_months"."amount_cents" + excluded."amount_cents";--> statement-breakpoint
-- Open orders outside the usual band of prices expire: the job that closes them gives back what they have reserved.
UPDATE "resale_orders" o SET "expires_at" = least(o."expires_at", now()) FROM "properties" p
WHERE p."id" = o."property_id" AND o."status" = 'open'
  AND o."price_per_share" NOT BETWEEN p."price_per_share" * 0.5 AND p."price_per_share" * 2;
