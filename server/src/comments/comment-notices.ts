import { Agent } from '../access/grants/agent.entity.ts';
import { Grant } from '../access/grants/grant.entity.ts';
import { Notice } from '../access/notices/notice.entity.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { literal, tables } from '../db/tables.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { draftTitle } from '../drafts/draft-text.ts';
import { keepWords } from '../languages/kept-sentence.ts';
import { type LocalizedMessage, say } from '../languages/sentence.ts';
import { newId } from '../new-id.ts';
import type { Comment } from './comment.entity.ts';

const LONGEST_SHOWN = 300;

/**
 * Notifies people of a comment, in its transaction: those it mentions, the draft's author and the thread's
 * participants; for an agent's or a client's comment, also the person who shared the draft, or the owners if no one
 * else is left.
 */
export async function notifyOfComment(ctx: Context, comment: Comment, draft: Draft): Promise<void> {
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
  const hear = near.length > 0 || comment.userId ? near : rows.filter(({ is_owner: isOwner }) => isOwner);
  const called = rows.filter(({ user_id: userId }) => comment.mentions.includes(userId));
  const userIds = [...new Set([...called, ...hear].map(({ user_id: userId }) => userId))];
  if (userIds.length === 0) return;
  const who = await nameOf(ctx, comment);
  const about = { accountId: draft.accountId, workspaceId: draft.workspaceId, subjectId: draft.id, createdAt: comment.createdAt };
  const cut = comment.text.length > LONGEST_SHOWN ? `${comment.text.slice(0, LONGEST_SHOWN)}…` : comment.text;
  const words = cut.replaceAll('\n', ' ');
  const title = draftTitle(draft.sourceText);
  const calls = say`${who} calls you about “${title}”: “${words}”`;
  const says = say`${who} commented on “${title}”: “${words}”`;
  await ctx.em.insertMany(
    Notice,
    userIds.map((userId) => {
      const isCalled = comment.mentions.includes(userId);
      const kind = isCalled ? ('comment_mention' as const) : ('comment_added' as const);
      return { id: newId('ntc'), ...about, userId, kind, ...keepWords(isCalled ? calls : says) };
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
