CREATE TABLE "resale_trade_accounts" (
	"trade_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"other_id" text NOT NULL,
	CONSTRAINT "resale_trade_accounts_trade_id_user_id_other_id_pk" PRIMARY KEY("trade_id","user_id","other_id")
);--> statement-breakpoint
CREATE TRIGGER resale_trade_accounts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON resale_trade_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
