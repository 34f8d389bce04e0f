CREATE TABLE "achievements" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"reached_at" timestamp with time zone NOT NULL,
	CONSTRAINT "achievements_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD COLUMN "email_frequency" text DEFAULT 'immediate' NOT NULL;--> statement-breakpoint
ALTER TABLE "achievements" ADD CONSTRAINT "achievements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;