CREATE TABLE "invested_months" (
	"user_id" text NOT NULL,
	"month" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "invested_months_user_id_month_pk" PRIMARY KEY("user_id","month")
);--> statement-breakpoint
INSERT INTO "invested_months" ("user_id", "month", "amount_cents")
SELECT i."user_id", to_char(i."created_at" AT TIME ZONE 'UTC', 'YYYY-MM'), (sum(i."total_amount") * 100)::bigint
FROM "investments" i LEFT JOIN "investment_refunds" r ON r."investment_id" = i."id"
WHERE r."investment_id" IS NULL GROUP BY 1, 2;
