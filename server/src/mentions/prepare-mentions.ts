import { mayWriteDrafts, requireWorkspace } from '../access/authorise.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { DAY_MS } from '../clock.ts';
import { Connection } from '../connections/connection.entity.ts';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import type { RequestNotice } from '../drafts/resolve-approval-required.ts';
import { say } from '../languages/sentence.ts';
import { newId } from '../new-id.ts';
import type { Platform } from '../platforms/platform.ts';
import { namesIn } from './known-mentions.ts';
import { Mention } from './mention.entity.ts';

export interface MentionsWish {
  workspaceId: string;
  platforms: readonly string[];
  /** Everything that the draft's content may be built from. */
  texts: readonly string[];
}

const PATIENCE_MS = 3_000;
/** Accounts may change hands, or be created. */
const FOUND_LASTS_MS = DAY_MS;
const ABSENT_LASTS_MS = 5 * 60_000;

/** A name to look up, through the server of the workspace's account. */
interface Question {
  platform: Platform;
  name: string;
  server: string | null;
}

/** Undefined: no response. Null: the name is unknown. */
type Answer = Question & { externalId?: string | null };

/**
 * Asks platforms for the accounts behind names in texts and stores the results for the payloads. Before the
 * transaction that builds them, since no network call is made inside one. An unknown name stays plain text with a
 * notice; it is never refused.
 */
export async function prepareMentions(ctx: Context, { workspaceId, platforms, texts }: MentionsWish): Promise<RequestNotice[]> {
  const named = platforms.flatMap((id) => {
    const platform = ctx.platforms.get(id);
    return platform ? namesIn({ platform, texts }).map((name) => ({ platform, name })) : [];
  });
  if (named.length === 0 || !mayWriteDrafts(ctx)) return [];
  const workspace = await requireWorkspace(ctx, workspaceId, 'write');
  const questions = await withServers(ctx, workspaceId, named);
  const known = await freshAnswers(ctx, workspaceId, questions);
  const open = questions.filter((question) => !known.some((answer) => isSame(answer, question)));
  const asked = open.length > 0 ? await ask(ctx, open) : [];
  await keep(ctx, workspace, asked);
  return [...known, ...asked].flatMap(noticeOf);
}

const isSame = (a: Question, b: Question): boolean => a.platform === b.platform && a.name === b.name;

/** Only if an account is connected: other servers must not learn what the workspace writes about. */
async function withServers(ctx: Context, workspaceId: string, named: readonly Omit<Question, 'server'>[]): Promise<Question[]> {
  const ids = [...new Set(named.map(({ platform }) => platform.id))];
  const connections = await ctx.em.find(
    Connection,
    { workspaceId, platform: { $in: ids }, disconnectedAt: null },
    { orderBy: { id: 'asc' } },
  );
  return named.flatMap((question) => {
    const connection = connections.find(({ platform }) => platform === question.platform.id);
    return connection ? [{ ...question, server: connection.server ?? null }] : [];
  });
}

async function freshAnswers(ctx: Context, workspaceId: string, questions: readonly Question[]): Promise<Answer[]> {
  if (questions.length === 0) return [];
  const rows = await ctx.em.find(Mention, { workspaceId, $or: questions.map(({ platform, name }) => ({ platform: platform.id, name })) });
  const now = ctx.clock.now().getTime();
  return questions.flatMap((question) => {
    const row = rows.find(({ platform, name }) => platform === question.platform.id && name === question.name);
    const isFresh = row && now - row.askedAt.getTime() < (row.externalId ? FOUND_LASTS_MS : ABSENT_LASTS_MS);
    return isFresh ? [{ ...question, externalId: row.externalId ?? null }] : [];
  });
}

async function ask(ctx: Context, questions: readonly Question[]): Promise<Answer[]> {
  if (ctx.em.isInTransaction()) throw new Error('Platforms are asked before the transaction opens.');
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return Promise.all(
    questions.map(async (question): Promise<Answer> => {
      try {
        return { ...question, externalId: (await question.platform.accounts?.ask(question.name, question.server, signal)) ?? null };
      } catch (error) {
        ctx.log.info({ err: error, platform: question.platform.id }, 'a platform did not resolve a mentioned name');
        return question;
      }
    }),
  );
}

async function keep(ctx: Context, { id: workspaceId, accountId }: Workspace, answers: readonly Answer[]): Promise<void> {
  const given = answers.filter(({ externalId }) => externalId !== undefined);
  if (given.length === 0) return;
  await inTransaction(ctx, async (tx) => {
    const rows = given.map(({ platform, name, externalId }) => ({
      id: newId('mtn'),
      ...{ accountId, workspaceId, platform: platform.id, name, externalId: externalId ?? null },
      askedAt: tx.clock.now(),
    }));
    await tx.em.upsertMany(Mention, rows, {
      onConflictFields: ['workspaceId', 'platform', 'name'],
      onConflictMergeFields: ['externalId', 'askedAt'],
    });
  });
}

function noticeOf({ platform: { label }, name, externalId }: Answer): RequestNotice[] {
  if (externalId) return [];
  const why = externalId === null ? say`No account on ${label} has the name @${name}` : say`${label} did not resolve the name @${name}`;
  return [{ code: 'mention_not_linked', message: say`${why}: it stays plain text.` }];
}
