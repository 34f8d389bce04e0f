CREATE TABLE "lot_disposals" (
	"trade_id" uuid NOT NULL,
	"lot_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"property_id" integer NOT NULL,
	"shares" integer NOT NULL,
	"cost" numeric(12,2) NOT NULL,
	"proceeds" numeric(12,2) NOT NULL,
	"acquired_at" timestamp with time zone NOT NULL,
	"disposed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lot_disposals_trade_id_lot_id_pk" PRIMARY KEY("trade_id","lot_id")
);
--> statement-breakpoint
CREATE TABLE "lot_reservations" (
	"listing_id" uuid NOT NULL,
	"lot_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"property_id" integer NOT NULL,
	"position" integer NOT NULL,
	"shares" integer NOT NULL,
	CONSTRAINT "lot_reservations_listing_id_lot_id_pk" PRIMARY KEY("listing_id","lot_id"),
	CONSTRAINT "lot_reservations_shares" CHECK ("lot_reservations"."shares" > 0)
);
--> statement-breakpoint
CREATE TABLE "lot_usage" (
	"lot_id" uuid PRIMARY KEY NOT NULL,
	"shares_sold" integer NOT NULL,
	CONSTRAINT "lot_usage_sold" CHECK ("lot_usage"."shares_sold" > 0)
);
--> statement-breakpoint
CREATE TABLE "resale_books" (
	"property_id" integer PRIMARY KEY NOT NULL,
	"halted_at" timestamp with time zone,
	"halt_reason" text
);
--> statement-breakpoint
CREATE TABLE "resale_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "resale_orders_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operation_id" uuid NOT NULL,
	"property_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"side" text NOT NULL,
	"price_per_share" numeric(12,2) NOT NULL,
	"shares" integer NOT NULL,
	"shares_left" integer NOT NULL,
	"status" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_operation_id" uuid,
	CONSTRAINT "resale_orders_shares_left" CHECK ("resale_orders"."shares_left" between 0 and "resale_orders"."shares"),
	CONSTRAINT "resale_orders_filled" CHECK (("resale_orders"."status" = 'filled') = ("resale_orders"."shares_left" = 0)),
	CONSTRAINT "resale_orders_closed" CHECK (("resale_orders"."status" = 'open') = ("resale_orders"."closed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "resale_trades" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "resale_trades_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operation_id" uuid NOT NULL,
	"property_id" integer NOT NULL,
	"listing_id" uuid NOT NULL,
	"bid_id" uuid,
	"seller_id" text NOT NULL,
	"buyer_id" text NOT NULL,
	"shares" integer NOT NULL,
	"price_per_share" numeric(12,2) NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	"fee" numeric(12,2) NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "resale_trades_two_people" CHECK ("resale_trades"."seller_id" <> "resale_trades"."buyer_id")
);
--> statement-breakpoint
CREATE INDEX "lot_disposals_user" ON "lot_disposals" USING btree ("user_id","disposed_at" DESC NULLS LAST,"trade_id","lot_id");--> statement-breakpoint
CREATE INDEX "lot_disposals_lot" ON "lot_disposals" USING btree ("lot_id");--> statement-breakpoint
CREATE INDEX "lot_reservations_holding" ON "lot_reservations" USING btree ("user_id","property_id");--> statement-breakpoint
CREATE INDEX "resale_orders_asks" ON "resale_orders" USING btree ("property_id","price_per_share","seq") WHERE "resale_orders"."status" = 'open' and "resale_orders"."side" = 'ask';--> statement-breakpoint
CREATE INDEX "resale_orders_bids" ON "resale_orders" USING btree ("property_id","price_per_share" DESC NULLS LAST,"seq") WHERE "resale_orders"."status" = 'open' and "resale_orders"."side" = 'bid';--> statement-breakpoint
CREATE INDEX "resale_orders_expiring" ON "resale_orders" USING btree ("expires_at") WHERE "resale_orders"."status" = 'open';--> statement-breakpoint
CREATE INDEX "resale_orders_user" ON "resale_orders" USING btree ("user_id","side","seq" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "resale_orders_property" ON "resale_orders" USING btree ("property_id","side","closed_at");--> statement-breakpoint
CREATE INDEX "resale_orders_operation" ON "resale_orders" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "resale_orders_closed_operation" ON "resale_orders" USING btree ("closed_operation_id");--> statement-breakpoint
CREATE INDEX "resale_trades_property" ON "resale_trades" USING btree ("property_id","seq" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "resale_trades_property_at" ON "resale_trades" USING btree ("property_id","at");--> statement-breakpoint
CREATE INDEX "resale_trades_buyer" ON "resale_trades" USING btree ("buyer_id","property_id");--> statement-breakpoint
CREATE INDEX "resale_trades_listing" ON "resale_trades" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "resale_trades_bid" ON "resale_trades" USING btree ("bid_id");--> statement-breakpoint
CREATE INDEX "resale_trades_operation" ON "resale_trades" USING btree ("operation_id");--> statement-breakpoint
CREATE TRIGGER resale_orders_never_deleted BEFORE DELETE OR TRUNCATE ON resale_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER resale_trades_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON resale_trades FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER lot_disposals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON lot_disposals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
