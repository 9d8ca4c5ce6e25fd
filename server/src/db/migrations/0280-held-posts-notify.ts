import { Migration } from '@mikro-orm/migrations';

/** Adds the kind of notice for approved posts that cannot go out, to whatever kinds the list has. */
export class HeldPostsNotify extends Migration {
  override up(): void {
    this.addSql(`do $$ declare known text; begin
     select string_agg(quote_literal(r.m[1]), ', ' order by r.n) into known
       from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') with ordinality as r (m, n)
      where c.conname = 'notices_kind_check' and c.conrelid = 'notices'::regclass;
     alter table notices drop constraint notices_kind_check;
     execute format($f$alter table notices add constraint notices_kind_check check (kind in (%s, 'job_held'))$f$, known);
   end $$`);
  }
}
