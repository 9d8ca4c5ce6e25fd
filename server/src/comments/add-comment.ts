import type { Actor } from '../access/actor.ts';
import { requireNotArchived, requireScope, requireWorkspace } from '../access/authorise.ts';
import { Agent, Grant } from '../access/grants/grant.entity.ts';
import { Notice } from '../access/notice.entity.ts';
import { requireShared } from '../approvals/clients/client-links.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { currentCaptionsOf } from '../captions/caption-queries.ts';
import { HOUR_MS } from '../clock.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { literal, tables } from '../db/tables.ts';
import { assertTransaction } from '../db/transaction.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { loadDraft } from '../drafts/draft-queries.ts';
import { draftTitle, plainWords, textFault } from '../drafts/draft-text.ts';
import { lockDraft } from '../drafts/lock-draft.ts';
import { DomainError } from '../errors.ts';
import { recordEvent } from '../events/record-event.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { grouped, type LocalizedMessage, say } from '../languages/sentence.ts';
import { toStoredMessage } from '../languages/stored-message.ts';
import { newId } from '../new-id.ts';
import { currentPayloads } from '../payloads/payload-queries.ts';
import { Comment, type CommentVisibility } from './comment.entity.ts';
import { findMentions } from './find-mentions.ts';

const LONGEST_SHOWN = 300;

/**
 * Notifies people of a comment, in its transaction: those it mentions, the draft's author, the thread's participants,
 * and for a client's comment the person who shared the draft; the owners if that is no one.
 */
async function notifyOfComment(ctx: Context, comment: Comment, draft: Draft): Promise<void> {
  const own = comment.userId ?? '';
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('memberships as m')
      .select('m.user_id')
      .select(({ eb, exists, or, selectFrom }) => [
        eb('m.role', '=', literal('owner')).as('is_owner'),
        or([
          exists(selectFrom('draft_authors as a').where('a.draft_id', '=', draft.id).whereRef('a.user_id', '=', 'm.user_id')),
          exists(selectFrom('comments as c').where('c.thread_id', '=', comment.threadId).whereRef('c.user_id', '=', 'm.user_id')),
          exists(
            selectFrom('client_links as l')
              .where('l.id', '=', comment.clientLinkId ?? '')
              .whereRef('l.created_by_user_id', '=', 'm.user_id'),
          ),
        ]).as('is_near'),
      ])
      .where('m.account_id', '=', draft.accountId)
      .where('m.user_id', '<>', own),
  );
  const near = rows.filter(({ is_near: isNear }) => isNear);
  const called = rows.filter(({ user_id: userId }) => comment.mentions.includes(userId));
  const concerned = [...called, ...near];
  const hear = concerned.length > 0 ? concerned : rows.filter(({ is_owner: isOwner }) => isOwner);
  const userIds = [...new Set(hear.map(({ user_id: userId }) => userId))];
  if (userIds.length === 0) return;
  const who = await nameOf(ctx, comment);
  const about = { accountId: draft.accountId, workspaceId: draft.workspaceId, subjectId: draft.id, createdAt: comment.createdAt };
  const cut = comment.text.length > LONGEST_SHOWN ? `${comment.text.slice(0, LONGEST_SHOWN).toWellFormed()}…` : comment.text;
  const words = cut.replaceAll('\n', ' ');
  const title = draftTitle(draft.sourceText);
  const calls = say`${who} mentioned you in “${title}”: “${words}”`;
  const says = say`${who} commented on “${title}”: “${words}”`;
  await ctx.em.insertMany(
    Notice,
    userIds.map((userId) => {
      const isCalled = comment.mentions.includes(userId);
      const kind = isCalled ? ('comment_mention' as const) : ('comment_added' as const);
      return { id: newId('ntc'), ...about, userId, kind, ...toStoredMessage(isCalled ? calls : says) };
    }),
  );
}

async function nameOf(ctx: Context, { clientEmail, grantId }: Comment): Promise<LocalizedMessage> {
  if (clientEmail) return clientEmail;
  if (ctx.actor.kind === 'user') return ctx.actor.name;
  const grant = grantId ? await ctx.em.findOne(Grant, { id: grantId }) : null;
  const agent = grant ? await ctx.em.findOne(Agent, { id: grant.agentId }) : null;
  return agent?.name ?? say`An agent`;
}

const MOST_LETTERS = FIELD_RULES.comment.text.maxLength;

/**
 * Normalises a comment's text: keeps lines, removes control characters, changes of text direction and invisible
 * characters.
 */
function readComment(given: string, pointer = '/text'): string {
  const fault = (message: LocalizedMessage) =>
    new DomainError('validation_failed', { message: say`The comment ${message}`, fields: [{ pointer, message }] });
  const wrong = textFault(given);
  if (wrong) throw fault(wrong);
  const text = plainWords(given).replaceAll(/\n{4,}/g, '\n\n\n');
  if (text === '') throw fault(say`must not be empty.`);
  if (text.length > MOST_LETTERS) throw fault(say`must not be longer than ${grouped(MOST_LETTERS)} characters.`);
  return text;
}

