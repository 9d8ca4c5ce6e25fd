import { sql } from 'kysely';
import { Workspace } from '../../access/workspace.entity.ts';
import { tokensOf } from '../../approvals/standing/slots.ts';
import { StandingApproval } from '../../approvals/standing/standing-approval.entity.ts';
import { policyAgainst } from '../../approvals/standing/standing-queries.ts';
import {
  hashOfTemplate,
  isSameJson,
  restOf,
  type TargetPost,
  type TargetTemplate,
  templateFrom,
  textsOf,
} from '../../approvals/standing/template.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { DAY_MS } from '../../clock.ts';
import type { Context, Services } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { systemContext } from '../../db/system-context.ts';
import { literal, tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../new-id.ts';
import type { Json } from '../../platforms/platform.ts';
import { type Decided, decidedOf } from './history.ts';

/** For how many days a proposal is valid, and a declined or ended one is not proposed again. */
const QUIET_DAYS = 30;
/** At most one new proposal per agent in this many days. */
const BETWEEN_DAYS = 7;
/** Only agents with a decision in this window are considered; one that is missed is considered after its next decision. */
const LATELY_MS = 10 * 60_000;
const MOST_AGENTS = 20;
const MOST_PER_DAY = 20;
const MOST_CREDITS = 500;

interface Pair {
  workspaceId: string;
  agentId: string;
}

/** Scheduled task: proposes standing approvals, rarely, and expires old proposals. Returns how many are new. */
export async function proposeStanding(services: Services): Promise<number> {
  const ctx = systemContext(services);
  const now = ctx.clock.now();
  await query(
    ctx.em,
    tables
      .updateTable('standing_approvals')
      .set({ state: 'lapsed', closed_at: now })
      .where('state', '=', literal('proposed'))
      .where('created_at', '<', new Date(now.getTime() - QUIET_DAYS * DAY_MS)),
  );
  let proposed = 0;
  for (const pair of await candidateAgents(ctx, now)) proposed += (await inTransaction(ctx, (tx) => proposeFor(tx, pair))) ? 1 : 0;
  return proposed;
}

async function candidateAgents(ctx: Context, now: Date): Promise<Pair[]> {
  const most = sql<number>`(select count(*) from (select from approvals b where b.workspace_id = a.workspace_id and b.agent_id = a.agent_id
    and b.state = 'approved' limit ${literal(FEWEST_SIGNED)}) enough)`;
  return query(
    ctx.em,
    tables
      .selectFrom('approvals as a')
      .select(['a.workspace_id as workspaceId', 'a.agent_id as agentId'])
      .distinct()
      .where('a.closed_at', '>', new Date(now.getTime() - LATELY_MS))
      .where('a.state', '=', literal('approved'))
      .where('a.agent_id', 'is not', null)
      .where('a.standing_id', 'is', null)
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('standing_approvals as s')
              .select('s.id')
              .whereRef('s.agent_id', '=', 'a.agent_id')
              .whereRef('s.workspace_id', '=', 'a.workspace_id')
              .where('s.created_at', '>', new Date(now.getTime() - BETWEEN_DAYS * DAY_MS)),
          ),
        ),
      )
      .where(most, '=', literal(FEWEST_SIGNED))
      .limit(MOST_AGENTS)
      .$narrowType<{ agentId: string }>(),
  );
}

/**
 * The most frequent kind of post that was neither signed nor declined, where the workspace's policy allows it to be
 * signed.
 */
async function proposeFor(ctx: Context, { workspaceId, agentId }: Pair): Promise<StandingApproval | null> {
  const workspace = await ctx.em.findOneOrFail(Workspace, workspaceId);
  if (workspace.archivedAt) return null;
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - QUIET_DAYS * DAY_MS);
  const known = await ctx.em.find(StandingApproval, {
    workspaceId,
    agentId,
    $or: [{ state: { $in: ['active', 'proposed'] } }, { closedAt: { $gt: since } }],
  });
  const pattern = findPatterns(await decidedOf(ctx, { workspaceId, agentId })).find(
    ({ template }) =>
      !known.some((each) => isSamePattern(each.template, template)) &&
      policyAgainst(workspace, { agentId, platforms: template.map(({ platform }) => platform) }) === null,
  );
  if (!pattern) return null;
  const { accountId, timeZone } = workspace;
  const templateHash = hashOfTemplate(pattern.template);
  const { template, decided, signed } = pattern;
  const standing = ctx.em.create(StandingApproval, {
    ...{ id: newId('sta'), accountId, workspaceId, agentId, state: 'proposed', template, templateHash, decided, signed, timeZone },
    ...limitsFor(pattern, now),
    createdAt: now,
  });
  await ctx.em.flush();
  const details = { agentId, templateHash, decided, signed };
  await recordAudit(ctx, { accountId, action: 'standing_approval.proposed', subjectId: standing.id, details });
  return standing;
}

