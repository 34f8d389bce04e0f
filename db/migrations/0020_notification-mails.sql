CREATE TABLE "notification_mails" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"through" uuid NOT NULL,
	CONSTRAINT "notification_mails_only" CHECK ("notification_mails"."only")
);
