CREATE TABLE "articles" (
	"id" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"category" text NOT NULL,
	"body" text NOT NULL,
	"reading_minutes" integer NOT NULL,
	"status" text NOT NULL,
	"version" integer NOT NULL,
	"first_published_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', "title") || to_tsvector('simple', "title"), 'A') || setweight(to_tsvector('english', "summary") || to_tsvector('simple', "summary"), 'B') || setweight(to_tsvector('english', "body") || to_tsvector('simple', "body"), 'D')) STORED
);
--> statement-breakpoint
CREATE UNIQUE INDEX "articles_slug" ON "articles" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "articles_search" ON "articles" USING gin ("search");