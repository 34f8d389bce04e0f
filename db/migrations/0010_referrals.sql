CREATE TABLE "referral_codes" (
	"user_id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "referral_rewards" (
	"user_id" text NOT NULL,
	"tier" integer NOT NULL,
	"shares" integer NOT NULL,
	"status" text NOT NULL,
	"reached_at" timestamp with time zone NOT NULL,
	"property_id" integer,
	"attempt" integer DEFAULT 0 NOT NULL,
	"paid" numeric(12,2),
	"investment_id" uuid,
	"granted_at" timestamp with time zone,
	"refusal" text,
	CONSTRAINT "referral_rewards_user_id_tier_pk" PRIMARY KEY("user_id","tier"),
	CONSTRAINT "referral_rewards_property" CHECK ("referral_rewards"."status" = 'open' or "referral_rewards"."property_id" is not null),
	CONSTRAINT "referral_rewards_paid" CHECK (("referral_rewards"."status" in ('paid', 'granted')) = ("referral_rewards"."paid" is not null)),
	CONSTRAINT "referral_rewards_granted" CHECK (("referral_rewards"."status" = 'granted') = ("referral_rewards"."investment_id" is not null)
        and ("referral_rewards"."investment_id" is null) = ("referral_rewards"."granted_at" is null))
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"inviter_id" text NOT NULL,
	"invited_id" text NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "referrals_two_people" CHECK ("referrals"."inviter_id" <> "referrals"."invited_id")
);
--> statement-breakpoint
ALTER TABLE "referral_codes" ADD CONSTRAINT "referral_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_invited_id_users_id_fk" FOREIGN KEY ("invited_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "referral_codes_code" ON "referral_codes" USING btree ("code");--> statement-breakpoint
CREATE INDEX "referral_rewards_waiting" ON "referral_rewards" USING btree ("user_id") WHERE "referral_rewards"."status" in ('chosen', 'pending', 'paid');--> statement-breakpoint
CREATE UNIQUE INDEX "referrals_invited" ON "referrals" USING btree ("invited_id");--> statement-breakpoint
CREATE INDEX "referrals_inviter" ON "referrals" USING btree ("inviter_id","joined_at" DESC NULLS LAST,"id" DESC NULLS LAST);