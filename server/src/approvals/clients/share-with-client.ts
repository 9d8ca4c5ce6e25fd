import { randomBytes } from 'node:crypto';
import { Account } from '../../access/account.entity.ts';
import { requireWorkspace } from '../../access/authorise.ts';
import { queueMail } from '../../access/mail/queue-mail.ts';
import { isMemberByEmail } from '../../access/members/member-queries.ts';
import { readEmail } from '../../access/read-person.ts';
import { requireRecentSignIn } from '../../access/sessions/require-recent-sign-in.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { FIELD_RULES } from '../../field-rules.ts';
import type { Language } from '../../languages/language.ts';
import { say, utcMoment, type Words } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import { latestApprovalsOf } from '../approval-queries.ts';
import { boundLinks } from './bound-links.ts';
import { ClientLink, ClientLinkDraft } from './client-link.entity.ts';

export interface ShareWithClientInput {
  workspaceId: string;
  draftIds: readonly string[];
  /** The client's address: receives the link and every code. */
  email: string;
  /** For how many days it works. */
  days: number;
}

export interface SharedWithClient {
  link: ClientLink;
  /** Returned only here, and only where no mail is sent. */
  url: string | null;
}

const DAY_MS = 86_400_000;
const { drafts: DRAFTS, days: DAYS } = FIELD_RULES.client;

/**
 * Shares submitted drafts with an address without an account, by a link that is mailed there and shown nowhere else.
 * Without mail the link is returned, to be handed over: it shows the posts, and answers take a mailed code.
 * Owners only, since it lets an outsider take part in decisions. Needs a transaction. Refuses: not_found,
 * insufficient_role, reauthentication_required, already_exists (a member: they decide in the
 * console), validation_failed, rate_limited.
 */
export async function shareWithClient(ctx: Context, input: ShareWithClientInput): Promise<SharedWithClient> {
  assertTransaction(ctx);
  const workspace = await requireWorkspace(ctx, input.workspaceId, 'manage');
  const { userId, name, language = null } = await requireRecentSignIn(ctx);
  const email = readEmail(input.email, '/email');
  const draftIds = await readDrafts(ctx, workspace, input.draftIds);
  const days = readDays(input.days);
  await refuseMember(ctx, workspace.accountId, email);
  await boundLinks(ctx, workspace.accountId, email);

  const createdAt = ctx.clock.now();
  const token = randomBytes(32).toString('base64url');
  const { accountId, id: workspaceId } = workspace;
  const [id, expiresAt] = [newId('clk'), new Date(createdAt.getTime() + days * DAY_MS)];
  const link = { id, accountId, workspaceId, email, createdByUserId: userId, createdAt, expiresAt };
  await ctx.em.insert(ClientLink, { ...link, tokenHash: ctx.sealer.hash('client-link', token) });
  await ctx.em.insertMany(
    ClientLinkDraft,
    draftIds.map((draftId, place) => ({ linkId: id, draftId, accountId, workspaceId, place })),
  );
  await recordAudit(ctx, { accountId, action: 'client_link.created', subjectId: id, details: { email, draftIds, workspaceId } });
  const url = `${ctx.config.publicUrl}/shared#token=${token}`;
  if (ctx.config.mail) await mailLink(ctx, { link, name, language, count: draftIds.length, url });
  return { link: await ctx.em.findOneOrFail(ClientLink, { id }), url: ctx.config.mail ? null : url };
}

/** The submitted drafts of the workspace, deduplicated, in the given order. */
async function readDrafts(ctx: Context, workspace: Workspace, given: readonly string[]): Promise<string[]> {
  const fault = (message: Words) => new DomainError('validation_failed', { message, fields: [{ pointer: '/draftIds', message }] });
  const draftIds = [...new Set(given)];
  if (draftIds.length < DRAFTS.minItems) throw fault(say`Choose at least one post.`);
  if (draftIds.length > DRAFTS.maxItems) throw fault(say`Share at most ${DRAFTS.maxItems} posts at once.`);
  const approvals = await latestApprovalsOf(ctx, draftIds);
  if (draftIds.some((id) => approvals.get(id)?.workspaceId !== workspace.id)) {
    throw fault(say`Only posts of this workspace that were submitted for approval can be shared.`);
  }
  return draftIds;
}

function readDays(days: number): number {
  if (Number.isInteger(days) && days >= DAYS.min && days <= DAYS.max) return days;
  const message = say`Must be a whole number of days from ${DAYS.min} to ${DAYS.max}.`;
  throw new DomainError('validation_failed', { fields: [{ pointer: '/days', message }] });
}

/** A second vote for a member would bypass the four-eyes rule. */
async function refuseMember(ctx: Context, accountId: string, email: string): Promise<void> {
  if (await isMemberByEmail(ctx, accountId, email))
    throw new DomainError('already_exists', { message: say`${email} is a member, and decides at the desk.` });
}

interface Mailed {
  link: Pick<ClientLink, 'accountId' | 'email' | 'expiresAt'>;
  name: string;
  /** The inviter's language, as the client's is unknown. */
  language: Language | null;
  count: number;
  url: string;
}

async function mailLink(ctx: Context, { link: { accountId, email, expiresAt }, name, language, count, url }: Mailed): Promise<void> {
  const account = await ctx.em.findOneOrFail(Account, { id: accountId });
  const isOne = count === 1;
  await queueMail(ctx, {
    accountId,
    to: { name: null, email, language },
    subject: isOne
      ? say`${name} asks you to review a post by ${account.name}`
      : say`${name} asks you to review ${count} posts by ${account.name}`,
    paragraphs: [
      isOne
        ? say`${name} of ${account.name} asks you to review a post before it is published.`
        : say`${name} of ${account.name} asks you to review ${count} posts before they are published.`,
      say`Anyone with this link can see the posts, so do not forward it. To approve or request changes, you confirm with a code sent to this address.`,
      say`The link works until ${utcMoment(expiresAt)}. If you do not know what this is about, leave it.`,
    ],
    link: { label: isOne ? say`Review the post` : say`Review the posts`, url },
    because: say`You get this because ${name} typed this address at`,
  });
}
