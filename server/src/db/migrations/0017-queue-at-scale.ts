import { Migration } from '@mikro-orm/migrations';

/**
 * The queue of approvals with 100,000 waiting. Behind row-level security PostgreSQL uses an index only
 * through operators that it knows to give nothing away (LEAKPROOF), and neither the search for words
 * nor `@>` on arrays is one: a request read the whole queue for them. So the ids are found by a
 * function of the owner's, which keeps to the caller's wall by itself; the rows are then read by id,
 * through the wall.
 */
export class QueueAtScale extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

/** Every word with its workspace and state before it: what others have waiting, or what is long decided, is not walked through. */
const QUEUE_TERMS = `create function queue_terms(workspace_id text, state text, words text, platforms text[]) returns tsvector
  language sql immutable parallel safe cost 1000 as $$
    select array_to_tsvector(array(
      select workspace_id || ' ' || state || ' ' || term
      from (select lexeme as term from unnest(to_tsvector('simple'::regconfig, words)) union all select '@' || platform from unnest(platforms) platform) terms
    ))
  $$`;

const FIND = `create function find_in_queue(wanted_workspace text, wanted_states text[], beginnings text[], wanted_platform text, most int) returns setof text
  language plpgsql stable security definer as $$
  declare
    wanted tsquery;
  begin
    -- Quoted, so that nothing of it is read as syntax; the words have letters and digits only.
    select string_agg('(' || of_states || ')', ' & ')::tsquery into wanted from (
      select string_agg(quote_literal(wanted_workspace || ' ' || state || ' ' || term) || suffix, ' | ') as of_states
      from (
        select number, lower(word) as term, ':*' as suffix from unnest(beginnings) with ordinality as given (word, number)
        union all select 0, '@' || wanted_platform, '' where wanted_platform is not null
      ) terms cross join unnest(wanted_states) state
      group by number
    ) alternatives;
    return query
      select a.id from approvals a
      where queue_terms(a.workspace_id, a.state, a.words, a.platforms) @@ wanted
        and (current_setting('role') <> 'countersign_tenant'
          or a.account_id = any (string_to_array(current_setting('app.account_ids', true), ','))
             and coalesce(nullif(current_setting('app.workspace_id', true), ''), a.workspace_id) = a.workspace_id)
      limit most;
  end $$`;

const STATEMENTS = [
  QUEUE_TERMS,
  `create index approvals_terms_index on approvals using gin (queue_terms(workspace_id, state, words, platforms))`,
  `drop index approvals_words_index`,
  `drop index approvals_platforms_index`,
  // For a list of all states.
  `create index "approvals_workspace_id_id_index" on "approvals" ("workspace_id", "id")`,
  FIND,
  // Nothing of a session's own can stand in for what it names.
  `do $$ begin execute format('alter function find_in_queue set search_path = %I, pg_temp', current_schema()); end $$`,
];
