import { PLAIN_SAFETY } from '../access/safety-policy.ts';

/**
 * How the erasure of an account treats each table. A test fails for a missing table, and reads all tables
 * after an erasure.
 */

/**
 * Rows that are deleted, with the condition for those of the account `?`, in an order that foreign keys
 * permit.
 */
export const REMOVED: Readonly<Record<string, string>> = {
  unread_events: 'account_id = ?',
  events: 'account_id = ?',
  event_heads: 'account_id = ?',
  webhook_deliveries: 'account_id = ?',
  webhook_endpoints: 'account_id = ?',
  notice_deliveries: 'notice_id in (select id from notices where account_id = ?)',
  notices: 'account_id = ?',
  weekly_summaries: 'account_id = ?',
  mails: 'account_id = ?',
  approval_reminders: 'account_id = ?',
  approval_turns: 'account_id = ?',
  client_recalls: 'account_id = ?',
  client_codes: 'account_id = ?',
  client_sessions: 'account_id = ?',
  client_link_tokens: 'account_id = ?',
  client_link_drafts: 'account_id = ?',
  comments: 'account_id = ?',
  post_metrics: 'account_id = ?',
  safety_lifts: 'account_id = ?',
  captions: 'account_id = ?',
  caption_sets: 'account_id = ?',
  draft_authors: 'account_id = ?',
  draft_templates: 'account_id = ?',
  mentions: 'account_id = ?',
  link_cards: 'account_id = ?',
  renditions: 'account_id = ?',
  media: 'account_id = ?',
  account_storage: 'account_id = ?',
  model_calls: 'account_id = ?',
  moderation_answers: 'account_id = ?',
  connect_requests: 'account_id = ?',
  sandbox_tries: feedsOf('sandbox_tries'),
  sandbox_posts: feedsOf('sandbox_posts'),
  connections: 'account_id = ?',
  idempotency_keys: 'account_id = ?',
  api_keys: 'account_id = ?',
  grant_requests: 'workspace_id in (select id from workspaces where account_id = ?)',
  invitations: 'account_id = ?',
  signups: 'account_id = ?',
  credit_alerts: 'account_id = ?',
};

/** Several accounts can share a sandbox feed. */
function feedsOf(table: string): string {
  const connected = `connections c join accounts a on a.id = c.account_id and c.platform = 'sandbox' and c.external_id = ${table}.feed`;
  return `exists (select from ${connected} where a.id = ?) and not exists (select from ${connected} where a.erasing_at is null)`;
}

/**
 * Rows that are kept for evidence and ledger: ids, times, states, amounts and hashes. The named columns are
 * replaced by SQL expressions without content.
 */
export const KEPT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  workspaces: {
    name: "'Erased workspace'",
    paused_at: 'coalesce(paused_at, now())',
    archived_at: 'coalesce(archived_at, now())',
    quiet_hours: "'[]'",
    posting_slots: "'[]'",
    voice: `'{"tone": "", "emoji": "free", "length": "medium", "maxTags": null, "bannedWords": []}'`,
    blocked_terms: "'{}'",
    denied_hosts: "'{}'",
    safety: `'${JSON.stringify(PLAIN_SAFETY)}'`,
    stages: "'[]'",
  },
  agents: {
    name: "'Erased agent ' || id",
    vendor: 'null',
    home_page: 'null',
    let_in_by_name: "case when let_in_by_name is not null then 'Erased person' end",
  },
  grants: { state: "'revoked'", revoked_at: 'coalesce(revoked_at, now())' },
  drafts: {
    source_text: "''",
    link: 'null',
    external_id: 'null',
    media_ids: 'null',
    link_card_id: 'null',
    connection_ids: 'null',
    labels: "'{}'",
    note_to_reviewer: 'null',
    state: "'archived'",
  },
  // Before the payloads: a post that is read back meanwhile is compared with its whole text, or the result is not stored.
  publications: {
    next_attempt_at: 'null',
    verify_at: 'null',
    metrics_at: 'null',
    metrics_failure: 'null',
    intent: 'null',
    provider_id: 'null',
    provider_url: 'null',
    failure_message: 'null',
    failure_sentence: 'null',
  },
  // The hash of a text could be guessed; signed hashes cover ids as well.
  payloads: {
    body: "'{}'",
    post: 'null',
    preview: "'{}'",
    violations: "'[]'",
    text_hash: "''",
    seen_hash: 'null',
  },
  approvals: {
    words: "''",
    reason: 'null',
    reason_sentence: 'null',
    hold_reason: "case when hold_reason is not null then '' end",
    stages: "'[]'",
    state: "case when state = 'pending' then 'expired' else state end",
    closed_at: "case when state = 'pending' then now() else closed_at end",
  },
  approval_decisions: {
    comment: 'null',
    stage: 'null',
    client_email: "case when client_email is not null then 'erased@erased.invalid' end",
    client_name: 'null',
  },
  client_links: { email: "'erased@erased.invalid'", token_hash: "'erased ' || id", revoked_at: 'coalesce(revoked_at, now())' },
  decision_signatures: {},
  standing_approvals: {
    template: "'{}'",
    state: "case state when 'active' then 'ended' when 'proposed' then 'lapsed' else state end",
    end_reason: "case when state = 'active' then 'access_ended' else end_reason end",
    closed_at: 'coalesce(closed_at, now())',
  },
  publish_jobs: {
    state: "case when state in ('blocked', 'ready', 'queued', 'publishing') then 'cancelled' else state end",
    cancelled_at: "case when state in ('blocked', 'ready', 'queued', 'publishing') then now() else cancelled_at end",
  },
  publish_job_revisions: {},
  attempts: { message: 'null', sentence: 'null', gates: 'null' },
  settlements: { reason: "''", evidence_url: 'null' },
  retractions: { reason: "''", message: 'null', sentence: 'null', next_attempt_at: 'null' },
  first_comments: {
    state: "case when state in ('waiting', 'sending', 'unknown') then 'failed' else state end",
    intent: 'null',
    next_attempt_at: 'null',
    provider_id: 'null',
    provider_url: 'null',
    message: 'null',
    sentence: 'null',
  },
  verifications: { differences: "'[]'", message: 'null' },
  credit_balances: {},
  credit_holds: {},
  credit_entries: {},
  credit_orders: {},
  audit_entries: {},
  audit_links: {},
  audit_heads: {},
  audit_rolls: {},
  audit_cuts: {},
};

/** Rows about one person, deleted with a person who is a member of no other account. */
export const OF_PEOPLE: readonly string[] = [
  ...['notice_deliveries', 'notices', 'notice_settings', 'weekly_summaries', 'passkeys', 'recovery_codes', 'totp_secrets'],
  ...['sign_in_steps', 'password_resets', 'sessions', 'push_devices', 'notice_chats'],
];
