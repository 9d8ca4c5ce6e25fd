import { ROW_POLICIES } from '../db/row-security/policies.ts';

/** The column that names the account of a row, or `session` where row-level security alone selects the rows. */
type Belongs = 'account_id' | 'id' | 'session';

/**
 * The tables of an account's export, in the order of the file. The rows are read as an owner sees them, so that row-level security
 * decides what belongs to the account.
 */
export const EXPORTED: Readonly<Record<string, Belongs>> = {
  accounts: 'id',
  workspaces: 'account_id',
  users: 'session',
  memberships: 'account_id',
  invitations: 'account_id',
  agents: 'account_id',
  grants: 'account_id',
  api_keys: 'account_id',
  connections: 'account_id',
  webhook_endpoints: 'account_id',
  webhook_deliveries: 'account_id',
  client_links: 'account_id',
  client_link_drafts: 'account_id',
  drafts: 'account_id',
  draft_authors: 'account_id',
  draft_templates: 'account_id',
  caption_sets: 'account_id',
  captions: 'account_id',
  media: 'account_id',
  renditions: 'account_id',
  link_cards: 'account_id',
  mentions: 'account_id',
  payloads: 'account_id',
  approvals: 'account_id',
  approval_decisions: 'account_id',
  decision_signatures: 'account_id',
  standing_approvals: 'account_id',
  comments: 'account_id',
  safety_lifts: 'account_id',
  publish_jobs: 'account_id',
  publish_job_revisions: 'account_id',
  publications: 'account_id',
  attempts: 'account_id',
  settlements: 'account_id',
  retractions: 'account_id',
  first_comments: 'account_id',
  verifications: 'account_id',
  post_metrics: 'account_id',
  events: 'account_id',
  model_calls: 'account_id',
  moderation_answers: 'account_id',
  credit_balances: 'account_id',
  credit_holds: 'account_id',
  credit_entries: 'account_id',
  credit_orders: 'account_id',
  audit_entries: 'account_id',
  audit_links: 'account_id',
};

/** Tables that requests can read and that are not exported, with the reason. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  audit_heads: 'Checkpoints of the audit log, which the exported log proves.',
  audit_rolls: 'Checkpoints of the audit log, which the exported log proves.',
  audit_cuts: 'Checkpoints of the audit log, which the exported log proves.',
  connect_requests: 'Sign-ins at a platform that are under way.',
  event_heads: 'A counter.',
  grant_requests: 'Requests for access that are under way.',
  idempotency_keys: 'Answers kept for a day, for repeated requests.',
  mails: 'Sent messages, encrypted and write-only for requests.',
  notice_chats: 'Belongs to a person, not to the account.',
  notice_settings: 'Belongs to a person, not to the account.',
  notices: 'Belong to a person; each repeats an event of the account.',
  passkeys: 'Belong to a person.',
  push_devices: 'Belong to a person.',
  recovery_codes: 'Belong to a person.',
  sandbox_posts: 'Posts of the sandbox, whose content the payloads hold.',
  sessions: 'Belong to a person.',
  sign_in_steps: 'Belong to a person.',
  totp_secrets: 'Belong to a person.',
  unread_events: 'A reader’s place in the events.',
  webauthn_challenges: 'Belong to a session.',
  launch_steps: 'Belong to the service.',
  platform_surcharges: 'Belong to the service.',
  service_keys: 'Belong to the service.',
  service_switches: 'Belong to the service.',
  oauth_clients: 'Belong to the service.',
};

/** Columns that hold secrets or lookups of secrets, wherever they are. */
const SECRET = /^sealed_|^(?:token|key|code|state|link|address)_hash$|^client_key$/;

/** Whether a column is in the export: no credentials, and no hash by which one is found. */
export function isExported(table: string, column: string): boolean {
  const policy = ROW_POLICIES[table];
  const hidden = policy && !('closed' in policy) ? (policy.hides ?? []) : [];
  return !hidden.includes(column) && !SECRET.test(column);
}