/** As many per day as on the busiest, and as many credits as the posts of the last thirty days would cost now. */
function limitsFor({ examples }: Pattern, now: Date): { perDay: number; credits: number } {
  const days = [...Map.groupBy(examples, ({ day }) => day).values()].map(({ length }) => length);
  const lately = examples.filter(({ askedAt }) => askedAt.getTime() > now.getTime() - QUIET_DAYS * DAY_MS).length;
  return {
    perDay: Math.min(Math.max(...days), MOST_PER_DAY),
    credits: Math.min(Math.max(lately, FEWEST_SIGNED) * Math.max(1, ...examples.map(({ creditsNeeded }) => creditsNeeded)), MOST_CREDITS),
  };
}

/** Fewer examples do not establish a pattern. */
const FEWEST_SIGNED = 5;
/** The share of matching posts that must have been signed unchanged. */
const SHARE_SIGNED = 0.9;
/** Two posts are similar if this share of their words is equal. */
const SHARE_ALIKE = 0.5;

interface Pattern {
  template: TargetTemplate[];
  decided: number;
  signed: number;
  /** The signed ones. */
  examples: Decided[];
}

/** The kinds of posts that people sign unchanged, most frequent first. Deterministic. */
function findPatterns(history: readonly Decided[]): Pattern[] {
  const clear = history.filter(({ targets }) => targets.length > 0 && targets.every(({ post, connectionId }) => post && connectionId));
  const patterns = [...Map.groupBy(clear, ({ targets }) => shapeOf(targets)).values()].flatMap(alike).flatMap((group): Pattern[] => {
    const examples = group.filter(({ outcome, hasFindings, isAskedBefore }) => outcome === 'signed' && !hasFindings && !isAskedBefore);
    const signed = group.filter(({ outcome }) => outcome === 'signed').length;
    if (examples.length < FEWEST_SIGNED || signed / group.length < SHARE_SIGNED) return [];
    const template = templateFrom(examples.map(({ targets }) => targets));
    return template ? [{ template, decided: group.length, signed, examples }] : [];
  });
  return patterns.toSorted((one, other) => other.signed - one.signed);
}

/** The targets and the structure of their texts, independent of the words, dates and numbers in them. */
function shapeOf(targets: readonly TargetPost[]): string {
  return JSON.stringify(
    targets.map(({ platform, connectionId, post }) => {
      if (!post) return null;
      const texts = Object.entries(textsOf(post)).map(
        ([field, text]): Json => [field, ...tokensOf(text).map(({ kind, text: literal }) => (kind === 'other' ? `=${literal}` : kind))],
      );
      return [platform, connectionId, texts, restOf(post)];
    }),
  );
}

/** Groups posts of one shape by their words: each joins the first group whose first post is similar. */
function alike(posts: readonly Decided[]): Decided[][] {
  const groups: { words: string[]; posts: Decided[] }[] = [];
  for (const post of posts) {
    const words = wordsOf(post.targets);
    const group = groups.find((each) => areAlike(each.words, words));
    if (group) group.posts.push(post);
    else groups.push({ words, posts: [post] });
  }
  return groups.map((group) => group.posts);
}

function wordsOf(targets: readonly TargetPost[]): string[] {
  return targets
    .flatMap(({ post }) => (post ? Object.values(textsOf(post)) : []))
    .flatMap(tokensOf)
    .flatMap(({ kind, text }) => (kind === 'word' ? [text] : []));
}

function areAlike(one: readonly string[], other: readonly string[]): boolean {
  const same = one.filter((word, index) => word === other[index]).length;
  return one.length > 0 && same / one.length >= SHARE_ALIKE;
}

/** Whether two templates differ only in what their slots accept. */
function isSamePattern(one: readonly TargetTemplate[], other: readonly TargetTemplate[]): boolean {
  return isSameJson(literalsOf(one), literalsOf(other));
}

const literalsOf = (template: readonly TargetTemplate[]): Json =>
  template.map(({ platform, connectionId, texts, rest, seen }) => ({
    platform,
    connectionId,
    rest,
    hasCombinations: seen !== undefined,
    texts: Object.fromEntries(
      Object.entries(texts).map(([field, pieces]) => [
        field,
        pieces.map((piece) => (typeof piece === 'string' ? piece : { slot: piece.kind })),
      ]),
    ),
  }));
