ALTER TABLE "auto_invest_decisions" ADD COLUMN "plan_month" text;--> statement-breakpoint
-- A run in the first week of a month, before the day of the plan, was for the month before.
UPDATE auto_invest_decisions d
SET plan_month = to_char(
  (r.started_at AT TIME ZONE 'UTC')
    - CASE WHEN extract(day FROM r.started_at AT TIME ZONE 'UTC') < least(coalesce(s.recurring_day, 0), 8)
        THEN interval '7 days' ELSE interval '0' END, 'YYYY-MM')
FROM auto_invest_runs r, auto_invest_settings s
WHERE r.id = d.run_id AND r.trigger = 'recurring' AND s.user_id = d.user_id;
