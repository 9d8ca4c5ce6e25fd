import { Migration } from '@mikro-orm/migrations';

/**
 * The schema of the first release, 0.2.0: tables, functions, triggers, constraints and indexes. Made by pg_dump from the
 * migrations before it, which were never released. Row-level security and the queue's tables are set up apart from it.
 */
export class Baseline extends Migration {
  override up(): void {
    this.addSql(SCHEMA);
  }
}

const SCHEMA = `
-- The functions come before the tables that they name.
set local check_function_bodies = off;

-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;

CREATE FUNCTION check_comment_thread() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   begin
     if new.id <> new.thread_id and not exists (
       select from comments c where c.id = new.thread_id and c.thread_id = c.id and c.draft_id = new.draft_id and c.visibility = new.visibility
     ) then
       raise exception 'a comment answers a thread of its own draft, and is seen by the same people';
     end if;
     return new;
   end $$;

CREATE FUNCTION fill_account() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   begin
     select account_id into new.account_id from workspaces where id = new.workspace_id;
     return new;
   end $$;

CREATE FUNCTION fill_belonging() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
  begin
    execute format('select account_id, workspace_id from %I where id = $1', tg_argv[1])
      into new.account_id, new.workspace_id using to_jsonb(new) ->> tg_argv[0];
    return new;
  end $_$;

CREATE FUNCTION find_in_queue(wanted_workspace text, wanted_states text[], beginnings text[], wanted_platform text, most integer) RETURNS SETOF text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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
  end $$;

CREATE FUNCTION follow_schedule() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   begin
     update approvals set scheduled_at = new.scheduled_at, due_at = coalesce(new.scheduled_at, created_at)
       where draft_id = new.id and state in ('pending', 'approved');
     return null;
   end $$;

CREATE FUNCTION is_known_person(who text) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
      begin
        if exists (select from memberships m where m.user_id = who) then
          return true;
        end if;
        return exists (select from drafts r where r.user_id = who)
          or exists (select from caption_sets r where r.user_id = who)
          or exists (select from approval_decisions r where r.user_id = who)
          or exists (select from settlements r where r.user_id = who)
          or exists (select from safety_lifts r where r.user_id = who)
          or exists (select from comments r where r.user_id = who)
          or exists (select from standing_approvals r where r.signed_by = who);
      end $$;

CREATE FUNCTION keep_vote() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    if tg_op = 'DELETE' and not exists (
      select from publish_job_revisions r join publications p on p.job_id = r.job_id
      where r.approval_id = old.approval_id and p.superseded_at is null and p.state not in ('pending', 'cancelled')
    ) then return old; end if;
    raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
  end $$;

CREATE FUNCTION oldest_event(wanted_workspace text) RETURNS integer
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
      begin
        return (
          select e.sequence from events e
          where e.workspace_id = wanted_workspace
            and (current_setting('role') <> 'countersign_tenant'
              or e.account_id = any (string_to_array(current_setting('app.account_ids', true), ','))
                 and coalesce(nullif(current_setting('app.workspace_id', true), ''), e.workspace_id) = e.workspace_id)
          order by e.sequence limit 1);
      end $$;

CREATE FUNCTION queue_terms(workspace_id text, state text, words text, platforms text[]) RETURNS tsvector
    LANGUAGE sql IMMUTABLE COST 1000 PARALLEL SAFE
    AS $$
    select array_to_tsvector(array(
      select workspace_id || ' ' || state || ' ' || term
      from (select lexeme as term from unnest(to_tsvector('simple'::regconfig, words)) union all select '@' || platform from unnest(platforms) platform) terms
    ))
  $$;

CREATE FUNCTION refuse_audit_entries_kept() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
   begin
     if exists (select from gone where not exists (select from audit_links l join audit_cuts c on c.account_id = l.account_id where l.entry_id = gone.id and l.seq <= c.seq)) then
       raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
     end if;
     return null;
   end $$;

CREATE FUNCTION refuse_audit_links_kept() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
   begin
     if exists (select from gone where not exists (select from audit_cuts c where c.account_id = gone.account_id and c.seq >= gone.seq)) then
       raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
     end if;
     return null;
   end $$;

CREATE FUNCTION refuse_audit_rolls_kept() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
   begin
     if exists (select from gone where not exists (select from audit_cuts c where c.account_id = 'rolls' and c.seq >= gone.seq)) then
       raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
     end if;
     return null;
   end $$;

CREATE FUNCTION refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   begin raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation'; end $$;

CREATE FUNCTION refuse_going_back() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   begin
     if tg_op = 'UPDATE' and new.account_id = old.account_id and new.seq > old.seq then return new; end if;
     raise exception '% only goes forward', tg_table_name using errcode = 'integrity_constraint_violation';
   end $$;

CREATE FUNCTION stop_webhooks() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   begin
     update webhook_endpoints set state = 'stopped', ending = 'revoked' where grant_id = new.id;
     return null;
   end $$;

CREATE FUNCTION tell_access() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   begin
     perform pg_notify('countersign_changes', json_build_object('kind', 'access', 'id', case tg_table_name
       when 'sessions' then to_jsonb(old) ->> 'user_id'
       when 'memberships' then to_jsonb(old) ->> 'user_id'
       when 'grants' then to_jsonb(old) ->> 'id'
       when 'api_keys' then to_jsonb(old) ->> 'grant_id' end)::text);
     return null;
   end $$;

CREATE FUNCTION tell_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   begin
     perform pg_notify('countersign_changes', json_build_object('kind', tg_argv[0], 'workspaceId', new.workspace_id, 'id', new.id)::text);
     return null;
   end $$;

CREATE FUNCTION tell_change_of_approval() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   declare asked approvals%rowtype;
   begin
     select * into asked from approvals where id = new.approval_id;
     perform pg_notify('countersign_changes', json_build_object('kind', 'approval', 'workspaceId', asked.workspace_id, 'id', asked.id, 'draftId', asked.draft_id)::text);
     perform pg_notify('countersign_changes', json_build_object('kind', 'publish_job', 'workspaceId', j.workspace_id, 'id', j.id, 'draftId', j.draft_id)::text) from publish_jobs j where j.draft_id = asked.draft_id and j.approval_id = asked.id;
     return null;
   end $$;

CREATE FUNCTION tell_change_of_job() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   begin
     perform pg_notify('countersign_changes', json_build_object('kind', 'publish_job', 'workspaceId', j.workspace_id, 'id', j.id, 'draftId', j.draft_id)::text) from publish_jobs j where j.id = new.job_id;
     return null;
   end $$;

CREATE FUNCTION tell_change_with_draft() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   begin
     perform pg_notify('countersign_changes', json_build_object('kind', tg_argv[0], 'workspaceId', new.workspace_id, 'id', new.id, 'draftId', new.draft_id)::text);
     return null;
   end $$;

CREATE FUNCTION tell_lift_of_approval() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   begin
     perform pg_notify('countersign_changes', json_build_object('kind', 'approval', 'workspaceId', a.workspace_id, 'id', a.id, 'draftId', a.draft_id)::text) from approvals a
       where a.draft_id = new.draft_id and a.content_hash = new.content_hash and a.state in ('pending', 'approved');
     return null;
   end $$;

CREATE FUNCTION tell_notice() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   begin
     perform pg_notify('countersign_changes', json_build_object('kind', 'notice', 'workspaceId', w.id, 'id', new.id)::text)
       from workspaces w where (new.workspace_id is null or w.id = new.workspace_id)
         and (w.account_id = new.account_id
           or new.account_id is null and w.account_id in (select m.account_id from memberships m where m.user_id = new.user_id));
     return null;
   end $$;

CREATE FUNCTION tell_vote_taken_back() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    perform pg_notify('countersign_changes', json_build_object('kind', 'approval', 'workspaceId', old.workspace_id, 'id', old.approval_id)::text);
    return null;
  end $$;

CREATE TABLE accounts (
    id text NOT NULL,
    name text NOT NULL,
    state text NOT NULL,
    plan text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    most_workspaces integer DEFAULT 10 NOT NULL,
    CONSTRAINT accounts_most_workspaces_check CHECK (((most_workspaces >= 1) AND (most_workspaces <= 1000))),
    CONSTRAINT accounts_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'suspended'::text])))
);

CREATE TABLE agents (
    id text NOT NULL,
    account_id text NOT NULL,
    name text NOT NULL,
    vendor text,
    home_page text,
    created_at timestamp(3) with time zone NOT NULL,
    let_in_by_user_id text,
    let_in_by_name text
);

CREATE TABLE api_keys (
    id text NOT NULL,
    grant_id text NOT NULL,
    key_hash text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    rotated_at timestamp(3) with time zone,
    account_id text NOT NULL,
    workspace_id text NOT NULL
);

CREATE TABLE approval_decisions (
    id text NOT NULL,
    approval_id text NOT NULL,
    user_id text,
    decision text NOT NULL,
    comment text,
    content_hash text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    signature_id text,
    client_link_id text,
    client_email text,
    counts boolean DEFAULT true NOT NULL,
    stage text,
    standing_id text,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    CONSTRAINT approval_decisions_by_check CHECK (((num_nonnulls(user_id, client_link_id, standing_id) = 1) AND ((client_link_id IS NULL) = (client_email IS NULL)) AND ((standing_id IS NULL) OR ((decision = 'approved'::text) AND (signature_id IS NULL))))),
    CONSTRAINT approval_decisions_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text, 'changes_requested'::text])))
);

CREATE TABLE approval_reminders (
    approval_id text NOT NULL,
    stage text NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    CONSTRAINT approval_reminders_stage_check CHECK ((stage = ANY (ARRAY['waiting'::text, 'soon_out'::text, 'soon_over'::text])))
);

CREATE TABLE approval_turns (
    approval_id text NOT NULL,
    turn integer NOT NULL,
    asked_since timestamp(3) with time zone NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL
);

CREATE TABLE approvals (
    id text NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    draft_id text NOT NULL,
    content_hash text NOT NULL,
    state text NOT NULL,
    approvals_required integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    closed_at timestamp(3) with time zone,
    platforms text[] NOT NULL,
    agent_id text,
    words text NOT NULL,
    has_findings boolean DEFAULT false NOT NULL,
    scheduled_at timestamp(3) with time zone,
    due_at timestamp(3) with time zone NOT NULL,
    deciders text DEFAULT 'owners_and_approvers'::text NOT NULL,
    refuses_self_approval boolean DEFAULT false NOT NULL,
    revision integer DEFAULT 0 NOT NULL,
    reason text,
    requires_signature boolean DEFAULT false NOT NULL,
    held_at timestamp(3) with time zone,
    held_by text,
    hold_reason text,
    stages jsonb DEFAULT '[]'::jsonb NOT NULL,
    asked_since timestamp(3) with time zone,
    agent_ids text[] DEFAULT '{}'::text[] NOT NULL,
    standing_id text,
    standing_day date,
    reason_sentence jsonb,
    CONSTRAINT approvals_deciders_check CHECK ((deciders = ANY (ARRAY['owners'::text, 'owners_and_approvers'::text]))),
    CONSTRAINT approvals_hold_check CHECK (((held_at IS NULL) = (hold_reason IS NULL))),
    CONSTRAINT approvals_standing_check CHECK (((standing_id IS NULL) = (standing_day IS NULL))),
    CONSTRAINT approvals_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'changes_requested'::text, 'expired'::text, 'superseded'::text])))
);

CREATE TABLE attempt_windows (
    key text NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    count integer NOT NULL
);

CREATE TABLE attempts (
    id text NOT NULL,
    publication_id text NOT NULL,
    number integer NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    outcome text,
    message text,
    gates jsonb,
    sentence jsonb,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    CONSTRAINT attempts_outcome_check CHECK ((outcome = ANY (ARRAY['published'::text, 'pending'::text, 'rejected'::text, 'unauthorized'::text, 'rate_limited'::text, 'unavailable'::text, 'unknown'::text])))
);

CREATE TABLE audit_cuts (
    account_id text NOT NULL,
    seq integer NOT NULL,
    hash text NOT NULL,
    kept_from timestamp(3) with time zone NOT NULL,
    mac text NOT NULL
);

CREATE TABLE audit_entries (
    id text NOT NULL,
    account_id text,
    actor_kind text NOT NULL,
    actor_id text,
    action text NOT NULL,
    subject_id text NOT NULL,
    details jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    mac text NOT NULL
);

CREATE TABLE audit_heads (
    account_id text NOT NULL,
    seq integer NOT NULL,
    hash text NOT NULL,
    mac text NOT NULL
);

CREATE TABLE audit_links (
    account_id text NOT NULL,
    seq integer NOT NULL,
    entry_id text NOT NULL,
    entry_mac text NOT NULL,
    prev_hash text NOT NULL,
    hash text NOT NULL
);

CREATE TABLE audit_rolls (
    seq integer NOT NULL,
    account_id text NOT NULL,
    account_seq integer NOT NULL,
    account_hash text NOT NULL,
    prev_hash text NOT NULL,
    hash text NOT NULL
);

CREATE TABLE caption_sets (
    id text NOT NULL,
    account_id text NOT NULL,
    draft_id text NOT NULL,
    revision integer NOT NULL,
    grant_id text,
    user_id text,
    created_at timestamp(3) with time zone NOT NULL,
    workspace_id text NOT NULL
);

CREATE TABLE captions (
    id text NOT NULL,
    caption_set_id text NOT NULL,
    platform text NOT NULL,
    text text NOT NULL,
    tags text[] NOT NULL,
    thread text[] NOT NULL,
    origin text NOT NULL,
    model_use jsonb,
    omissions jsonb DEFAULT '[]'::jsonb NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    kept_percent smallint,
    CONSTRAINT captions_kept_percent_check CHECK (((kept_percent >= 0) AND (kept_percent <= 99))),
    CONSTRAINT captions_origin_check CHECK ((origin = ANY (ARRAY['agent'::text, 'extractive'::text, 'model'::text, 'person'::text])))
);

CREATE TABLE client_codes (
    link_id text NOT NULL,
    code_hash text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL
);

CREATE TABLE client_link_drafts (
    link_id text NOT NULL,
    draft_id text NOT NULL,
    place integer NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL
);

CREATE TABLE client_link_tokens (
    token_hash text NOT NULL,
    link_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL
);

CREATE TABLE client_links (
    id text NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    email text NOT NULL,
    token_hash text NOT NULL,
    created_by_user_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    revoked_by_user_id text
);

CREATE TABLE client_recalls (
    link_id text NOT NULL,
    approval_id text NOT NULL,
    state text NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    CONSTRAINT client_recalls_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'not_needed'::text])))
);

CREATE TABLE client_sessions (
    id text NOT NULL,
    link_id text NOT NULL,
    token_hash text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL
);

CREATE TABLE comments (
    id text NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    draft_id text NOT NULL,
    thread_id text NOT NULL,
    visibility text NOT NULL,
    text text NOT NULL,
    user_id text,
    grant_id text,
    client_link_id text,
    client_email text,
    mentions text[] DEFAULT '{}'::text[] NOT NULL,
    quote text,
    platform text,
    resolved_at timestamp(3) with time zone,
    resolved_by_user_id text,
    created_at timestamp(3) with time zone NOT NULL,
    client_key text,
    CONSTRAINT comments_author_check CHECK (((num_nonnulls(user_id, grant_id, client_link_id) = 1) AND ((client_link_id IS NULL) = (client_email IS NULL)) AND ((visibility = 'shared'::text) OR (user_id IS NOT NULL)))),
    CONSTRAINT comments_head_check CHECK (((id = thread_id) OR ((quote IS NULL) AND (platform IS NULL) AND (resolved_at IS NULL) AND (resolved_by_user_id IS NULL)))),
    CONSTRAINT comments_visibility_check CHECK ((visibility = ANY (ARRAY['internal'::text, 'shared'::text])))
);

CREATE TABLE connect_requests (
    id text NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    session_id text NOT NULL,
    platform text NOT NULL,
    connection_id text,
    state_hash text NOT NULL,
    sealed_memory text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE connections (
    id text NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    platform text NOT NULL,
    handle text NOT NULL,
    external_id text NOT NULL,
    sealed_credentials text NOT NULL,
    health text NOT NULL,
    health_message text,
    created_at timestamp(3) with time zone NOT NULL,
    disconnected_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone,
    refresh_lease integer DEFAULT 0 NOT NULL,
    refresh_leased_until timestamp(3) with time zone,
    checked_at timestamp(3) with time zone,
    rests_until timestamp(3) with time zone,
    rest_reason text,
    limits jsonb,
    server text,
    health_sentence jsonb,
    CONSTRAINT connections_health_check CHECK ((health = ANY (ARRAY['healthy'::text, 'failing'::text, 'revoked'::text]))),
    CONSTRAINT connections_rest_reason_check CHECK ((rest_reason = ANY (ARRAY['quota'::text, 'rate_limited'::text, 'service_refused'::text])))
);

CREATE TABLE credit_alerts (
    account_id text NOT NULL,
    unit text NOT NULL,
    low_since timestamp(3) with time zone NOT NULL,
    CONSTRAINT credit_alerts_unit_check CHECK ((unit = ANY (ARRAY['publication'::text, 'autoposting'::text])))
);

CREATE TABLE credit_balances (
    account_id text NOT NULL,
    bucket text NOT NULL,
    available integer NOT NULL,
    held integer NOT NULL,
    period text,
    CONSTRAINT credit_balances_available_check CHECK ((available >= 0)),
    CONSTRAINT credit_balances_bucket_check CHECK ((bucket = ANY (ARRAY['allowance'::text, 'pack'::text, 'topup'::text]))),
    CONSTRAINT credit_balances_held_check CHECK ((held >= 0))
);

CREATE TABLE credit_entries (
    id text NOT NULL,
    account_id text NOT NULL,
    bucket text NOT NULL,
    kind text NOT NULL,
    available_delta integer NOT NULL,
    held_delta integer NOT NULL,
    hold_id text,
    product text,
    note text,
    created_at timestamp(3) with time zone NOT NULL,
    order_id text,
    CONSTRAINT credit_entries_bucket_check CHECK ((bucket = ANY (ARRAY['allowance'::text, 'pack'::text, 'topup'::text]))),
    CONSTRAINT credit_entries_kind_check CHECK ((kind = ANY (ARRAY['allowance'::text, 'purchase'::text, 'correction'::text, 'hold'::text, 'settle'::text, 'release'::text])))
);

CREATE TABLE credit_holds (
    id text NOT NULL,
    account_id text NOT NULL,
    publication_id text NOT NULL,
    grant_id text,
    bucket text NOT NULL,
    state text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    co_grant_ids text[],
    workspace_id text,
    credits integer DEFAULT 1 NOT NULL,
    from_pack integer DEFAULT 0 NOT NULL,
    CONSTRAINT credit_holds_bucket_check CHECK ((bucket = ANY (ARRAY['allowance'::text, 'pack'::text, 'topup'::text]))),
    CONSTRAINT credit_holds_credits_check CHECK ((credits >= 1)),
    CONSTRAINT credit_holds_from_pack_check CHECK (((from_pack = 0) OR ((bucket = 'allowance'::text) AND (from_pack > 0) AND (from_pack < credits)))),
    CONSTRAINT credit_holds_state_check CHECK ((state = ANY (ARRAY['held'::text, 'settled'::text, 'released'::text])))
);

CREATE TABLE credit_orders (
    id text NOT NULL,
    account_id text NOT NULL,
    user_id text NOT NULL,
    product text NOT NULL,
    pieces integer NOT NULL,
    credits integer NOT NULL,
    amount_cents integer NOT NULL,
    state text NOT NULL,
    session_id text,
    payment_intent_id text,
    refunded_cents integer DEFAULT 0 NOT NULL,
    taken_back integer DEFAULT 0 NOT NULL,
    not_taken_back integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    paid_at timestamp(3) with time zone,
    CONSTRAINT credit_orders_amount_check CHECK (((pieces > 0) AND (credits > 0) AND (amount_cents > 0))),
    CONSTRAINT credit_orders_refunded_check CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents))),
    CONSTRAINT credit_orders_state_check CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text, 'expired'::text]))),
    CONSTRAINT credit_orders_taken_back_check CHECK (((taken_back >= 0) AND (not_taken_back >= 0) AND ((taken_back + not_taken_back) <= credits)))
);

CREATE TABLE decision_signatures (
    id text NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    user_id text NOT NULL,
    passkey_id text NOT NULL,
    challenge text NOT NULL,
    statement jsonb NOT NULL,
    credential_id text NOT NULL,
    public_key text NOT NULL,
    authenticator_data text NOT NULL,
    client_data_json text NOT NULL,
    signature text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE draft_authors (
    id text NOT NULL,
    account_id text NOT NULL,
    draft_id text NOT NULL,
    grant_id text,
    user_id text,
    revision integer NOT NULL,
    since timestamp(3) with time zone NOT NULL,
    workspace_id text NOT NULL
);

CREATE TABLE drafts (
    id text NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    grant_id text,
    user_id text,
    revised_by_user_id text,
    state text NOT NULL,
    revision integer NOT NULL,
    source_text text NOT NULL,
    link text,
    platforms text[] NOT NULL,
    connection_ids text[],
    approval_required boolean NOT NULL,
    publish_mode text NOT NULL,
    scheduled_at timestamp(3) with time zone,
    external_id text,
    content_hash text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    media_ids text[],
    link_card_id text,
    vouched_revision integer DEFAULT 0 NOT NULL,
    wording text,
    note_to_reviewer text,
    note_grant_id text,
    note_user_id text,
    CONSTRAINT drafts_publish_mode_check CHECK ((publish_mode = ANY (ARRAY['draft_only'::text, 'approval_queue'::text, 'auto'::text]))),
    CONSTRAINT drafts_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'in_review'::text, 'changes_requested'::text, 'approved'::text, 'scheduled'::text, 'publishing'::text, 'published'::text, 'partially_published'::text, 'failed'::text, 'rejected'::text, 'archived'::text]))),
    CONSTRAINT drafts_wording_check CHECK ((wording = ANY (ARRAY['adapt'::text, 'exact'::text])))
);

CREATE TABLE event_heads (
    workspace_id text NOT NULL,
    account_id text NOT NULL,
    last_sequence integer NOT NULL
);

CREATE TABLE events (
    id text NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    sequence integer NOT NULL,
    type text NOT NULL,
    subject_id text NOT NULL,
    draft_id text,
    grant_id text,
    actor_kind text NOT NULL,
    actor_id text,
    data jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE grant_requests (
    id text NOT NULL,
    flow text NOT NULL,
    state text NOT NULL,
    client_id text NOT NULL,
    client_name text NOT NULL,
    client_uri text,
    scopes text[] NOT NULL,
    resource text,
    address text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    device_code_hash text,
    user_code_hash text,
    interval_seconds integer,
    last_polled_at timestamp(3) with time zone,
    redirect_uri text,
    sealed_client_state text,
    code_challenge text,
    code_hash text,
    code_expires_at timestamp(3) with time zone,
    session_id text,
    looked_up_at timestamp(3) with time zone,
    decided_by_user_id text,
    decided_at timestamp(3) with time zone,
    workspace_id text,
    granted_scopes text[],
    is_sandbox_only boolean DEFAULT false NOT NULL,
    jobs_per_day integer,
    credits_per_month integer,
    grant_expires_at timestamp(3) with time zone,
    redeemed_at timestamp(3) with time zone,
    grant_id text,
    kind text DEFAULT 'agent'::text NOT NULL,
    CONSTRAINT grant_requests_decision_check CHECK (((state <> ALL (ARRAY['approved'::text, 'redeemed'::text])) OR (workspace_id IS NOT NULL))),
    CONSTRAINT grant_requests_flow_check CHECK ((flow = ANY (ARRAY['device'::text, 'code'::text]))),
    CONSTRAINT grant_requests_kind_check CHECK ((kind = ANY (ARRAY['agent'::text, 'integration'::text]))),
    CONSTRAINT grant_requests_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text, 'expired'::text, 'redeemed'::text])))
);

CREATE TABLE grants (
    id text NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    agent_id text NOT NULL,
    scopes text[] NOT NULL,
    state text NOT NULL,
    is_sandbox_only boolean DEFAULT false NOT NULL,
    jobs_per_day integer,
    credits_per_month integer,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    paused_at timestamp(3) with time zone,
    rotation_requested_at timestamp(3) with time zone,
    person_user_id text,
    CONSTRAINT grants_integration_check CHECK (((person_user_id IS NULL) OR ((scopes = '{read}'::text[]) AND (expires_at IS NOT NULL)))),
    CONSTRAINT grants_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'active'::text, 'revoked'::text, 'expired'::text])))
);

CREATE TABLE idempotency_keys (
    grant_id text NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    status integer NOT NULL,
    body text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL
);

CREATE TABLE installations (
    id text NOT NULL,
    key_check text NOT NULL
);

CREATE TABLE invitations (
    id text NOT NULL,
    account_id text NOT NULL,
    email text NOT NULL,
    role text NOT NULL,
    token_hash text NOT NULL,
    invited_by_user_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    accepted_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    CONSTRAINT invitations_email_lower_check CHECK ((email = lower(email))),
    CONSTRAINT invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'approver'::text, 'editor'::text, 'viewer'::text])))
);

CREATE TABLE launch_steps (
    step text NOT NULL,
    signed_by text,
    signed_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE link_cards (
    id text NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    link text NOT NULL,
    link_hash text NOT NULL,
    title text,
    description text,
    site_name text,
    media_id text,
    missing text,
    created_at timestamp(3) with time zone NOT NULL,
    missing_sentence jsonb,
    CONSTRAINT link_cards_title_check CHECK (((title IS NOT NULL) OR (missing IS NOT NULL)))
);

CREATE TABLE mails (
    id text NOT NULL,
    account_id text,
    sealed_message text,
    attempts integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    sent_at timestamp(3) with time zone,
    failed_at timestamp(3) with time zone,
    is_sent_once boolean NOT NULL,
    carried_at timestamp(3) with time zone
);

CREATE TABLE media (
    id text NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    grant_id text,
    user_id text,
    alt_text text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE memberships (
    user_id text NOT NULL,
    account_id text NOT NULL,
    role text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'approver'::text, 'editor'::text, 'viewer'::text])))
);

CREATE TABLE mentions (
    id text NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    platform text NOT NULL,
    name text NOT NULL,
    external_id text,
    asked_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE model_calls (
    id text NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    model text NOT NULL,
    input_tokens integer NOT NULL,
    output_tokens integer NOT NULL,
    cost_micros integer,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE notice_chats (
    id text NOT NULL,
    user_id text NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    address_hash text NOT NULL,
    sealed_address text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    stopped_at timestamp(3) with time zone,
    CONSTRAINT notice_chats_kind_check CHECK ((kind = ANY (ARRAY['slack'::text, 'discord'::text, 'telegram'::text])))
);

CREATE TABLE notice_deliveries (
    notice_id text NOT NULL,
    channel text NOT NULL,
    user_id text NOT NULL,
    state text NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    attempts integer NOT NULL,
    ended_at timestamp(3) with time zone,
    CONSTRAINT notice_deliveries_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'push'::text, 'chat'::text]))),
    CONSTRAINT notice_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'not_needed'::text, 'given_up'::text])))
);

CREATE TABLE notice_settings (
    user_id text NOT NULL,
    choices jsonb NOT NULL,
    quiet_from text,
    quiet_to text,
    time_zone text,
    digest_at text,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE notices (
    id text NOT NULL,
    account_id text,
    kind text NOT NULL,
    message text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    seen_at timestamp(3) with time zone,
    user_id text NOT NULL,
    workspace_id text,
    subject_id text,
    routed_at timestamp(3) with time zone,
    sentence jsonb,
    batch_id text,
    agent_id text,
    CONSTRAINT notices_kind_check CHECK ((kind = ANY (ARRAY['access_granted'::text, 'access_reused'::text, 'access_ended'::text, 'key_rotated'::text, 'member_joined'::text, 'member_left'::text, 'second_factor_reset'::text, 'credits_low'::text, 'credits_bought'::text, 'payment_reversed'::text, 'approval_waits'::text, 'approval_changed'::text, 'changes_made'::text, 'approval_reminder'::text, 'approval_expired'::text, 'approval_approved'::text, 'approval_rejected'::text, 'changes_requested'::text, 'job_published'::text, 'job_partially_published'::text, 'job_failed'::text, 'outcome_unknown'::text, 'connection_degraded'::text, 'approval_held'::text, 'job_held'::text, 'comment_added'::text, 'comment_mention'::text, 'weekly_summary'::text, 'workspace_archived'::text, 'workspace_restored'::text, 'standing_proposed'::text, 'standing_ended'::text, 'signups_waiting'::text, 'service_stopped'::text, 'service_restored'::text, 'service_late'::text, 'launch_unsigned'::text, 'network_refused'::text])))
);

CREATE TABLE oauth_clients (
    id text NOT NULL,
    name text NOT NULL,
    home_page text,
    redirect_uris text[] NOT NULL,
    grant_types text[] NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE passkeys (
    id text NOT NULL,
    user_id text NOT NULL,
    credential_id text NOT NULL,
    public_key text NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone
);

CREATE TABLE password_resets (
    token_hash text NOT NULL,
    user_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    is_mailed boolean NOT NULL
);

CREATE TABLE payloads (
    id text NOT NULL,
    account_id text NOT NULL,
    draft_id text NOT NULL,
    content_hash text NOT NULL,
    "position" integer NOT NULL,
    platform text NOT NULL,
    connection_id text,
    body jsonb NOT NULL,
    payload_hash text NOT NULL,
    text_hash text NOT NULL,
    violations jsonb NOT NULL,
    preview jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    post jsonb,
    rules_hash text,
    seen_hash text,
    workspace_id text NOT NULL
);

CREATE TABLE platform_surcharges (
    platform text NOT NULL,
    credits integer NOT NULL,
    set_by text,
    set_at timestamp(3) with time zone NOT NULL,
    credits_with_link integer,
    CONSTRAINT platform_surcharges_credits_check CHECK (((credits >= 0) AND (credits <= 100))),
    CONSTRAINT platform_surcharges_credits_with_link_check CHECK (((credits_with_link >= 0) AND (credits_with_link <= 100)))
);

CREATE TABLE publications (
    id text NOT NULL,
    account_id text NOT NULL,
    job_id text NOT NULL,
    payload_id text NOT NULL,
    connection_id text,
    platform text NOT NULL,
    state text NOT NULL,
    intent jsonb,
    lease integer DEFAULT 0 NOT NULL,
    leased_until timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    provider_id text,
    provider_url text,
    failure_code text,
    failure_message text,
    created_at timestamp(3) with time zone NOT NULL,
    published_at timestamp(3) with time zone,
    superseded_at timestamp(3) with time zone,
    failure_sentence jsonb,
    credits integer DEFAULT 1 NOT NULL,
    workspace_id text NOT NULL,
    CONSTRAINT publications_credits_check CHECK ((credits >= 1)),
    CONSTRAINT publications_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'leased'::text, 'sent'::text, 'published'::text, 'failed'::text, 'unknown'::text, 'cancelled'::text])))
);

CREATE TABLE publish_job_revisions (
    id text NOT NULL,
    account_id text NOT NULL,
    job_id text NOT NULL,
    number integer NOT NULL,
    content_hash text NOT NULL,
    approval_id text,
    mode text NOT NULL,
    scheduled_at timestamp(3) with time zone,
    grant_id text,
    user_id text,
    created_at timestamp(3) with time zone NOT NULL,
    workspace_id text NOT NULL,
    CONSTRAINT publish_job_revisions_mode_check CHECK ((mode = ANY (ARRAY['approval'::text, 'auto'::text])))
);

CREATE TABLE publish_jobs (
    id text NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    draft_id text NOT NULL,
    approval_id text,
    grant_id text,
    user_id text,
    mode text NOT NULL,
    content_hash text NOT NULL,
    state text NOT NULL,
    scheduled_at timestamp(3) with time zone,
    cancelled_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    quiet_until timestamp(3) with time zone,
    revision integer DEFAULT 1 NOT NULL,
    ending text,
    superseded_by text,
    is_refused boolean DEFAULT false NOT NULL,
    went_out_at timestamp(3) with time zone,
    CONSTRAINT publish_jobs_ending_check CHECK ((ending = ANY (ARRAY['withdrawn'::text, 'archived'::text, 'rejected'::text, 'expired'::text]))),
    CONSTRAINT publish_jobs_mode_check CHECK ((mode = ANY (ARRAY['approval'::text, 'auto'::text]))),
    CONSTRAINT publish_jobs_state_check CHECK ((state = ANY (ARRAY['blocked'::text, 'ready'::text, 'queued'::text, 'publishing'::text, 'published'::text, 'partially_published'::text, 'failed'::text, 'cancelled'::text])))
);

CREATE TABLE push_devices (
    id text NOT NULL,
    user_id text NOT NULL,
    session_id text NOT NULL,
    endpoint_hash text NOT NULL,
    sealed_subscription text NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE quota_uses (
    subject text NOT NULL,
    per_seconds integer NOT NULL,
    slot_at timestamp(3) with time zone NOT NULL,
    used integer NOT NULL
);

CREATE TABLE recovery_codes (
    code_hash text NOT NULL,
    user_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);

CREATE TABLE renditions (
    id text NOT NULL,
    account_id text NOT NULL,
    media_id text NOT NULL,
    sha256 text NOT NULL,
    mime_type text NOT NULL,
    byte_size integer NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    CONSTRAINT renditions_mime_type_check CHECK ((mime_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text])))
);

CREATE TABLE safety_lifts (
    id text NOT NULL,
    account_id text NOT NULL,
    draft_id text NOT NULL,
    content_hash text NOT NULL,
    finding_id text NOT NULL,
    reason text NOT NULL,
    user_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE sandbox_posts (
    id text NOT NULL,
    feed text NOT NULL,
    intent_id text NOT NULL,
    text text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    images jsonb NOT NULL,
    card jsonb
);

CREATE TABLE sandbox_tries (
    feed text NOT NULL,
    intent_id text NOT NULL,
    count integer NOT NULL
);

CREATE TABLE service_keys (
    name text NOT NULL,
    public_key text NOT NULL,
    sealed_private_key text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE service_matters (
    id text NOT NULL,
    kind text NOT NULL,
    message text NOT NULL,
    opened_at timestamp(3) with time zone NOT NULL,
    told_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    sentence jsonb,
    CONSTRAINT service_matters_kind_check CHECK ((kind = ANY (ARRAY['signups_waiting'::text, 'service_stopped'::text, 'service_restored'::text, 'service_late'::text, 'launch_unsigned'::text, 'network_refused'::text])))
);

CREATE TABLE service_switches (
    id text NOT NULL,
    stopped_at timestamp(3) with time zone,
    stopped_by text,
    reason text,
    restored_at timestamp(3) with time zone,
    backup_at timestamp(3) with time zone,
    doubted_at timestamp(3) with time zone
);

CREATE TABLE sessions (
    id text NOT NULL,
    user_id text NOT NULL,
    token_hash text NOT NULL,
    user_agent text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    address text,
    last_seen_at timestamp(3) with time zone,
    reauthenticated_at timestamp(3) with time zone,
    second_factor_at timestamp(3) with time zone,
    previous_token_hash text,
    token_renewed_at timestamp(3) with time zone
);

CREATE TABLE settlements (
    id text NOT NULL,
    account_id text NOT NULL,
    publication_id text NOT NULL,
    user_id text NOT NULL,
    verdict text NOT NULL,
    reason text NOT NULL,
    evidence_url text,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT settlements_verdict_check CHECK ((verdict = ANY (ARRAY['published'::text, 'not_published'::text])))
);

CREATE TABLE setup_tokens (
    token_hash text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE sign_in_steps (
    token_hash text NOT NULL,
    user_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE signups (
    id text NOT NULL,
    email text NOT NULL,
    state text NOT NULL,
    token_hash text,
    name text,
    workspace_name text,
    time_zone text,
    password_hash text,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    asked_at timestamp(3) with time zone,
    told_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    account_id text,
    language text,
    CONSTRAINT signups_account_check CHECK (((state = 'approved'::text) = (account_id IS NOT NULL))),
    CONSTRAINT signups_asked_check CHECK (((state = 'mailed'::text) OR ((asked_at IS NOT NULL) AND (name IS NOT NULL) AND (workspace_name IS NOT NULL)))),
    CONSTRAINT signups_email_lower_check CHECK ((email = lower(email))),
    CONSTRAINT signups_ended_check CHECK (((state = ANY (ARRAY['approved'::text, 'refused'::text, 'expired'::text])) = (ended_at IS NOT NULL))),
    CONSTRAINT signups_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text, 'es'::text, 'pt'::text, 'ar'::text]))),
    CONSTRAINT signups_link_check CHECK (((state = 'mailed'::text) = (token_hash IS NOT NULL))),
    CONSTRAINT signups_password_check CHECK (((state = 'waiting'::text) = (password_hash IS NOT NULL))),
    CONSTRAINT signups_state_check CHECK ((state = ANY (ARRAY['mailed'::text, 'waiting'::text, 'approved'::text, 'refused'::text, 'expired'::text])))
);

CREATE TABLE standing_approvals (
    id text NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    agent_id text NOT NULL,
    state text NOT NULL,
    template jsonb NOT NULL,
    template_hash text NOT NULL,
    decided integer NOT NULL,
    signed integer NOT NULL,
    per_day integer NOT NULL,
    credits integer NOT NULL,
    time_zone text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    signed_by text,
    signed_at timestamp(3) with time zone,
    ends_at timestamp(3) with time zone,
    closed_at timestamp(3) with time zone,
    closed_by text,
    end_reason text,
    signature_id text,
    CONSTRAINT standing_approvals_end_reason_check CHECK ((end_reason = ANY (ARRAY['revoked'::text, 'refused'::text, 'time'::text, 'signer_left'::text, 'access_ended'::text, 'recombines'::text]))),
    CONSTRAINT standing_approvals_ended_check CHECK ((((state = 'ended'::text) = (end_reason IS NOT NULL)) AND ((state = ANY (ARRAY['proposed'::text, 'active'::text])) = (closed_at IS NULL)))),
    CONSTRAINT standing_approvals_limits_check CHECK (((per_day >= 1) AND (per_day <= 20) AND (credits >= 1) AND (credits <= 500) AND (ends_at > signed_at))),
    CONSTRAINT standing_approvals_signed_check CHECK (((state = ANY (ARRAY['active'::text, 'ended'::text])) = ((signed_by IS NOT NULL) AND (signed_at IS NOT NULL) AND (ends_at IS NOT NULL)))),
    CONSTRAINT standing_approvals_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'declined'::text, 'lapsed'::text, 'active'::text, 'ended'::text])))
);

CREATE TABLE stripe_events (
    id text NOT NULL,
    type text NOT NULL,
    received_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE totp_secrets (
    user_id text NOT NULL,
    sealed_secret text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    confirmed_at timestamp(3) with time zone,
    last_step integer
);

CREATE TABLE unread_events (
    reader text NOT NULL,
    event_id text NOT NULL,
    account_id text NOT NULL
);

CREATE TABLE users (
    id text NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    password_hash text NOT NULL,
    is_operator boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    email_confirmed_at timestamp(3) with time zone,
    language text,
    email_proof text,
    CONSTRAINT users_email_lower_check CHECK ((email = lower(email))),
    CONSTRAINT users_email_proof_check CHECK ((email_proof = ANY (ARRAY['set_up'::text, 'operator'::text, 'sign_up_mail'::text, 'invitation_mail'::text, 'reset_mail'::text]))),
    CONSTRAINT users_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text, 'es'::text, 'pt'::text, 'ar'::text])))
);

CREATE TABLE webauthn_challenges (
    challenge_hash text NOT NULL,
    purpose text NOT NULL,
    session_id text,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT webauthn_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'sign_in'::text, 'reauthenticate'::text, 'sign'::text])))
);

CREATE TABLE webhook_deliveries (
    id text NOT NULL,
    account_id text NOT NULL,
    endpoint_id text NOT NULL,
    message_id text NOT NULL,
    kind text NOT NULL,
    type text NOT NULL,
    body text NOT NULL,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone,
    last_status integer,
    last_fault text,
    created_at timestamp(3) with time zone NOT NULL,
    delivered_at timestamp(3) with time zone,
    last_failed_at timestamp(3) with time zone,
    CONSTRAINT webhook_deliveries_kind_check CHECK ((kind = ANY (ARRAY['event'::text, 'challenge'::text, 'test'::text]))),
    CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);

CREATE TABLE webhook_endpoints (
    id text NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    grant_id text,
    url text NOT NULL,
    types text[],
    sealed_secret text NOT NULL,
    sealed_old_secret text,
    old_secret_until timestamp(3) with time zone,
    state text NOT NULL,
    ending text,
    failures integer DEFAULT 0 NOT NULL,
    failing_since timestamp(3) with time zone,
    last_success_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT webhook_endpoints_ending_check CHECK ((ending = ANY (ARRAY['revoked'::text, 'gone'::text, 'failing'::text]))),
    CONSTRAINT webhook_endpoints_state_check CHECK ((state = ANY (ARRAY['unproven'::text, 'active'::text, 'stopped'::text])))
);

CREATE TABLE weekly_summaries (
    user_id text NOT NULL,
    workspace_id text NOT NULL,
    week date NOT NULL,
    account_id text NOT NULL
);

CREATE TABLE workspaces (
    id text NOT NULL,
    account_id text NOT NULL,
    name text NOT NULL,
    time_zone text DEFAULT 'UTC'::text NOT NULL,
    allows_auto boolean DEFAULT false NOT NULL,
    approvals_required integer DEFAULT 1 NOT NULL,
    refuses_self_approval boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    quiet_hours jsonb DEFAULT '[]'::jsonb NOT NULL,
    posting_slots jsonb DEFAULT '[]'::jsonb NOT NULL,
    deciders text DEFAULT 'owners_and_approvers'::text NOT NULL,
    approval_hours integer DEFAULT 336 NOT NULL,
    moves_ask_again boolean DEFAULT true NOT NULL,
    voice jsonb DEFAULT '{"tone": "", "emoji": "free", "length": "medium", "maxTags": null, "bannedWords": []}'::jsonb NOT NULL,
    blocked_terms text[] DEFAULT '{}'::text[] NOT NULL,
    denied_hosts text[] DEFAULT '{}'::text[] NOT NULL,
    safety jsonb DEFAULT '{"weights": {}, "repeatDays": 30, "aiDisclosure": null}'::jsonb NOT NULL,
    paused_at timestamp(3) with time zone,
    requires_signature boolean DEFAULT false NOT NULL,
    signed_platforms text[] DEFAULT '{}'::text[] NOT NULL,
    counts_clients boolean DEFAULT true NOT NULL,
    ask_in_turn text[] DEFAULT '{}'::text[] NOT NULL,
    turn_hours integer DEFAULT 4 NOT NULL,
    stages jsonb DEFAULT '[]'::jsonb NOT NULL,
    archived_at timestamp(3) with time zone,
    has_standing boolean DEFAULT false NOT NULL,
    credits_per_month integer,
    CONSTRAINT workspaces_approval_hours_check CHECK (((approval_hours >= 1) AND (approval_hours <= 8760))),
    CONSTRAINT workspaces_approvals_required_check CHECK (((approvals_required >= 1) AND (approvals_required <= 10))),
    CONSTRAINT workspaces_archived_check CHECK (((archived_at IS NULL) OR (paused_at IS NOT NULL))),
    CONSTRAINT workspaces_credits_per_month_check CHECK (((credits_per_month >= 1) AND (credits_per_month <= 100000))),
    CONSTRAINT workspaces_deciders_check CHECK ((deciders = ANY (ARRAY['owners'::text, 'owners_and_approvers'::text]))),
    CONSTRAINT workspaces_turn_hours_check CHECK (((turn_hours >= 1) AND (turn_hours <= 168)))
);

ALTER TABLE ONLY accounts ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY agents ADD CONSTRAINT agents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY api_keys ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY approval_decisions ADD CONSTRAINT approval_decisions_approval_id_client_link_id_unique UNIQUE (approval_id, client_link_id);

ALTER TABLE ONLY approval_decisions ADD CONSTRAINT approval_decisions_approval_id_user_id_unique UNIQUE (approval_id, user_id);

ALTER TABLE ONLY approval_decisions ADD CONSTRAINT approval_decisions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY approval_reminders ADD CONSTRAINT approval_reminders_pkey PRIMARY KEY (approval_id, stage);

ALTER TABLE ONLY approval_turns ADD CONSTRAINT approval_turns_pkey PRIMARY KEY (approval_id, asked_since, turn);

ALTER TABLE ONLY approvals ADD CONSTRAINT approvals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY approvals ADD CONSTRAINT approvals_workspace_id_id_account_id_unique UNIQUE (workspace_id, id, account_id);

ALTER TABLE ONLY attempt_windows ADD CONSTRAINT attempt_windows_pkey PRIMARY KEY (key);

ALTER TABLE ONLY attempts ADD CONSTRAINT attempts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY attempts ADD CONSTRAINT attempts_publication_id_number_unique UNIQUE (publication_id, number);

ALTER TABLE ONLY audit_cuts ADD CONSTRAINT audit_cuts_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY audit_entries ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY audit_heads ADD CONSTRAINT audit_heads_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY audit_links ADD CONSTRAINT audit_links_entry_id_unique UNIQUE (entry_id);

ALTER TABLE ONLY audit_links ADD CONSTRAINT audit_links_pkey PRIMARY KEY (account_id, seq);

ALTER TABLE ONLY audit_rolls ADD CONSTRAINT audit_rolls_pkey PRIMARY KEY (seq);

ALTER TABLE ONLY caption_sets ADD CONSTRAINT caption_sets_draft_id_revision_unique UNIQUE (draft_id, revision);

ALTER TABLE ONLY caption_sets ADD CONSTRAINT caption_sets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY caption_sets ADD CONSTRAINT caption_sets_workspace_id_id_account_id_unique UNIQUE (workspace_id, id, account_id);

ALTER TABLE ONLY captions ADD CONSTRAINT captions_caption_set_id_platform_unique UNIQUE (caption_set_id, platform);

ALTER TABLE ONLY captions ADD CONSTRAINT captions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY client_codes ADD CONSTRAINT client_codes_pkey PRIMARY KEY (link_id);

ALTER TABLE ONLY client_link_drafts ADD CONSTRAINT client_link_drafts_pkey PRIMARY KEY (link_id, draft_id);

ALTER TABLE ONLY client_link_tokens ADD CONSTRAINT client_link_tokens_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY client_links ADD CONSTRAINT client_links_pkey PRIMARY KEY (id);

ALTER TABLE ONLY client_links ADD CONSTRAINT client_links_token_hash_unique UNIQUE (token_hash);

ALTER TABLE ONLY client_links ADD CONSTRAINT client_links_workspace_id_id_account_id_unique UNIQUE (workspace_id, id, account_id);

ALTER TABLE ONLY client_recalls ADD CONSTRAINT client_recalls_pkey PRIMARY KEY (link_id, approval_id);

ALTER TABLE ONLY client_sessions ADD CONSTRAINT client_sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY client_sessions ADD CONSTRAINT client_sessions_token_hash_unique UNIQUE (token_hash);

ALTER TABLE ONLY comments ADD CONSTRAINT comments_client_link_id_client_key_unique UNIQUE (client_link_id, client_key);

ALTER TABLE ONLY comments ADD CONSTRAINT comments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY connect_requests ADD CONSTRAINT connect_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY connect_requests ADD CONSTRAINT connect_requests_state_hash_unique UNIQUE (state_hash);

ALTER TABLE ONLY connections ADD CONSTRAINT connections_pkey PRIMARY KEY (id);

ALTER TABLE ONLY credit_alerts ADD CONSTRAINT credit_alerts_pkey PRIMARY KEY (account_id, unit);

ALTER TABLE ONLY credit_balances ADD CONSTRAINT credit_balances_pkey PRIMARY KEY (account_id, bucket);

ALTER TABLE ONLY credit_entries ADD CONSTRAINT credit_entries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY credit_holds ADD CONSTRAINT credit_holds_pkey PRIMARY KEY (id);

ALTER TABLE ONLY credit_holds ADD CONSTRAINT credit_holds_publication_id_unique UNIQUE (publication_id);

ALTER TABLE ONLY credit_orders ADD CONSTRAINT credit_orders_payment_intent_id_unique UNIQUE (payment_intent_id);

ALTER TABLE ONLY credit_orders ADD CONSTRAINT credit_orders_pkey PRIMARY KEY (id);

ALTER TABLE ONLY credit_orders ADD CONSTRAINT credit_orders_session_id_unique UNIQUE (session_id);

ALTER TABLE ONLY decision_signatures ADD CONSTRAINT decision_signatures_challenge_unique UNIQUE (challenge);

ALTER TABLE ONLY decision_signatures ADD CONSTRAINT decision_signatures_pkey PRIMARY KEY (id);

ALTER TABLE ONLY draft_authors ADD CONSTRAINT draft_authors_draft_id_grant_id_unique UNIQUE (draft_id, grant_id);

ALTER TABLE ONLY draft_authors ADD CONSTRAINT draft_authors_draft_id_user_id_unique UNIQUE (draft_id, user_id);

ALTER TABLE ONLY draft_authors ADD CONSTRAINT draft_authors_pkey PRIMARY KEY (id);

ALTER TABLE ONLY drafts ADD CONSTRAINT drafts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY drafts ADD CONSTRAINT drafts_workspace_id_external_id_unique UNIQUE (workspace_id, external_id);

ALTER TABLE ONLY drafts ADD CONSTRAINT drafts_workspace_id_id_account_id_unique UNIQUE (workspace_id, id, account_id);

ALTER TABLE ONLY event_heads ADD CONSTRAINT event_heads_pkey PRIMARY KEY (workspace_id);

ALTER TABLE ONLY events ADD CONSTRAINT events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY events ADD CONSTRAINT events_workspace_id_sequence_unique UNIQUE (workspace_id, sequence);

ALTER TABLE ONLY grant_requests ADD CONSTRAINT grant_requests_code_hash_unique UNIQUE (code_hash);

ALTER TABLE ONLY grant_requests ADD CONSTRAINT grant_requests_device_code_hash_unique UNIQUE (device_code_hash);

ALTER TABLE ONLY grant_requests ADD CONSTRAINT grant_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY grant_requests ADD CONSTRAINT grant_requests_user_code_hash_unique UNIQUE (user_code_hash);

ALTER TABLE ONLY grants ADD CONSTRAINT grants_pkey PRIMARY KEY (id);

ALTER TABLE ONLY grants ADD CONSTRAINT grants_workspace_id_id_account_id_unique UNIQUE (workspace_id, id, account_id);

ALTER TABLE ONLY idempotency_keys ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (grant_id, key);

ALTER TABLE ONLY installations ADD CONSTRAINT installations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY invitations ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY invitations ADD CONSTRAINT invitations_token_hash_unique UNIQUE (token_hash);

ALTER TABLE ONLY launch_steps ADD CONSTRAINT launch_steps_pkey PRIMARY KEY (step);

ALTER TABLE ONLY link_cards ADD CONSTRAINT link_cards_pkey PRIMARY KEY (id);

ALTER TABLE ONLY mails ADD CONSTRAINT mails_pkey PRIMARY KEY (id);

ALTER TABLE ONLY media ADD CONSTRAINT media_pkey PRIMARY KEY (id);

ALTER TABLE ONLY memberships ADD CONSTRAINT memberships_pkey PRIMARY KEY (user_id, account_id);

ALTER TABLE ONLY mentions ADD CONSTRAINT mentions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY mentions ADD CONSTRAINT mentions_workspace_id_platform_name_unique UNIQUE (workspace_id, platform, name);

ALTER TABLE ONLY model_calls ADD CONSTRAINT model_calls_pkey PRIMARY KEY (id);

ALTER TABLE ONLY notice_chats ADD CONSTRAINT notice_chats_address_hash_unique UNIQUE (address_hash);

ALTER TABLE ONLY notice_chats ADD CONSTRAINT notice_chats_pkey PRIMARY KEY (id);

ALTER TABLE ONLY notice_deliveries ADD CONSTRAINT notice_deliveries_pkey PRIMARY KEY (notice_id, channel);

ALTER TABLE ONLY notice_settings ADD CONSTRAINT notice_settings_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY notices ADD CONSTRAINT notices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY oauth_clients ADD CONSTRAINT oauth_clients_pkey PRIMARY KEY (id);

ALTER TABLE ONLY passkeys ADD CONSTRAINT passkeys_credential_id_unique UNIQUE (credential_id);

ALTER TABLE ONLY passkeys ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY password_resets ADD CONSTRAINT password_resets_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY payloads ADD CONSTRAINT payloads_draft_id_content_hash_position_unique UNIQUE (draft_id, content_hash, "position");

ALTER TABLE ONLY payloads ADD CONSTRAINT payloads_pkey PRIMARY KEY (id);

ALTER TABLE ONLY platform_surcharges ADD CONSTRAINT platform_surcharges_pkey PRIMARY KEY (platform);

ALTER TABLE ONLY publications ADD CONSTRAINT publications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY publications ADD CONSTRAINT publications_workspace_id_id_account_id_unique UNIQUE (workspace_id, id, account_id);

ALTER TABLE ONLY publish_job_revisions ADD CONSTRAINT publish_job_revisions_job_id_number_unique UNIQUE (job_id, number);

ALTER TABLE ONLY publish_job_revisions ADD CONSTRAINT publish_job_revisions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY publish_jobs ADD CONSTRAINT publish_jobs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY publish_jobs ADD CONSTRAINT publish_jobs_workspace_id_id_account_id_unique UNIQUE (workspace_id, id, account_id);

ALTER TABLE ONLY push_devices ADD CONSTRAINT push_devices_endpoint_hash_unique UNIQUE (endpoint_hash);

ALTER TABLE ONLY push_devices ADD CONSTRAINT push_devices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY quota_uses ADD CONSTRAINT quota_uses_pkey PRIMARY KEY (subject, per_seconds, slot_at);

ALTER TABLE ONLY recovery_codes ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (code_hash);

ALTER TABLE ONLY renditions ADD CONSTRAINT renditions_media_id_sha256_unique UNIQUE (media_id, sha256);

ALTER TABLE ONLY renditions ADD CONSTRAINT renditions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY safety_lifts ADD CONSTRAINT safety_lifts_draft_id_content_hash_finding_id_unique UNIQUE (draft_id, content_hash, finding_id);

ALTER TABLE ONLY safety_lifts ADD CONSTRAINT safety_lifts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY sandbox_posts ADD CONSTRAINT sandbox_posts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY sandbox_tries ADD CONSTRAINT sandbox_tries_pkey PRIMARY KEY (feed, intent_id);

ALTER TABLE ONLY service_keys ADD CONSTRAINT service_keys_pkey PRIMARY KEY (name);

ALTER TABLE ONLY service_matters ADD CONSTRAINT service_matters_pkey PRIMARY KEY (id);

ALTER TABLE ONLY service_switches ADD CONSTRAINT service_switches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY sessions ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY sessions ADD CONSTRAINT sessions_token_hash_unique UNIQUE (token_hash);

ALTER TABLE ONLY settlements ADD CONSTRAINT settlements_pkey PRIMARY KEY (id);

ALTER TABLE ONLY settlements ADD CONSTRAINT settlements_publication_id_unique UNIQUE (publication_id);

ALTER TABLE ONLY setup_tokens ADD CONSTRAINT setup_tokens_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY sign_in_steps ADD CONSTRAINT sign_in_steps_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY signups ADD CONSTRAINT signups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY signups ADD CONSTRAINT signups_token_hash_unique UNIQUE (token_hash);

ALTER TABLE ONLY standing_approvals ADD CONSTRAINT standing_approvals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY stripe_events ADD CONSTRAINT stripe_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY totp_secrets ADD CONSTRAINT totp_secrets_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY unread_events ADD CONSTRAINT unread_events_pkey PRIMARY KEY (reader, event_id);

ALTER TABLE ONLY users ADD CONSTRAINT users_email_unique UNIQUE (email);

ALTER TABLE ONLY users ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webauthn_challenges ADD CONSTRAINT webauthn_challenges_pkey PRIMARY KEY (challenge_hash);

ALTER TABLE ONLY webhook_deliveries ADD CONSTRAINT webhook_deliveries_endpoint_id_message_id_unique UNIQUE (endpoint_id, message_id);

ALTER TABLE ONLY webhook_deliveries ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhook_endpoints ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id);

ALTER TABLE ONLY weekly_summaries ADD CONSTRAINT weekly_summaries_pkey PRIMARY KEY (user_id, workspace_id, week);

ALTER TABLE ONLY workspaces ADD CONSTRAINT workspaces_account_id_id_unique UNIQUE (account_id, id);

ALTER TABLE ONLY workspaces ADD CONSTRAINT workspaces_pkey PRIMARY KEY (id);

CREATE INDEX agents_account_id_id_index ON agents USING btree (account_id, id);

CREATE UNIQUE INDEX agents_of_operator_unique ON agents USING btree (account_id, name) WHERE (let_in_by_user_id IS NULL);

CREATE INDEX api_keys_grant_id_index ON api_keys USING btree (grant_id);

CREATE INDEX approval_decisions_signature_id_index ON approval_decisions USING btree (signature_id);

CREATE INDEX approval_decisions_standing_id_index ON approval_decisions USING btree (standing_id);

CREATE INDEX approvals_draft_id_id_index ON approvals USING btree (draft_id, id);

CREATE INDEX approvals_expiring_index ON approvals USING btree (expires_at) WHERE (state = 'pending'::text);

CREATE INDEX approvals_going_out_index ON approvals USING btree (scheduled_at) WHERE ((state = 'pending'::text) AND (scheduled_at IS NOT NULL));

CREATE INDEX approvals_judged_index ON approvals USING btree (closed_at) WHERE ((state = 'approved'::text) AND (agent_id IS NOT NULL) AND (standing_id IS NULL));

CREATE INDEX approvals_of_agents_index ON approvals USING btree (workspace_id, created_at) WHERE ((agent_id IS NOT NULL) AND (standing_id IS NULL));

CREATE UNIQUE INDEX approvals_one_pending_unique ON approvals USING btree (draft_id) WHERE (state = 'pending'::text);

CREATE INDEX approvals_standing_index ON approvals USING btree (standing_id, standing_day) WHERE (standing_id IS NOT NULL);

CREATE INDEX approvals_terms_index ON approvals USING gin (queue_terms(workspace_id, state, words, platforms));

CREATE INDEX approvals_waiting_since_index ON approvals USING btree (created_at) WHERE (state = 'pending'::text);

CREATE INDEX approvals_with_findings_index ON approvals USING btree (workspace_id, state, id) WHERE has_findings;

CREATE INDEX approvals_workspace_id_state_agent_id_id_index ON approvals USING btree (workspace_id, state, agent_id, id);

CREATE INDEX approvals_workspace_id_state_due_at_id_index ON approvals USING btree (workspace_id, state, due_at, id);

CREATE INDEX approvals_workspace_id_state_id_index ON approvals USING btree (workspace_id, state, id);

CREATE INDEX attempt_windows_started_at_index ON attempt_windows USING btree (started_at);

CREATE INDEX audit_entries_account_id_action_id_index ON audit_entries USING btree (account_id, action, id);

CREATE INDEX audit_entries_account_id_actor_id_id_index ON audit_entries USING btree (account_id, actor_id, id);

CREATE INDEX audit_entries_account_id_id_index ON audit_entries USING btree (account_id, id);

CREATE INDEX audit_entries_subject_id_index ON audit_entries USING btree (subject_id);

CREATE INDEX audit_rolls_account_id_account_seq_index ON audit_rolls USING btree (account_id, account_seq);

CREATE INDEX client_link_drafts_draft_id_index ON client_link_drafts USING btree (draft_id);

CREATE INDEX client_link_tokens_link_id_index ON client_link_tokens USING btree (link_id);

CREATE INDEX client_links_account_id_created_at_index ON client_links USING btree (account_id, created_at);

CREATE INDEX client_links_email_created_at_index ON client_links USING btree (email, created_at);

CREATE INDEX client_recalls_link_id_ended_at_index ON client_recalls USING btree (link_id, ended_at);

CREATE INDEX client_recalls_waiting_index ON client_recalls USING btree (due_at) WHERE (state = 'waiting'::text);

CREATE INDEX client_sessions_expires_at_index ON client_sessions USING btree (expires_at);

CREATE INDEX comments_draft_id_id_index ON comments USING btree (draft_id, id);

CREATE INDEX comments_thread_id_id_index ON comments USING btree (thread_id, id);

CREATE INDEX connections_workspace_id_platform_index ON connections USING btree (workspace_id, platform);

CREATE INDEX credit_entries_account_id_id_index ON credit_entries USING btree (account_id, id);

CREATE INDEX credit_entries_available_index ON credit_entries USING btree (account_id, created_at) WHERE (available_delta <> 0);

CREATE UNIQUE INDEX credit_entries_one_purchase_unique ON credit_entries USING btree (order_id) WHERE (kind = 'purchase'::text);

CREATE INDEX credit_entries_use_index ON credit_entries USING btree (account_id, created_at) WHERE (kind = 'settle'::text);

CREATE INDEX credit_holds_co_grants_index ON credit_holds USING gin (co_grant_ids) WHERE (co_grant_ids IS NOT NULL);

CREATE INDEX credit_holds_grant_id_created_at_index ON credit_holds USING btree (grant_id, created_at);

CREATE INDEX credit_holds_workspace_id_created_at_index ON credit_holds USING btree (workspace_id, created_at);

CREATE INDEX credit_orders_account_id_id_index ON credit_orders USING btree (account_id, id);

CREATE INDEX decision_signatures_user_id_index ON decision_signatures USING btree (user_id);

CREATE INDEX decision_signatures_workspace_id_index ON decision_signatures USING btree (workspace_id);

CREATE INDEX draft_authors_grant_id_since_index ON draft_authors USING btree (grant_id, since);

CREATE INDEX drafts_approved_index ON drafts USING btree (id) WHERE (state = ANY (ARRAY['approved'::text, 'scheduled'::text]));

CREATE INDEX drafts_grant_id_id_index ON drafts USING btree (grant_id, id);

CREATE INDEX drafts_link_card_id_index ON drafts USING btree (link_card_id) WHERE (link_card_id IS NOT NULL);

CREATE INDEX drafts_scheduled_index ON drafts USING btree (workspace_id, scheduled_at, id) WHERE (scheduled_at IS NOT NULL);

CREATE INDEX drafts_search_index ON drafts USING gin (to_tsvector('simple'::regconfig, "left"(source_text, 20000)));

CREATE INDEX drafts_workspace_id_state_id_index ON drafts USING btree (workspace_id, state, id);

CREATE INDEX events_created_at_index ON events USING btree (created_at);

CREATE INDEX grant_requests_expires_at_index ON grant_requests USING btree (expires_at);

CREATE INDEX grants_person_user_id_index ON grants USING btree (person_user_id);

CREATE INDEX idempotency_keys_created_at_index ON idempotency_keys USING btree (created_at);

CREATE INDEX invitations_account_id_id_index ON invitations USING btree (account_id, id);

CREATE INDEX invitations_email_index ON invitations USING btree (email);

CREATE UNIQUE INDEX invitations_one_open_unique ON invitations USING btree (account_id, email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));

CREATE INDEX link_cards_workspace_id_link_hash_id_index ON link_cards USING btree (workspace_id, link_hash, id);

CREATE INDEX mails_expires_at_index ON mails USING btree (expires_at);

CREATE INDEX media_workspace_id_id_index ON media USING btree (workspace_id, id);

CREATE INDEX memberships_account_id_index ON memberships USING btree (account_id);

CREATE INDEX model_calls_workspace_id_created_at_index ON model_calls USING btree (workspace_id, created_at);

CREATE INDEX notice_chats_user_id_index ON notice_chats USING btree (user_id);

CREATE INDEX notice_deliveries_user_id_channel_ended_at_index ON notice_deliveries USING btree (user_id, channel, ended_at);

CREATE INDEX notice_deliveries_waiting_index ON notice_deliveries USING btree (user_id, channel, due_at) WHERE (state = 'waiting'::text);

CREATE INDEX notices_agent_id_index ON notices USING btree (agent_id);

CREATE INDEX notices_batches_index ON notices USING btree (user_id, account_id, COALESCE(batch_id, id), id);

CREATE INDEX notices_subject_id_index ON notices USING btree (subject_id);

CREATE INDEX notices_unrouted_index ON notices USING btree (id) WHERE (routed_at IS NULL);

CREATE INDEX notices_unseen_index ON notices USING btree (user_id, account_id) WHERE (seen_at IS NULL);

CREATE INDEX notices_user_id_account_id_id_index ON notices USING btree (user_id, account_id, id);

CREATE INDEX oauth_clients_last_used_at_index ON oauth_clients USING btree (last_used_at);

CREATE INDEX passkeys_user_id_index ON passkeys USING btree (user_id);

CREATE INDEX password_resets_expires_at_index ON password_resets USING btree (expires_at);

CREATE INDEX password_resets_user_id_index ON password_resets USING btree (user_id);

CREATE INDEX payloads_account_id_seen_hash_index ON payloads USING btree (account_id, seen_hash);

CREATE INDEX payloads_account_id_text_hash_index ON payloads USING btree (account_id, text_hash);

CREATE INDEX payloads_connection_id_text_hash_index ON payloads USING btree (connection_id, text_hash);

CREATE INDEX publications_in_flight_index ON publications USING btree (leased_until) WHERE (state = ANY (ARRAY['leased'::text, 'sent'::text, 'unknown'::text]));

CREATE INDEX publications_job_id_payload_id_index ON publications USING btree (job_id, payload_id);

CREATE UNIQUE INDEX publications_one_current_unique ON publications USING btree (job_id, payload_id) WHERE (superseded_at IS NULL);

CREATE INDEX publications_payload_id_index ON publications USING btree (payload_id);

CREATE INDEX publications_platform_index ON publications USING btree (workspace_id, platform, state, job_id) WHERE (superseded_at IS NULL);

CREATE INDEX publications_waiting_index ON publications USING btree (job_id) WHERE (state = 'pending'::text);

CREATE INDEX publish_job_revisions_approval_id_index ON publish_job_revisions USING btree (approval_id);

CREATE INDEX publish_jobs_draft_id_id_index ON publish_jobs USING btree (draft_id, id);

CREATE INDEX publish_jobs_due_index ON publish_jobs USING btree (GREATEST(scheduled_at, quiet_until, updated_at)) WHERE (state = ANY (ARRAY['ready'::text, 'queued'::text, 'publishing'::text]));

CREATE INDEX publish_jobs_grant_id_created_at_index ON publish_jobs USING btree (grant_id, created_at);

CREATE INDEX publish_jobs_half_out_index ON publish_jobs USING btree (id) WHERE ((state = 'blocked'::text) AND (went_out_at IS NOT NULL));

CREATE INDEX publish_jobs_on_their_way_index ON publish_jobs USING btree (account_id) WHERE (state = ANY (ARRAY['queued'::text, 'publishing'::text]));

CREATE UNIQUE INDEX publish_jobs_one_live_unique ON publish_jobs USING btree (draft_id) WHERE (state = ANY (ARRAY['blocked'::text, 'ready'::text, 'queued'::text, 'publishing'::text]));

CREATE INDEX publish_jobs_waiting_index ON publish_jobs USING btree (account_id, id) WHERE (state = ANY (ARRAY['blocked'::text, 'ready'::text]));

CREATE INDEX publish_jobs_went_out_index ON publish_jobs USING btree (workspace_id, went_out_at, id) WHERE (went_out_at IS NOT NULL);

CREATE INDEX push_devices_user_id_index ON push_devices USING btree (user_id);

CREATE INDEX recovery_codes_user_id_index ON recovery_codes USING btree (user_id);

CREATE INDEX renditions_account_id_sha256_index ON renditions USING btree (account_id, sha256);

CREATE INDEX sandbox_posts_feed_id_index ON sandbox_posts USING btree (feed, id);

CREATE INDEX sandbox_posts_feed_intent_id_index ON sandbox_posts USING btree (feed, intent_id);

CREATE INDEX sessions_previous_token_hash_index ON sessions USING btree (previous_token_hash);

CREATE INDEX sessions_user_id_index ON sessions USING btree (user_id);

CREATE INDEX sign_in_steps_expires_at_index ON sign_in_steps USING btree (expires_at);

CREATE INDEX sign_in_steps_user_id_index ON sign_in_steps USING btree (user_id);

CREATE INDEX signups_email_index ON signups USING btree (email);

CREATE UNIQUE INDEX signups_one_waiting_unique ON signups USING btree (email) WHERE (state = 'waiting'::text);

CREATE INDEX signups_state_id_index ON signups USING btree (state, id);

CREATE INDEX standing_approvals_agent_id_index ON standing_approvals USING btree (agent_id);

CREATE UNIQUE INDEX standing_approvals_one_open_unique ON standing_approvals USING btree (workspace_id, agent_id, template_hash) WHERE (state = ANY (ARRAY['proposed'::text, 'active'::text]));

CREATE INDEX standing_approvals_workspace_id_state_id_index ON standing_approvals USING btree (workspace_id, state, id);

CREATE INDEX webauthn_challenges_expires_at_index ON webauthn_challenges USING btree (expires_at);

CREATE INDEX webhook_deliveries_created_at_index ON webhook_deliveries USING btree (created_at);

CREATE INDEX webhook_deliveries_due_index ON webhook_deliveries USING btree (next_attempt_at) WHERE (state = 'pending'::text);

CREATE INDEX webhook_deliveries_endpoint_id_id_index ON webhook_deliveries USING btree (endpoint_id, id);

CREATE INDEX webhook_deliveries_waiting_index ON webhook_deliveries USING btree (endpoint_id, next_attempt_at) WHERE (state = 'pending'::text);

CREATE INDEX webhook_endpoints_grant_id_index ON webhook_endpoints USING btree (grant_id);

CREATE INDEX webhook_endpoints_workspace_id_id_index ON webhook_endpoints USING btree (workspace_id, id);

CREATE INDEX workspaces_budgets_index ON workspaces USING btree (id) WHERE (credits_per_month IS NOT NULL);

CREATE TRIGGER accounts_access_told AFTER UPDATE OF state ON accounts FOR EACH ROW EXECUTE FUNCTION tell_access();

CREATE TRIGGER api_keys_access_told AFTER UPDATE OF expires_at, revoked_at ON api_keys FOR EACH ROW EXECUTE FUNCTION tell_access();

CREATE TRIGGER api_keys_belong BEFORE INSERT ON api_keys FOR EACH ROW WHEN ((new.workspace_id IS NULL)) EXECUTE FUNCTION fill_belonging('grant_id', 'grants');

CREATE TRIGGER approval_decisions_append_only BEFORE DELETE OR UPDATE ON approval_decisions FOR EACH ROW EXECUTE FUNCTION keep_vote();

CREATE TRIGGER approval_decisions_belong BEFORE INSERT ON approval_decisions FOR EACH ROW WHEN ((new.workspace_id IS NULL)) EXECUTE FUNCTION fill_belonging('approval_id', 'approvals');

CREATE TRIGGER approval_decisions_taken_back AFTER DELETE ON approval_decisions FOR EACH ROW EXECUTE FUNCTION tell_vote_taken_back();

CREATE TRIGGER approval_decisions_told AFTER INSERT ON approval_decisions FOR EACH ROW EXECUTE FUNCTION tell_change_of_approval();

CREATE TRIGGER approval_reminders_belong BEFORE INSERT ON approval_reminders FOR EACH ROW WHEN ((new.workspace_id IS NULL)) EXECUTE FUNCTION fill_belonging('approval_id', 'approvals');

CREATE TRIGGER approval_turns_belong BEFORE INSERT ON approval_turns FOR EACH ROW WHEN ((new.workspace_id IS NULL)) EXECUTE FUNCTION fill_belonging('approval_id', 'approvals');

CREATE TRIGGER approvals_insert_told AFTER INSERT ON approvals FOR EACH ROW EXECUTE FUNCTION tell_change_with_draft('approval');

CREATE TRIGGER approvals_update_told AFTER UPDATE ON approvals FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION tell_change_with_draft('approval');

CREATE TRIGGER attempts_belong BEFORE INSERT ON attempts FOR EACH ROW WHEN ((new.workspace_id IS NULL)) EXECUTE FUNCTION fill_belonging('publication_id', 'publications');

CREATE TRIGGER audit_cuts_forward_only BEFORE DELETE OR UPDATE ON audit_cuts FOR EACH ROW EXECUTE FUNCTION refuse_going_back();

CREATE TRIGGER audit_cuts_never_emptied BEFORE TRUNCATE ON audit_cuts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_entries_append_only BEFORE UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_entries_kept AFTER DELETE ON audit_entries REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_entries_kept();

CREATE TRIGGER audit_entries_never_emptied BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_heads_forward_only BEFORE DELETE OR UPDATE ON audit_heads FOR EACH ROW EXECUTE FUNCTION refuse_going_back();

CREATE TRIGGER audit_heads_never_emptied BEFORE TRUNCATE ON audit_heads FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_links_append_only BEFORE UPDATE ON audit_links FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_links_kept AFTER DELETE ON audit_links REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_links_kept();

CREATE TRIGGER audit_links_never_emptied BEFORE TRUNCATE ON audit_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_rolls_append_only BEFORE UPDATE ON audit_rolls FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_rolls_kept AFTER DELETE ON audit_rolls REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_rolls_kept();

CREATE TRIGGER audit_rolls_never_emptied BEFORE TRUNCATE ON audit_rolls FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER caption_sets_append_only BEFORE DELETE OR UPDATE ON caption_sets FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER caption_sets_belong BEFORE INSERT ON caption_sets FOR EACH ROW WHEN ((new.workspace_id IS NULL)) EXECUTE FUNCTION fill_belonging('draft_id', 'drafts');

CREATE TRIGGER captions_append_only BEFORE DELETE OR UPDATE ON captions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER captions_belong BEFORE INSERT ON captions FOR EACH ROW WHEN ((new.workspace_id IS NULL)) EXECUTE FUNCTION fill_belonging('caption_set_id', 'caption_sets');

CREATE TRIGGER client_codes_belong BEFORE INSERT ON client_codes FOR EACH ROW WHEN ((new.workspace_id IS NULL)) EXECUTE FUNCTION fill_belonging('link_id', 'client_links');

CREATE TRIGGER client_link_drafts_belong BEFORE INSERT ON client_link_drafts FOR EACH ROW WHEN ((new.workspace_id IS NULL)) EXECUTE FUNCTION fill_belonging('link_id', 'client_links');

CREATE TRIGGER client_link_tokens_belong BEFORE INSERT ON client_link_tokens FOR EACH ROW WHEN ((new.workspace_id IS NULL)) EXECUTE FUNCTION fill_belonging('link_id', 'client_links');

CREATE TRIGGER client_recalls_belong BEFORE INSERT ON client_recalls FOR EACH ROW WHEN ((new.workspace_id IS NULL)) EXECUTE FUNCTION fill_belonging('link_id', 'client_links');

CREATE TRIGGER client_sessions_belong BEFORE INSERT ON client_sessions FOR EACH ROW WHEN ((new.workspace_id IS NULL)) EXECUTE FUNCTION fill_belonging('link_id', 'client_links');

CREATE TRIGGER comments_checked BEFORE INSERT OR UPDATE OF thread_id, draft_id, visibility ON comments FOR EACH ROW EXECUTE FUNCTION check_comment_thread();

CREATE TRIGGER connections_insert_told AFTER INSERT ON connections FOR EACH ROW EXECUTE FUNCTION tell_change('connection');

CREATE TRIGGER connections_update_told AFTER UPDATE ON connections FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION tell_change('connection');

CREATE TRIGGER credit_entries_append_only BEFORE DELETE OR UPDATE ON credit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER draft_authors_belong BEFORE INSERT ON draft_authors FOR EACH ROW WHEN ((new.workspace_id IS NULL)) EXECUTE FUNCTION fill_belonging('draft_id', 'drafts');

CREATE TRIGGER drafts_insert_told AFTER INSERT ON drafts FOR EACH ROW EXECUTE FUNCTION tell_change('draft');

CREATE TRIGGER drafts_schedule_told AFTER UPDATE OF scheduled_at ON drafts FOR EACH ROW WHEN ((old.scheduled_at IS DISTINCT FROM new.scheduled_at)) EXECUTE FUNCTION follow_schedule();

CREATE TRIGGER drafts_update_told AFTER UPDATE ON drafts FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION tell_change('draft');

CREATE TRIGGER grants_access_told AFTER UPDATE ON grants FOR EACH ROW EXECUTE FUNCTION tell_access();

CREATE TRIGGER grants_end_stops_webhooks AFTER UPDATE OF state ON grants FOR EACH ROW WHEN (((old.state = 'active'::text) AND (new.state <> 'active'::text))) EXECUTE FUNCTION stop_webhooks();

CREATE TRIGGER grants_insert_told AFTER INSERT ON grants FOR EACH ROW EXECUTE FUNCTION tell_change('grant');

CREATE TRIGGER grants_update_told AFTER UPDATE ON grants FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION tell_change('grant');

CREATE TRIGGER idempotency_keys_belong BEFORE INSERT ON idempotency_keys FOR EACH ROW WHEN ((new.workspace_id IS NULL)) EXECUTE FUNCTION fill_belonging('grant_id', 'grants');

CREATE TRIGGER memberships_access_told AFTER DELETE OR UPDATE ON memberships FOR EACH ROW EXECUTE FUNCTION tell_access();

CREATE TRIGGER notices_told AFTER INSERT OR UPDATE OF seen_at ON notices FOR EACH ROW EXECUTE FUNCTION tell_notice();

CREATE TRIGGER payloads_append_only BEFORE DELETE OR UPDATE ON payloads FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER payloads_belong BEFORE INSERT ON payloads FOR EACH ROW WHEN ((new.workspace_id IS NULL)) EXECUTE FUNCTION fill_belonging('draft_id', 'drafts');

CREATE TRIGGER publications_belong BEFORE INSERT ON publications FOR EACH ROW WHEN ((new.workspace_id IS NULL)) EXECUTE FUNCTION fill_belonging('job_id', 'publish_jobs');

CREATE TRIGGER publications_told AFTER UPDATE ON publications FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION tell_change_of_job();

CREATE TRIGGER publish_job_revisions_append_only BEFORE DELETE OR UPDATE ON publish_job_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER publish_job_revisions_belong BEFORE INSERT ON publish_job_revisions FOR EACH ROW WHEN ((new.workspace_id IS NULL)) EXECUTE FUNCTION fill_belonging('job_id', 'publish_jobs');

CREATE TRIGGER publish_jobs_insert_told AFTER INSERT ON publish_jobs FOR EACH ROW EXECUTE FUNCTION tell_change_with_draft('publish_job');

CREATE TRIGGER publish_jobs_update_told AFTER UPDATE ON publish_jobs FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION tell_change_with_draft('publish_job');

CREATE TRIGGER safety_lifts_append_only BEFORE DELETE OR UPDATE ON safety_lifts FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER safety_lifts_told AFTER INSERT ON safety_lifts FOR EACH ROW EXECUTE FUNCTION tell_lift_of_approval();

CREATE TRIGGER sessions_access_told AFTER DELETE OR UPDATE OF expires_at ON sessions FOR EACH ROW EXECUTE FUNCTION tell_access();

CREATE TRIGGER settlements_append_only BEFORE DELETE OR UPDATE ON settlements FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER weekly_summaries_belong BEFORE INSERT ON weekly_summaries FOR EACH ROW WHEN ((new.account_id IS NULL)) EXECUTE FUNCTION fill_account();

ALTER TABLE ONLY agents ADD CONSTRAINT agents_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY agents ADD CONSTRAINT agents_let_in_by_user_id_foreign FOREIGN KEY (let_in_by_user_id) REFERENCES users(id) ON DELETE RESTRICT;

ALTER TABLE ONLY api_keys ADD CONSTRAINT api_keys_grant_id_foreign FOREIGN KEY (workspace_id, grant_id, account_id) REFERENCES grants(workspace_id, id, account_id);

ALTER TABLE ONLY approval_decisions ADD CONSTRAINT approval_decisions_approval_id_foreign FOREIGN KEY (workspace_id, approval_id, account_id) REFERENCES approvals(workspace_id, id, account_id);

ALTER TABLE ONLY approval_decisions ADD CONSTRAINT approval_decisions_client_link_id_foreign FOREIGN KEY (client_link_id) REFERENCES client_links(id);

ALTER TABLE ONLY approval_decisions ADD CONSTRAINT approval_decisions_signature_id_foreign FOREIGN KEY (signature_id) REFERENCES decision_signatures(id);

ALTER TABLE ONLY approval_decisions ADD CONSTRAINT approval_decisions_standing_id_foreign FOREIGN KEY (standing_id) REFERENCES standing_approvals(id);

ALTER TABLE ONLY approval_decisions ADD CONSTRAINT approval_decisions_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY approval_reminders ADD CONSTRAINT approval_reminders_approval_id_foreign FOREIGN KEY (workspace_id, approval_id, account_id) REFERENCES approvals(workspace_id, id, account_id);

ALTER TABLE ONLY approval_turns ADD CONSTRAINT approval_turns_approval_id_foreign FOREIGN KEY (workspace_id, approval_id, account_id) REFERENCES approvals(workspace_id, id, account_id);

ALTER TABLE ONLY approvals ADD CONSTRAINT approvals_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY approvals ADD CONSTRAINT approvals_agent_id_foreign FOREIGN KEY (agent_id) REFERENCES agents(id) ON DELETE SET NULL;

ALTER TABLE ONLY approvals ADD CONSTRAINT approvals_draft_id_foreign FOREIGN KEY (workspace_id, draft_id, account_id) REFERENCES drafts(workspace_id, id, account_id);

ALTER TABLE ONLY approvals ADD CONSTRAINT approvals_held_by_foreign FOREIGN KEY (held_by) REFERENCES users(id) ON DELETE SET NULL;

ALTER TABLE ONLY approvals ADD CONSTRAINT approvals_standing_id_foreign FOREIGN KEY (standing_id) REFERENCES standing_approvals(id);

ALTER TABLE ONLY approvals ADD CONSTRAINT approvals_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY attempts ADD CONSTRAINT attempts_publication_id_foreign FOREIGN KEY (workspace_id, publication_id, account_id) REFERENCES publications(workspace_id, id, account_id);

ALTER TABLE ONLY caption_sets ADD CONSTRAINT caption_sets_draft_id_foreign FOREIGN KEY (workspace_id, draft_id, account_id) REFERENCES drafts(workspace_id, id, account_id);

ALTER TABLE ONLY caption_sets ADD CONSTRAINT caption_sets_grant_id_foreign FOREIGN KEY (grant_id) REFERENCES grants(id) ON DELETE SET NULL;

ALTER TABLE ONLY caption_sets ADD CONSTRAINT caption_sets_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;

ALTER TABLE ONLY captions ADD CONSTRAINT captions_caption_set_id_foreign FOREIGN KEY (workspace_id, caption_set_id, account_id) REFERENCES caption_sets(workspace_id, id, account_id);

ALTER TABLE ONLY client_codes ADD CONSTRAINT client_codes_link_id_foreign FOREIGN KEY (workspace_id, link_id, account_id) REFERENCES client_links(workspace_id, id, account_id);

ALTER TABLE ONLY client_link_drafts ADD CONSTRAINT client_link_drafts_draft_id_foreign FOREIGN KEY (workspace_id, draft_id, account_id) REFERENCES drafts(workspace_id, id, account_id);

ALTER TABLE ONLY client_link_drafts ADD CONSTRAINT client_link_drafts_link_id_foreign FOREIGN KEY (workspace_id, link_id, account_id) REFERENCES client_links(workspace_id, id, account_id);

ALTER TABLE ONLY client_link_tokens ADD CONSTRAINT client_link_tokens_link_id_foreign FOREIGN KEY (workspace_id, link_id, account_id) REFERENCES client_links(workspace_id, id, account_id);

ALTER TABLE ONLY client_links ADD CONSTRAINT client_links_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY client_links ADD CONSTRAINT client_links_created_by_user_id_foreign FOREIGN KEY (created_by_user_id) REFERENCES users(id);

ALTER TABLE ONLY client_links ADD CONSTRAINT client_links_revoked_by_user_id_foreign FOREIGN KEY (revoked_by_user_id) REFERENCES users(id) ON DELETE SET NULL;

ALTER TABLE ONLY client_links ADD CONSTRAINT client_links_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY client_recalls ADD CONSTRAINT client_recalls_approval_id_foreign FOREIGN KEY (workspace_id, approval_id, account_id) REFERENCES approvals(workspace_id, id, account_id);

ALTER TABLE ONLY client_recalls ADD CONSTRAINT client_recalls_link_id_foreign FOREIGN KEY (workspace_id, link_id, account_id) REFERENCES client_links(workspace_id, id, account_id);

ALTER TABLE ONLY client_sessions ADD CONSTRAINT client_sessions_link_id_foreign FOREIGN KEY (workspace_id, link_id, account_id) REFERENCES client_links(workspace_id, id, account_id);

ALTER TABLE ONLY comments ADD CONSTRAINT comments_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY comments ADD CONSTRAINT comments_client_link_id_foreign FOREIGN KEY (client_link_id) REFERENCES client_links(id);

ALTER TABLE ONLY comments ADD CONSTRAINT comments_draft_id_foreign FOREIGN KEY (workspace_id, draft_id, account_id) REFERENCES drafts(workspace_id, id, account_id);

ALTER TABLE ONLY comments ADD CONSTRAINT comments_grant_id_foreign FOREIGN KEY (grant_id) REFERENCES grants(id);

ALTER TABLE ONLY comments ADD CONSTRAINT comments_resolved_by_user_id_foreign FOREIGN KEY (resolved_by_user_id) REFERENCES users(id);

ALTER TABLE ONLY comments ADD CONSTRAINT comments_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY comments ADD CONSTRAINT comments_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY connect_requests ADD CONSTRAINT connect_requests_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY connect_requests ADD CONSTRAINT connect_requests_connection_id_foreign FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE SET NULL;

ALTER TABLE ONLY connect_requests ADD CONSTRAINT connect_requests_session_id_foreign FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY connect_requests ADD CONSTRAINT connect_requests_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY connections ADD CONSTRAINT connections_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY connections ADD CONSTRAINT connections_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY credit_alerts ADD CONSTRAINT credit_alerts_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY credit_balances ADD CONSTRAINT credit_balances_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY credit_entries ADD CONSTRAINT credit_entries_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY credit_entries ADD CONSTRAINT credit_entries_hold_id_foreign FOREIGN KEY (hold_id) REFERENCES credit_holds(id) ON DELETE SET NULL;

ALTER TABLE ONLY credit_entries ADD CONSTRAINT credit_entries_order_id_foreign FOREIGN KEY (order_id) REFERENCES credit_orders(id) ON DELETE SET NULL;

ALTER TABLE ONLY credit_holds ADD CONSTRAINT credit_holds_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY credit_holds ADD CONSTRAINT credit_holds_grant_id_foreign FOREIGN KEY (grant_id) REFERENCES grants(id) ON DELETE SET NULL;

ALTER TABLE ONLY credit_holds ADD CONSTRAINT credit_holds_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY credit_orders ADD CONSTRAINT credit_orders_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY credit_orders ADD CONSTRAINT credit_orders_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY decision_signatures ADD CONSTRAINT decision_signatures_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY decision_signatures ADD CONSTRAINT decision_signatures_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY decision_signatures ADD CONSTRAINT decision_signatures_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY draft_authors ADD CONSTRAINT draft_authors_draft_id_foreign FOREIGN KEY (workspace_id, draft_id, account_id) REFERENCES drafts(workspace_id, id, account_id);

ALTER TABLE ONLY draft_authors ADD CONSTRAINT draft_authors_grant_id_foreign FOREIGN KEY (grant_id) REFERENCES grants(id) ON DELETE SET NULL;

ALTER TABLE ONLY draft_authors ADD CONSTRAINT draft_authors_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;

ALTER TABLE ONLY drafts ADD CONSTRAINT drafts_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY drafts ADD CONSTRAINT drafts_grant_id_foreign FOREIGN KEY (grant_id) REFERENCES grants(id) ON DELETE SET NULL;

ALTER TABLE ONLY drafts ADD CONSTRAINT drafts_note_grant_id_foreign FOREIGN KEY (note_grant_id) REFERENCES grants(id) ON DELETE SET NULL;

ALTER TABLE ONLY drafts ADD CONSTRAINT drafts_note_user_id_foreign FOREIGN KEY (note_user_id) REFERENCES users(id) ON DELETE SET NULL;

ALTER TABLE ONLY drafts ADD CONSTRAINT drafts_revised_by_user_id_foreign FOREIGN KEY (revised_by_user_id) REFERENCES users(id) ON DELETE SET NULL;

ALTER TABLE ONLY drafts ADD CONSTRAINT drafts_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;

ALTER TABLE ONLY drafts ADD CONSTRAINT drafts_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY grant_requests ADD CONSTRAINT grant_requests_decided_by_user_id_foreign FOREIGN KEY (decided_by_user_id) REFERENCES users(id) ON DELETE SET NULL;

ALTER TABLE ONLY grant_requests ADD CONSTRAINT grant_requests_grant_id_foreign FOREIGN KEY (grant_id) REFERENCES grants(id) ON DELETE SET NULL;

ALTER TABLE ONLY grant_requests ADD CONSTRAINT grant_requests_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE SET NULL;

ALTER TABLE ONLY grants ADD CONSTRAINT grants_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY grants ADD CONSTRAINT grants_agent_id_foreign FOREIGN KEY (agent_id) REFERENCES agents(id);

ALTER TABLE ONLY grants ADD CONSTRAINT grants_person_user_id_foreign FOREIGN KEY (person_user_id) REFERENCES users(id) ON DELETE RESTRICT;

ALTER TABLE ONLY grants ADD CONSTRAINT grants_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY idempotency_keys ADD CONSTRAINT idempotency_keys_grant_id_foreign FOREIGN KEY (workspace_id, grant_id, account_id) REFERENCES grants(workspace_id, id, account_id);

ALTER TABLE ONLY invitations ADD CONSTRAINT invitations_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY invitations ADD CONSTRAINT invitations_invited_by_user_id_foreign FOREIGN KEY (invited_by_user_id) REFERENCES users(id);

ALTER TABLE ONLY link_cards ADD CONSTRAINT link_cards_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY link_cards ADD CONSTRAINT link_cards_media_id_foreign FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE SET NULL;

ALTER TABLE ONLY link_cards ADD CONSTRAINT link_cards_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY mails ADD CONSTRAINT mails_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE SET NULL;

ALTER TABLE ONLY media ADD CONSTRAINT media_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY media ADD CONSTRAINT media_grant_id_foreign FOREIGN KEY (grant_id) REFERENCES grants(id) ON DELETE SET NULL;

ALTER TABLE ONLY media ADD CONSTRAINT media_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;

ALTER TABLE ONLY media ADD CONSTRAINT media_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY memberships ADD CONSTRAINT memberships_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY memberships ADD CONSTRAINT memberships_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY mentions ADD CONSTRAINT mentions_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY mentions ADD CONSTRAINT mentions_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY model_calls ADD CONSTRAINT model_calls_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY model_calls ADD CONSTRAINT model_calls_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY notice_chats ADD CONSTRAINT notice_chats_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY notice_deliveries ADD CONSTRAINT notice_deliveries_notice_id_foreign FOREIGN KEY (notice_id) REFERENCES notices(id) ON DELETE CASCADE;

ALTER TABLE ONLY notice_deliveries ADD CONSTRAINT notice_deliveries_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY notice_settings ADD CONSTRAINT notice_settings_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY notices ADD CONSTRAINT notices_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY notices ADD CONSTRAINT notices_agent_id_foreign FOREIGN KEY (agent_id) REFERENCES agents(id) ON DELETE SET NULL;

ALTER TABLE ONLY notices ADD CONSTRAINT notices_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY notices ADD CONSTRAINT notices_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE SET NULL;

ALTER TABLE ONLY passkeys ADD CONSTRAINT passkeys_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY password_resets ADD CONSTRAINT password_resets_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY payloads ADD CONSTRAINT payloads_connection_id_foreign FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE SET NULL;

ALTER TABLE ONLY payloads ADD CONSTRAINT payloads_draft_id_foreign FOREIGN KEY (workspace_id, draft_id, account_id) REFERENCES drafts(workspace_id, id, account_id);

ALTER TABLE ONLY publications ADD CONSTRAINT publications_connection_id_foreign FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE SET NULL;

ALTER TABLE ONLY publications ADD CONSTRAINT publications_job_id_foreign FOREIGN KEY (workspace_id, job_id, account_id) REFERENCES publish_jobs(workspace_id, id, account_id);

ALTER TABLE ONLY publications ADD CONSTRAINT publications_payload_id_foreign FOREIGN KEY (payload_id) REFERENCES payloads(id);

ALTER TABLE ONLY publish_job_revisions ADD CONSTRAINT publish_job_revisions_approval_id_foreign FOREIGN KEY (approval_id) REFERENCES approvals(id) ON DELETE SET NULL;

ALTER TABLE ONLY publish_job_revisions ADD CONSTRAINT publish_job_revisions_grant_id_foreign FOREIGN KEY (grant_id) REFERENCES grants(id) ON DELETE SET NULL;

ALTER TABLE ONLY publish_job_revisions ADD CONSTRAINT publish_job_revisions_job_id_foreign FOREIGN KEY (workspace_id, job_id, account_id) REFERENCES publish_jobs(workspace_id, id, account_id);

ALTER TABLE ONLY publish_job_revisions ADD CONSTRAINT publish_job_revisions_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;

ALTER TABLE ONLY publish_jobs ADD CONSTRAINT publish_jobs_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY publish_jobs ADD CONSTRAINT publish_jobs_approval_id_foreign FOREIGN KEY (approval_id) REFERENCES approvals(id) ON DELETE SET NULL;

ALTER TABLE ONLY publish_jobs ADD CONSTRAINT publish_jobs_draft_id_foreign FOREIGN KEY (workspace_id, draft_id, account_id) REFERENCES drafts(workspace_id, id, account_id);

ALTER TABLE ONLY publish_jobs ADD CONSTRAINT publish_jobs_grant_id_foreign FOREIGN KEY (grant_id) REFERENCES grants(id) ON DELETE SET NULL;

ALTER TABLE ONLY publish_jobs ADD CONSTRAINT publish_jobs_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;

ALTER TABLE ONLY publish_jobs ADD CONSTRAINT publish_jobs_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY push_devices ADD CONSTRAINT push_devices_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY recovery_codes ADD CONSTRAINT recovery_codes_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY renditions ADD CONSTRAINT renditions_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY renditions ADD CONSTRAINT renditions_media_id_foreign FOREIGN KEY (media_id) REFERENCES media(id);

ALTER TABLE ONLY safety_lifts ADD CONSTRAINT safety_lifts_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY safety_lifts ADD CONSTRAINT safety_lifts_draft_id_foreign FOREIGN KEY (draft_id) REFERENCES drafts(id);

ALTER TABLE ONLY safety_lifts ADD CONSTRAINT safety_lifts_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY sessions ADD CONSTRAINT sessions_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY settlements ADD CONSTRAINT settlements_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY settlements ADD CONSTRAINT settlements_publication_id_foreign FOREIGN KEY (publication_id) REFERENCES publications(id);

ALTER TABLE ONLY settlements ADD CONSTRAINT settlements_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY sign_in_steps ADD CONSTRAINT sign_in_steps_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY signups ADD CONSTRAINT signups_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY standing_approvals ADD CONSTRAINT standing_approvals_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY standing_approvals ADD CONSTRAINT standing_approvals_agent_id_foreign FOREIGN KEY (agent_id) REFERENCES agents(id);

ALTER TABLE ONLY standing_approvals ADD CONSTRAINT standing_approvals_closed_by_foreign FOREIGN KEY (closed_by) REFERENCES users(id);

ALTER TABLE ONLY standing_approvals ADD CONSTRAINT standing_approvals_signature_id_foreign FOREIGN KEY (signature_id) REFERENCES decision_signatures(id);

ALTER TABLE ONLY standing_approvals ADD CONSTRAINT standing_approvals_signed_by_foreign FOREIGN KEY (signed_by) REFERENCES users(id);

ALTER TABLE ONLY standing_approvals ADD CONSTRAINT standing_approvals_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY totp_secrets ADD CONSTRAINT totp_secrets_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY webhook_deliveries ADD CONSTRAINT webhook_deliveries_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY webhook_deliveries ADD CONSTRAINT webhook_deliveries_endpoint_id_foreign FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE;

ALTER TABLE ONLY webhook_endpoints ADD CONSTRAINT webhook_endpoints_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY webhook_endpoints ADD CONSTRAINT webhook_endpoints_grant_id_foreign FOREIGN KEY (grant_id) REFERENCES grants(id) ON DELETE SET NULL;

ALTER TABLE ONLY webhook_endpoints ADD CONSTRAINT webhook_endpoints_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY weekly_summaries ADD CONSTRAINT weekly_summaries_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY weekly_summaries ADD CONSTRAINT weekly_summaries_workspace_id_foreign FOREIGN KEY (account_id, workspace_id) REFERENCES workspaces(account_id, id);

ALTER TABLE ONLY workspaces ADD CONSTRAINT workspaces_account_id_foreign FOREIGN KEY (account_id) REFERENCES accounts(id);

insert into service_switches (id) values ('publishing');
`;
