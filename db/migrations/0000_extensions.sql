-- Trigram search. It has to exist before the tables, whose indexes use it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
