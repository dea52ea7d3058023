ALTER TABLE "edition_articles" DROP CONSTRAINT "edition_articles_edition_id_code_article_pk";--> statement-breakpoint
ALTER TABLE "edition_articles" ADD CONSTRAINT "edition_articles_edition_id_position_pk" PRIMARY KEY("edition_id","position");--> statement-breakpoint
ALTER TABLE "edition_articles" ADD COLUMN "etendue" jsonb;