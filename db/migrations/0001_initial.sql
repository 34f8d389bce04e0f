CREATE TABLE "distribution_payouts" (
	"distribution_id" text NOT NULL,
	"position" integer NOT NULL,
	"user_id" text NOT NULL,
	"shares" integer NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	CONSTRAINT "distribution_payouts_distribution_id_position_pk" PRIMARY KEY("distribution_id","position")
);
--> statement-breakpoint
CREATE TABLE "distributions" (
	"id" text PRIMARY KEY NOT NULL,
	"property_id" integer NOT NULL,
	"quarter" text NOT NULL,
	"record_at" timestamp with time zone NOT NULL,
	"pay_at" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"months" integer NOT NULL,
	"rent" numeric(12,2) NOT NULL,
	"vacancy" numeric(12,2) NOT NULL,
	"other_income" numeric(12,2) NOT NULL,
	"taxes" numeric(12,2) NOT NULL,
	"insurance" numeric(12,2) NOT NULL,
	"maintenance" numeric(12,2) NOT NULL,
	"utilities" numeric(12,2) NOT NULL,
	"management" numeric(12,2) NOT NULL,
	"other_expenses" numeric(12,2) NOT NULL,
	"reserve" numeric(12,2) NOT NULL,
	"reserve_withdrawn" numeric(12,2) NOT NULL,
	"operating_income" numeric(12,2) NOT NULL,
	"opening_deficit" numeric(12,2) NOT NULL,
	"available" numeric(12,2) NOT NULL,
	"repaid" numeric(12,2) NOT NULL,
	"closing_deficit" numeric(12,2) NOT NULL,
	"reserve_contributed" numeric(12,2) NOT NULL,
	"shares" integer NOT NULL,
	"holders" integer NOT NULL,
	"owner_share" numeric(12,2) NOT NULL,
	"gross" numeric(12,2) NOT NULL,
	"fee" numeric(12,2) NOT NULL,
	"net" numeric(12,2) NOT NULL,
	"returned_reason" text,
	"prepared_at" timestamp with time zone,
	"approved_at" timestamp with time zone,
	"approved_by" text,
	"paid_at" timestamp with time zone,
	"paid" numeric(12,2) NOT NULL,
	"paid_through" integer NOT NULL,
	CONSTRAINT "distributions_gross" CHECK ("distributions"."gross" = "distributions"."fee" + "distributions"."net"),
	CONSTRAINT "distributions_paid" CHECK ("distributions"."paid" between 0 and "distributions"."net")
);
--> statement-breakpoint
CREATE TABLE "reinvestment_choices" (
	"user_id" text NOT NULL,
	"property_id" integer NOT NULL,
	"chosen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reinvestment_choices_user_id_property_id_pk" PRIMARY KEY("user_id","property_id")
);
--> statement-breakpoint
CREATE TABLE "rent_reports" (
	"property_id" integer NOT NULL,
	"month" text NOT NULL,
	"rent" numeric(12,2) NOT NULL,
	"vacancy" numeric(12,2) NOT NULL,
	"other_income" numeric(12,2) NOT NULL,
	"taxes" numeric(12,2) NOT NULL,
	"insurance" numeric(12,2) NOT NULL,
	"maintenance" numeric(12,2) NOT NULL,
	"utilities" numeric(12,2) NOT NULL,
	"management" numeric(12,2) NOT NULL,
	"other_expenses" numeric(12,2) NOT NULL,
	"reserve" numeric(12,2) NOT NULL,
	"reserve_withdrawn" numeric(12,2) NOT NULL,
	"note" text,
	"reported_by" text NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rent_reports_property_id_month_pk" PRIMARY KEY("property_id","month")
);
--> statement-breakpoint
CREATE TABLE "property_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"property_id" integer NOT NULL,
	"file_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"dated" text NOT NULL,
	"uploaded_by" text NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_by" text,
	"withdrawn_reason" text
);
--> statement-breakpoint
CREATE TABLE "stored_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"purpose" text NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"size" integer NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"property_id" integer NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deadline" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"outcome" text,
	"eligible_shares" bigint NOT NULL,
	"yes_shares" bigint NOT NULL,
	"no_shares" bigint NOT NULL,
	"abstain_shares" bigint NOT NULL,
	"yes_voters" integer NOT NULL,
	"no_voters" integer NOT NULL,
	"abstain_voters" integer NOT NULL,
	"closed_at" timestamp with time zone,
	"follow_up" text,
	"follow_up_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "votes" (
	"proposal_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"choice" text NOT NULL,
	"shares" bigint NOT NULL,
	"cast_at" timestamp with time zone NOT NULL,
	CONSTRAINT "votes_proposal_id_user_id_pk" PRIMARY KEY("proposal_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "access_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"scope" text NOT NULL,
	"prefix" text NOT NULL,
	"secret_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_links" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"synced" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_accounts" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "provider_accounts_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"enabled_at" timestamp with time zone,
	"last_step" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"sess" jsonb NOT NULL,
	"expire" timestamp with time zone NOT NULL,
	"user_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_flows" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" text,
	"data" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"profile_image_url" text,
	"role" text DEFAULT 'user' NOT NULL,
	"password_hash" text,
	"email_confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_email_lower_case" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE TABLE "invested_months" (
	"user_id" text NOT NULL,
	"month" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "invested_months_user_id_month_pk" PRIMARY KEY("user_id","month")
);
--> statement-breakpoint
CREATE TABLE "investment_refunds" (
	"investment_id" uuid PRIMARY KEY NOT NULL,
	"operation_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"property_id" integer NOT NULL,
	"reason" text NOT NULL,
	"shares" integer NOT NULL,
	"total_amount" numeric(12,2) NOT NULL,
	"transaction_fee" numeric(12,2) NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "investment_refunds_shares" CHECK ("investment_refunds"."shares" > 0)
);
--> statement-breakpoint
CREATE TABLE "investment_releases" (
	"investment_id" uuid PRIMARY KEY NOT NULL,
	"operation_id" uuid NOT NULL,
	"property_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "investments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"operation_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"property_id" integer NOT NULL,
	"shares" integer NOT NULL,
	"price_per_share" numeric(12,2) NOT NULL,
	"total_amount" numeric(12,2) NOT NULL,
	"transaction_fee" numeric(12,2) NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notified_refunds" (
	"user_id" text NOT NULL,
	"property_id" integer NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	CONSTRAINT "notified_refunds_user_id_property_id_pk" PRIMARY KEY("user_id","property_id")
);
--> statement-breakpoint
CREATE TABLE "kyc_applications" (
	"user_id" text PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"sealed_date_of_birth" text,
	"sealed_ssn" text,
	"ssn_fingerprint" text,
	"phone" text,
	"address" text,
	"city" text,
	"state" text,
	"zip_code" text,
	"employment_status" text,
	"employer" text,
	"occupation" text,
	"income" text,
	"investor_status" text,
	"id_document" uuid,
	"proof_of_address" uuid,
	"income_verification" uuid,
	"risk_acknowledged_at" timestamp with time zone,
	"submitted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kyc_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"reviewer_id" text NOT NULL,
	"decision" text NOT NULL,
	"reason" text,
	"requests" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
	"built_in" text,
	"first_published_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', "title") || to_tsvector('simple', "title"), 'A') || setweight(to_tsvector('english', "summary") || to_tsvector('simple', "summary"), 'B') || setweight(to_tsvector('english', "body") || to_tsvector('simple', "body"), 'D')) STORED
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" text,
	"property_id" integer,
	"balance" bigint NOT NULL,
	CONSTRAINT "ledger_accounts_balance_not_negative" CHECK ("ledger_accounts"."balance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_transfers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operation_id" uuid NOT NULL,
	"code" text NOT NULL,
	"debit_account" text NOT NULL,
	"credit_account" text NOT NULL,
	"asset" text NOT NULL,
	"amount" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_transfers_amount_positive" CHECK ("ledger_transfers"."amount" > 0),
	CONSTRAINT "ledger_transfers_two_accounts" CHECK ("ledger_transfers"."debit_account" <> "ledger_transfers"."credit_account")
);
--> statement-breakpoint
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
CREATE TABLE "notification_mails" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"through" uuid NOT NULL,
	CONSTRAINT "notification_mails_only" CHECK ("notification_mails"."only")
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_id" text PRIMARY KEY NOT NULL,
	"distributions" boolean NOT NULL,
	"governance" boolean NOT NULL,
	"property_updates" boolean NOT NULL,
	"achievements" boolean NOT NULL,
	"system_updates" boolean NOT NULL,
	"email_notifications" boolean NOT NULL,
	"push_notifications" boolean NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"type" text NOT NULL,
	"priority" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"action_url" text,
	"own_mail" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "receipt_progress" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"audit_seq" bigint NOT NULL,
	CONSTRAINT "receipt_progress_only" CHECK ("receipt_progress"."only")
);
--> statement-breakpoint
CREATE TABLE "offerings" (
	"property_id" integer PRIMARY KEY NOT NULL,
	"minimum_shares" integer NOT NULL,
	"funding_days" integer NOT NULL,
	"deadline" timestamp with time zone,
	"status" text NOT NULL,
	"closed_at" timestamp with time zone,
	"refunded_at" timestamp with time zone,
	"released" numeric(12,2) NOT NULL,
	"released_fees" numeric(12,2) NOT NULL,
	"hold_reason" text,
	"held_at" timestamp with time zone,
	"held_by" text,
	CONSTRAINT "offerings_minimum_shares" CHECK ("offerings"."minimum_shares" >= 0),
	CONSTRAINT "offerings_funding_days" CHECK ("offerings"."funding_days" between 1 and 365),
	CONSTRAINT "offerings_closed" CHECK (("offerings"."status" = 'open') = ("offerings"."closed_at" is null)),
	CONSTRAINT "offerings_refunded" CHECK ("offerings"."refunded_at" is null or "offerings"."status" = 'failed'),
	CONSTRAINT "offerings_hold" CHECK (num_nulls("offerings"."hold_reason", "offerings"."held_at", "offerings"."held_by") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "onboarding_records" (
	"user_id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"step" integer NOT NULL,
	"answers" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"operation_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"subject" text NOT NULL,
	"details" jsonb NOT NULL,
	"runs" json
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"position" bigint PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "frozen_accounts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"frozen_by" text NOT NULL,
	"frozen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"actor_id" text NOT NULL,
	"key" text NOT NULL,
	"input_hash" text NOT NULL,
	"operation_id" uuid NOT NULL,
	"result" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_pk" PRIMARY KEY("key","actor_id")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"payload" jsonb NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"run_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"locked_by" uuid,
	"locked_until" timestamp with time zone,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "outbox_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"operation_id" uuid NOT NULL,
	"type" text NOT NULL,
	"user_id" text,
	"property_id" integer,
	"audience" text DEFAULT 'viewers' NOT NULL,
	"payload" jsonb NOT NULL,
	"live_events" json,
	"at" timestamp with time zone NOT NULL,
	"dispatched_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "spent_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "properties" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "properties_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"owner_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"location" text NOT NULL,
	"street_address" text,
	"zip_code" text,
	"latitude" double precision,
	"longitude" double precision,
	"image_url" text,
	"property_type" text NOT NULL,
	"subtype" text,
	"price_per_share" numeric(12,2) NOT NULL,
	"total_shares" integer NOT NULL,
	"annual_yield" numeric(5,2) NOT NULL,
	"valuation" numeric(12,2) NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"status_reason" text,
	"approved_at" timestamp with time zone,
	"rejected_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (' ' || lower(regexp_replace("properties"."name" || ' ' || coalesce("properties"."street_address", '') || ' ' || "properties"."location" || ' ' || case upper(substring("properties"."location" from ',[[:space:]]*([A-Za-z]{2})[[:space:]]*$')) when 'CA' then 'California' when 'NY' then 'New York' when 'TX' then 'Texas' when 'FL' then 'Florida' when 'WA' then 'Washington' when 'AL' then 'Alabama' when 'AK' then 'Alaska' when 'AZ' then 'Arizona' when 'AR' then 'Arkansas' when 'CO' then 'Colorado' when 'CT' then 'Connecticut' when 'DE' then 'Delaware' when 'DC' then 'District of Columbia' when 'GA' then 'Georgia' when 'HI' then 'Hawaii' when 'ID' then 'Idaho' when 'IL' then 'Illinois' when 'IN' then 'Indiana' when 'IA' then 'Iowa' when 'KS' then 'Kansas' when 'KY' then 'Kentucky' when 'LA' then 'Louisiana' when 'ME' then 'Maine' when 'MD' then 'Maryland' when 'MA' then 'Massachusetts' when 'MI' then 'Michigan' when 'MN' then 'Minnesota' when 'MS' then 'Mississippi' when 'MO' then 'Missouri' when 'MT' then 'Montana' when 'NE' then 'Nebraska' when 'NV' then 'Nevada' when 'NH' then 'New Hampshire' when 'NJ' then 'New Jersey' when 'NM' then 'New Mexico' when 'NC' then 'North Carolina' when 'ND' then 'North Dakota' when 'OH' then 'Ohio' when 'OK' then 'Oklahoma' when 'OR' then 'Oregon' when 'PA' then 'Pennsylvania' when 'RI' then 'Rhode Island' when 'SC' then 'South Carolina' when 'SD' then 'South Dakota' when 'TN' then 'Tennessee' when 'UT' then 'Utah' when 'VT' then 'Vermont' when 'VA' then 'Virginia' when 'WV' then 'West Virginia' when 'WI' then 'Wisconsin' when 'WY' then 'Wyoming' else '' end || ' ' || coalesce("properties"."zip_code", '') || ' ' || "properties"."property_type" || ' ' || coalesce("properties"."subtype", ''), '[^[:alnum:]]+', ' ', 'g'))) STORED NOT NULL,
	CONSTRAINT "properties_rejected" CHECK (("properties"."status" = 'rejected') = ("properties"."rejected_at" is not null)),
	CONSTRAINT "properties_position" CHECK (("properties"."latitude" is null) = ("properties"."longitude" is null)
        and "properties"."latitude" between -90 and 90 and "properties"."longitude" between -180 and 180)
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"form" text NOT NULL,
	"word" text NOT NULL,
	CONSTRAINT "search_words_form_word_pk" PRIMARY KEY("form","word")
);
--> statement-breakpoint
CREATE TABLE "property_images" (
	"property_id" integer PRIMARY KEY NOT NULL,
	"source_url" text NOT NULL,
	"status" text NOT NULL,
	"problem" text,
	"file_id" uuid,
	"requested_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "property_versions" (
	"property_id" integer NOT NULL,
	"version" integer NOT NULL,
	"submission" jsonb NOT NULL,
	"reason" text,
	"submitted_at" timestamp with time zone NOT NULL,
	"rejected_at" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone NOT NULL,
	CONSTRAINT "property_versions_property_id_version_pk" PRIMARY KEY("property_id","version")
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
CREATE TABLE "resale_wash_trades" (
	"trade_id" uuid PRIMARY KEY NOT NULL,
	"property_id" integer NOT NULL,
	"found_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waitlist_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"name" text,
	"joined_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"direction" text NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	"status" text NOT NULL,
	"instant" boolean DEFAULT false NOT NULL,
	"hold_reason" text,
	"sent_at" timestamp with time zone,
	"reference" text,
	"failure_reason" text,
	"requested_operation_id" uuid NOT NULL,
	"settled_operation_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "distributions" ADD CONSTRAINT "distributions_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distributions" ADD CONSTRAINT "distributions_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reinvestment_choices" ADD CONSTRAINT "reinvestment_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reinvestment_choices" ADD CONSTRAINT "reinvestment_choices_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rent_reports" ADD CONSTRAINT "rent_reports_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rent_reports" ADD CONSTRAINT "rent_reports_reported_by_users_id_fk" FOREIGN KEY ("reported_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "property_documents" ADD CONSTRAINT "property_documents_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "property_documents" ADD CONSTRAINT "property_documents_file_id_stored_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "property_documents" ADD CONSTRAINT "property_documents_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "property_documents" ADD CONSTRAINT "property_documents_withdrawn_by_users_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_files" ADD CONSTRAINT "stored_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_links" ADD CONSTRAINT "mail_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_accounts" ADD CONSTRAINT "provider_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_flows" ADD CONSTRAINT "sign_in_flows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_applications" ADD CONSTRAINT "kyc_applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_applications" ADD CONSTRAINT "kyc_applications_id_document_stored_files_id_fk" FOREIGN KEY ("id_document") REFERENCES "public"."stored_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_applications" ADD CONSTRAINT "kyc_applications_proof_of_address_stored_files_id_fk" FOREIGN KEY ("proof_of_address") REFERENCES "public"."stored_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_applications" ADD CONSTRAINT "kyc_applications_income_verification_stored_files_id_fk" FOREIGN KEY ("income_verification") REFERENCES "public"."stored_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_decisions" ADD CONSTRAINT "kyc_decisions_user_id_kyc_applications_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."kyc_applications"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_decisions" ADD CONSTRAINT "kyc_decisions_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offerings" ADD CONSTRAINT "offerings_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offerings" ADD CONSTRAINT "offerings_held_by_users_id_fk" FOREIGN KEY ("held_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "onboarding_records" ADD CONSTRAINT "onboarding_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "properties" ADD CONSTRAINT "properties_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "property_images" ADD CONSTRAINT "property_images_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "property_images" ADD CONSTRAINT "property_images_file_id_stored_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "property_versions" ADD CONSTRAINT "property_versions_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_transfers" ADD CONSTRAINT "bank_transfers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "distribution_payouts_user" ON "distribution_payouts" USING btree ("user_id","distribution_id");--> statement-breakpoint
CREATE UNIQUE INDEX "distributions_quarter" ON "distributions" USING btree ("property_id","quarter");--> statement-breakpoint
CREATE INDEX "distributions_status" ON "distributions" USING btree ("status","pay_at");--> statement-breakpoint
CREATE INDEX "reinvestment_choices_property" ON "reinvestment_choices" USING btree ("property_id","user_id");--> statement-breakpoint
CREATE INDEX "property_documents_property" ON "property_documents" USING btree ("property_id","uploaded_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "property_documents_file" ON "property_documents" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "stored_files_user" ON "stored_files" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "stored_files_status" ON "stored_files" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "proposals_property" ON "proposals" USING btree ("property_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "proposals_open" ON "proposals" USING btree ("deadline") WHERE "proposals"."status" = 'open';--> statement-breakpoint
CREATE INDEX "votes_user" ON "votes" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "access_tokens_secret_hash" ON "access_tokens" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "access_tokens_user" ON "access_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_links_token_hash" ON "mail_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "mail_links_user" ON "mail_links" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "mail_links_expires" ON "mail_links" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_accounts_user" ON "provider_accounts" USING btree ("user_id","issuer");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_flows_expires" ON "sign_in_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "investment_refunds_operation" ON "investment_refunds" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "investment_refunds_property" ON "investment_refunds" USING btree ("property_id","user_id");--> statement-breakpoint
CREATE INDEX "investment_releases_property" ON "investment_releases" USING btree ("property_id");--> statement-breakpoint
CREATE INDEX "investments_user" ON "investments" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "investments_operation" ON "investments" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "investments_property" ON "investments" USING btree ("property_id","created_at");--> statement-breakpoint
CREATE INDEX "kyc_applications_queue" ON "kyc_applications" USING btree ("status","submitted_at","user_id");--> statement-breakpoint
CREATE INDEX "kyc_applications_ssn" ON "kyc_applications" USING btree ("ssn_fingerprint");--> statement-breakpoint
CREATE INDEX "kyc_decisions_user" ON "kyc_decisions" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "articles_slug" ON "articles" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "articles_search" ON "articles" USING gin ("search");--> statement-breakpoint
CREATE INDEX "ledger_accounts_user" ON "ledger_accounts" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "ledger_accounts_property" ON "ledger_accounts" USING btree ("property_id","kind");--> statement-breakpoint
CREATE INDEX "ledger_transfers_user_debit" ON "ledger_transfers" USING btree ("debit_account") WHERE "ledger_transfers"."debit_account" like 'user:%';--> statement-breakpoint
CREATE INDEX "ledger_transfers_user_credit" ON "ledger_transfers" USING btree ("credit_account") WHERE "ledger_transfers"."credit_account" like 'user:%';--> statement-breakpoint
CREATE INDEX "lot_disposals_user" ON "lot_disposals" USING btree ("user_id","disposed_at" DESC NULLS LAST,"trade_id","lot_id");--> statement-breakpoint
CREATE INDEX "lot_reservations_holding" ON "lot_reservations" USING btree ("user_id","property_id");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "offerings_open" ON "offerings" USING btree ("deadline") WHERE "offerings"."status" = 'open';--> statement-breakpoint
CREATE INDEX "offerings_refunding" ON "offerings" USING btree ("property_id") WHERE "offerings"."status" = 'failed' and "offerings"."refunded_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_log_operation" ON "audit_log" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "audit_log_order" ON "audit_log" USING btree ("xid","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_seals_seq" ON "audit_seals" USING btree ("seq");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_key" ON "jobs" USING btree ("key");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("run_at") WHERE "jobs"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "jobs_dead" ON "jobs" USING btree ("finished_at") WHERE "jobs"."status" = 'dead';--> statement-breakpoint
CREATE INDEX "outbox_events_order" ON "outbox_events" USING btree ("xid","id");--> statement-breakpoint
CREATE INDEX "outbox_events_waiting" ON "outbox_events" USING btree ("id") WHERE "outbox_events"."dispatched_at" is null;--> statement-breakpoint
CREATE INDEX "spent_limits_resets_at" ON "spent_limits" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "properties_by_yield" ON "properties" USING btree ("status","annual_yield" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "properties_by_type_and_yield" ON "properties" USING btree ("status","property_type","annual_yield" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "properties_by_price" ON "properties" USING btree ("status","price_per_share","id");--> statement-breakpoint
CREATE INDEX "properties_by_approval" ON "properties" USING btree ("status","approved_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "properties_owner" ON "properties" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "properties_by_location" ON "properties" USING btree (lower("location"),"annual_yield" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "properties"."status" = 'approved';--> statement-breakpoint
CREATE INDEX "properties_by_name" ON "properties" USING btree (lower("name") text_pattern_ops) WHERE "properties"."status" = 'approved';--> statement-breakpoint
CREATE INDEX "properties_search" ON "properties" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "properties_search_pairs" ON "properties" USING gin (regexp_replace("search_text", '([^ ])', '\1\1', 'g') gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "property_images_file" ON "property_images" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "resale_orders_asks" ON "resale_orders" USING btree ("property_id","price_per_share","seq") WHERE "resale_orders"."status" = 'open' and "resale_orders"."side" = 'ask';--> statement-breakpoint
CREATE INDEX "resale_orders_bids" ON "resale_orders" USING btree ("property_id","price_per_share" DESC NULLS LAST,"seq") WHERE "resale_orders"."status" = 'open' and "resale_orders"."side" = 'bid';--> statement-breakpoint
CREATE INDEX "resale_orders_expiring" ON "resale_orders" USING btree ("expires_at") WHERE "resale_orders"."status" = 'open';--> statement-breakpoint
CREATE INDEX "resale_orders_user" ON "resale_orders" USING btree ("user_id","side","seq" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "resale_orders_property" ON "resale_orders" USING btree ("property_id","side","closed_at");--> statement-breakpoint
CREATE INDEX "resale_orders_operation" ON "resale_orders" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "resale_orders_closed_operation" ON "resale_orders" USING btree ("closed_operation_id");--> statement-breakpoint
CREATE INDEX "resale_trades_property" ON "resale_trades" USING btree ("property_id","seq" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "resale_trades_property_at" ON "resale_trades" USING btree ("property_id","at");--> statement-breakpoint
CREATE INDEX "resale_trades_buyer" ON "resale_trades" USING btree ("buyer_id","property_id","seller_id","at");--> statement-breakpoint
CREATE INDEX "resale_trades_operation" ON "resale_trades" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "resale_wash_trades_property" ON "resale_wash_trades" USING btree ("property_id");--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_entries_email" ON "waitlist_entries" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "bank_transfers_user" ON "bank_transfers" USING btree ("user_id","id");