const MOST_QUOTED = FIELD_RULES.comment.quote.maxLength;

/** Requires that a thread's quote is part of the current draft. */
async function requireQuote(ctx: Context, draft: Draft, quote: string, platform: string | null): Promise<void> {
  const fault = (message: LocalizedMessage) => new DomainError('validation_failed', { message, fields: [{ pointer: '/quote', message }] });
  if (quote.length > MOST_QUOTED) throw fault(say`The quote must not be longer than ${grouped(MOST_QUOTED)} characters.`);
  if (platform && !draft.platforms.includes(platform)) {
    const message = say`must be one of the draft's platforms: ${draft.platforms.join(', ')}.`;
    throw new DomainError('validation_failed', { fields: [{ pointer: '/platform', message }] });
  }
  const texts = platform ? await wordsFor(ctx, draft, platform) : [draft.sourceText];
  if (!texts.some((text) => text.includes(quote))) throw fault(say`The quote was not found; quote the current text exactly.`);
}

/** As written, and as displayed on the platform, which people read. */
async function wordsFor(ctx: Context, draft: Draft, platform: string): Promise<string[]> {
  const captions = (await currentCaptionsOf(ctx, [draft.id])).get(draft.id)?.captions ?? [];
  const written = captions.filter((caption) => caption.platform === platform).flatMap(({ text, thread }) => [text, ...thread]);
  const shown = (await currentPayloads(ctx, draft)).filter((payload) => payload.platform === platform);
  return [...written, ...shown.flatMap(({ preview }) => preview.parts.map(({ text }) => text))];
}

export interface AddCommentInput {
  draftId: string;
  /** The thread to reply to; a new one by default. */
  threadId?: string | null;
  text: string;
  /** For a new thread; defaults to `internal` for people, and is always `shared` for others. */
  visibility?: CommentVisibility | null;
  /** The exact text of the draft that a new thread quotes. */
  quote?: string | null;
  /** The platform of the quote; defaults to the source text. */
  platform?: string | null;
  /** Mentioned members, `usr_…`, in addition to `@Name` in the text. */
  mentions?: readonly string[] | null;
  /** Set by a client's browser, to deduplicate a repeated request. */
  clientKey?: string | null;
}

/**
 * Adds a comment to a draft: people with write permission, agents with `drafts:write`, and clients on what
 * their link shows. A reply has its thread's visibility. Needs a transaction. Refuses: not_found,
 * insufficient_role, insufficient_scope, client_link_invalid, validation_failed, rate_limited, invalid_state
 * (too many comments).
 */
export async function addComment(ctx: Context, input: AddCommentInput): Promise<Comment> {
  assertTransaction(ctx);
  const draft = await requireDraft(ctx, input.draftId);
  const text = readComment(input.text);
  // Serialised per draft, so the limits are exact.
  await lockDraft(ctx, draft.id);
  const earlier = await findRepeated(ctx, input.clientKey);
  if (earlier) return earlier;
  await limitComments(ctx, draft.id);
  const id = newId('cmt');
  const thread = await readThread(ctx, draft, input);
  const comment: Comment = {
    ...{ id, text, threadId: thread?.threadId ?? id, visibility: thread?.visibility ?? visibilityOf(ctx.actor, input.visibility) },
    ...{ accountId: draft.accountId, workspaceId: draft.workspaceId, draftId: draft.id },
    ...authorOf(ctx.actor),
    clientKey: ctx.actor.kind === 'client' ? (input.clientKey ?? null) : null,
    mentions: await findMentions(ctx, draft, { text, given: input.mentions ?? [] }),
    quote: thread ? null : (input.quote ?? null),
    platform: thread ? null : (input.platform ?? null),
    resolvedAt: null,
    resolvedByUserId: null,
    createdAt: ctx.clock.now(),
  };
  await ctx.em.insert(Comment, comment);
  const { threadId, visibility } = comment;
  await recordAudit(ctx, {
    accountId: draft.accountId,
    action: 'comment.added',
    subjectId: id,
    details: { draftId: draft.id, threadId, visibility },
  });
  // Agents and external webhooks receive events: internal comments emit none.
  if (visibility === 'shared') {
    const data = { comment_id: id, thread_id: threadId, by: kindOf(comment) };
    recordEvent(ctx, {
      type: 'comment.added',
      ...{ accountId: draft.accountId, workspaceId: draft.workspaceId },
      subjectId: id,
      draftId: draft.id,
      data,
    });
  }
  await notifyOfComment(ctx, comment, draft);
  return comment;
}

/** The kind of the author. */
export const kindOf = ({ userId, grantId }: Pick<Comment, 'userId' | 'grantId'>): 'person' | 'agent' | 'client' =>
  userId ? 'person' : grantId ? 'agent' : 'client';

