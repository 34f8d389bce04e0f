DROP INDEX "lot_disposals_lot";--> statement-breakpoint
DROP INDEX "resale_trades_listing";--> statement-breakpoint
DROP INDEX "resale_trades_bid";--> statement-breakpoint
-- Balances are changed in place, beside their older version on the same page, as long as the page has room for both.
ALTER TABLE "ledger_accounts" SET (fillfactor = 70);
