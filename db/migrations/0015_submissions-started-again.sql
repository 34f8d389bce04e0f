ALTER TABLE "intake_drafts" DROP CONSTRAINT "intake_drafts_completed";--> statement-breakpoint
ALTER TABLE "intake_drafts" ADD COLUMN "earlier_id" uuid;--> statement-breakpoint
ALTER TABLE "intake_drafts" ADD CONSTRAINT "intake_drafts_earlier_id_submissions_id_fk" FOREIGN KEY ("earlier_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intake_drafts" ADD CONSTRAINT "intake_drafts_completed" CHECK (case "intake_drafts"."state"
        when 'open' then "intake_drafts"."submission_id" is null
        when 'setAside' then true
        when 'discarded' then "intake_drafts"."submission_id" is null
        else "intake_drafts"."submission_id" is not null end);