async function requireDraft(ctx: Context, draftId: string): Promise<Draft> {
  const { actor } = ctx;
  if (actor.kind !== 'client') requireScope(ctx, 'drafts:write');
  const draft = await loadDraft(ctx, draftId);
  if (actor.kind === 'client') await requireShared(ctx, actor, draft.id);
  // Clients otherwise only read the workspace; if it is archived, they get the same error.
  requireNotArchived(await requireWorkspace(ctx, draft.workspaceId, actor.kind === 'client' ? 'read' : 'write'));
  return draft;
}

/** The client's earlier comment with the same key, if the response was lost. */
async function findRepeated({ actor, em }: Context, clientKey: string | null | undefined): Promise<Comment | null> {
  return actor.kind === 'client' && clientKey ? em.findOne(Comment, { clientLinkId: actor.linkId, clientKey }) : null;
}

/** The first comment of the thread; not found if the caller may not see it. */
async function readThread(ctx: Context, draft: Draft, input: AddCommentInput): Promise<Comment | null> {
  if (!input.threadId) {
    if (input.quote) await requireQuote(ctx, draft, input.quote, input.platform ?? null);
    return null;
  }
  const shared = ctx.actor.kind === 'user' ? {} : { visibility: 'shared' as const };
  const thread = await ctx.em.findOne(Comment, { id: input.threadId, threadId: input.threadId, draftId: draft.id, ...shared });
  if (!thread) throw new DomainError('not_found', { message: say`There is no such thread about this draft.` });
  return thread;
}

const visibilityOf = ({ kind }: Actor, wanted: CommentVisibility | null | undefined): CommentVisibility =>
  kind === 'user' ? (wanted ?? 'internal') : 'shared';

function authorOf(actor: Actor): Pick<Comment, 'userId' | 'grantId' | 'clientLinkId' | 'clientEmail'> {
  const noAuthor = { userId: null, grantId: null, clientLinkId: null, clientEmail: null };
  if (actor.kind === 'user') return { ...noAuthor, userId: actor.userId };
  if (actor.kind === 'agent') return { ...noAuthor, grantId: actor.grantId };
  if (actor.kind === 'client') return { ...noAuthor, clientLinkId: actor.linkId, clientEmail: actor.email };
  throw new DomainError('insufficient_role', { message: say`Only members, agents and clients of the account can comment.` });
}

/** Per draft and author (person, grant or client): within an hour, and in total. */
const MOST_AN_HOUR = 60;
const MOST_BY_ONE = 200;
/** Limits per draft for outsiders, and for all, so there is room for members. */
const MOST_FROM_OUTSIDE = 400;
const MOST_ABOUT_DRAFT = 1_000;

interface Counted {
  hour: number;
  own: number;
  outside: number;
  all: number;
}

/**
 * Each comment notifies people, so their number per draft is limited, and no author can use up another's share.
 * Throws `rate_limited` where waiting helps, `invalid_state` where it does not.
 */
async function limitComments(ctx: Context, draftId: string): Promise<void> {
  const [column, author] = authorColumn(ctx.actor);
  const since = new Date(ctx.clock.now().getTime() - HOUR_MS);
  const [counted] = await ctx.em.execute<Counted[]>(
    `select count(*) filter (where ${column} = ? and created_at > ?)::int as hour, count(*) filter (where ${column} = ?)::int as own,
        count(*) filter (where user_id is null)::int as outside, count(*)::int as all from comments where draft_id = ?`,
    [author, since, author, draftId],
  );
  const { hour = 0, own = 0, outside = 0, all = 0 } = counted ?? {};
  if (own >= MOST_BY_ONE) throw full(say`You can add at most ${MOST_BY_ONE} comments to a draft.`);
  if (column !== 'user_id' && outside >= MOST_FROM_OUTSIDE)
    throw full(say`This draft has reached its limit of comments by agents and clients.`);
  if (all >= MOST_ABOUT_DRAFT) throw full(say`A draft can have at most ${grouped(MOST_ABOUT_DRAFT)} comments.`);
  if (hour < MOST_AN_HOUR) return;
  const message = say`You can add at most ${MOST_AN_HOUR} comments an hour to a draft.`;
  throw new DomainError('rate_limited', { message, details: { retry_after_seconds: HOUR_MS / 1_000 } });
}

/** A client is identified by their address: a new link is not a new client. */
function authorColumn(actor: Actor): ['user_id' | 'grant_id' | 'client_email', string] {
  if (actor.kind === 'agent') return ['grant_id', actor.grantId];
  if (actor.kind === 'client') return ['client_email', actor.email];
  return ['user_id', actor.kind === 'user' ? actor.userId : ''];
}

const full = (message: LocalizedMessage): DomainError =>
  new DomainError('invalid_state', { message, remedy: say`Do not comment on this draft again. Contact the people another way.` });
