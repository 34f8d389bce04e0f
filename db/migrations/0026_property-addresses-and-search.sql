CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "search_words" (
	"form" text NOT NULL,
	"word" text NOT NULL,
	CONSTRAINT "search_words_form_word_pk" PRIMARY KEY("form","word")
);
--> statement-breakpoint
DROP INDEX "properties_words";--> statement-breakpoint
ALTER TABLE "properties" ADD COLUMN "street_address" text;--> statement-breakpoint
ALTER TABLE "properties" ADD COLUMN "zip_code" text;--> statement-breakpoint
ALTER TABLE "properties" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "properties" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "properties" ADD COLUMN "search_text" text GENERATED ALWAYS AS (' ' || lower(regexp_replace("properties"."name" || ' ' || coalesce("properties"."street_address", '') || ' ' || "properties"."location" || ' ' || case upper(substring("properties"."location" from ',[[:space:]]*([A-Za-z]{2})[[:space:]]*$')) when 'CA' then 'California' when 'NY' then 'New York' when 'TX' then 'Texas' when 'FL' then 'Florida' when 'WA' then 'Washington' when 'AL' then 'Alabama' when 'AK' then 'Alaska' when 'AZ' then 'Arizona' when 'AR' then 'Arkansas' when 'CO' then 'Colorado' when 'CT' then 'Connecticut' when 'DE' then 'Delaware' when 'DC' then 'District of Columbia' when 'GA' then 'Georgia' when 'HI' then 'Hawaii' when 'ID' then 'Idaho' when 'IL' then 'Illinois' when 'IN' then 'Indiana' when 'IA' then 'Iowa' when 'KS' then 'Kansas' when 'KY' then 'Kentucky' when 'LA' then 'Louisiana' when 'ME' then 'Maine' when 'MD' then 'Maryland' when 'MA' then 'Massachusetts' when 'MI' then 'Michigan' when 'MN' then 'Minnesota' when 'MS' then 'Mississippi' when 'MO' then 'Missouri' when 'MT' then 'Montana' when 'NE' then 'Nebraska' when 'NV' then 'Nevada' when 'NH' then 'New Hampshire' when 'NJ' then 'New Jersey' when 'NM' then 'New Mexico' when 'NC' then 'North Carolina' when 'ND' then 'North Dakota' when 'OH' then 'Ohio' when 'OK' then 'Oklahoma' when 'OR' then 'Oregon' when 'PA' then 'Pennsylvania' when 'RI' then 'Rhode Island' when 'SC' then 'South Carolina' when 'SD' then 'South Dakota' when 'TN' then 'Tennessee' when 'UT' then 'Utah' when 'VT' then 'Vermont' when 'VA' then 'Virginia' when 'WV' then 'West Virginia' when 'WI' then 'Wisconsin' when 'WY' then 'Wyoming' else '' end || ' ' || coalesce("properties"."zip_code", '') || ' ' || "properties"."property_type" || ' ' || coalesce("properties"."subtype", ''), '[^[:alnum:]]+', ' ', 'g'))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "properties_by_name" ON "properties" USING btree (lower("name") text_pattern_ops) WHERE "properties"."status" = 'approved';--> statement-breakpoint
CREATE INDEX "properties_search" ON "properties" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "properties_search_pairs" ON "properties" USING gin (regexp_replace("search_text", '([^ ])', '\1\1', 'g') gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
ALTER TABLE "properties" ADD CONSTRAINT "properties_position" CHECK (("properties"."latitude" is null) = ("properties"."longitude" is null)
        and "properties"."latitude" between -90 and 90 and "properties"."longitude" between -180 and 180);--> statement-breakpoint
INSERT INTO "search_words" ("form", "word")
SELECT DISTINCT left(word, kept) || substr(word, kept + 2), word
FROM (SELECT DISTINCT unnest(string_to_array(search_text, ' ')) AS word FROM "properties" WHERE status = 'approved') AS words,
  generate_series(0, length(word)) AS kept
WHERE word ~ '^[[:alpha:]]{4,}$';
