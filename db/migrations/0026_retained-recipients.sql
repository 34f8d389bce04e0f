CREATE TABLE "retained_recipients" (
	"user_id" text PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"address" text,
	"city" text,
	"state" text,
	"zip_code" text
);
--> statement-breakpoint
ALTER TABLE "retained_recipients" ADD CONSTRAINT "retained_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;