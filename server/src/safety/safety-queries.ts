import { User } from '../access/user.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { type Origin, originsPart } from '../captions/caption-queries.ts';
import type { CaptionOrigin } from '../captions/caption-set.entity.ts';
import type { Context } from '../context.ts';
import { readTogether } from '../db/read-together.ts';
import { ownerOf } from '../db/request-concurrency.ts';
import { doBefore } from '../db/transaction.ts';
import { say } from '../languages/sentence.ts';
import { toStoredMessage } from '../languages/stored-message.ts';
import { areLong } from '../long-work/long-work.ts';
import { outgoingTexts, tagLine, type WordedPayload } from '../payloads/outgoing-texts.ts';
import { checkSafety, uncheckedIn } from './check-safety.ts';
import { type Destination, findRepeatedTexts, keyOfDestination } from './find-repeated-texts.ts';
import { asOperatorRequires, moderationFindings } from './moderate-content.ts';
import {
  findingId,
  isBlocking,
  PLAIN_SETTINGS,
  type SafetyFinding,
  type SafetyPost,
  type SafetySettings,
  weighFindings,
} from './safety-finding.ts';
import { SafetyOverride } from './safety-override.entity.ts';
import { departuresOfPayload } from './words/departure-findings.ts';
import { findUndisclosedAi } from './words/find-undisclosed-ai.ts';

/** The part of a frozen or prepared payload that the checks need. */
export interface CheckedPayload extends WordedPayload {
  draftId: string;
  platform: string;
  connectionId?: string | null;
  textHash: string;
}

/** Payloads that are published together. */
export interface CheckedSet {
  id: string;
  workspaceId: string;
  draftId: string;
  /** The approved hash; null before they are frozen. */
  contentHash: string | null;
  payloads: readonly CheckedPayload[];
}

/** The characters of all sets that are checked within a transaction: a quarter of a second. */
const MOST_WITHIN = 100_000;

/** The origin of each draft's caption by platform. */
type Origins = ReadonlyMap<string, ReadonlyMap<string, CaptionOrigin>>;

/** The data that safetyFindingsOf() needs, where its caller has batched the queries. */
export interface SafetySources {
  settings: ReadonlyMap<string, SafetySettings>;
  /** For frozen sets; queried by default. */
  repeated?: readonly Destination[];
}

/**
 * All findings for many sets of payloads (one set per job or approval), by the set's `id`: the pure checks, repeated
 * texts on the same connection, undisclosed AI texts; each with the workspace's severity and a person's dismissal. A
 * constant number of queries, most of which `known` saves.
 */
export async function safetyFindingsOf(
  ctx: Context,
  sets: readonly CheckedSet[],
  known?: SafetySources,
): Promise<Map<string, SafetyFinding[]>> {
  const workspaceIds = sets.map(({ workspaceId }) => workspaceId);
  const settings = known?.settings ?? (await readSafetySettings(ctx, workspaceIds));
  const settingsOf = ({ workspaceId }: CheckedSet) => settings.get(workspaceId) ?? PLAIN_SETTINGS;
  checkLongBefore(
    ctx,
    sets.map((set) => ({ posts: set.payloads.flatMap(safetyPostsOf), settings: settingsOf(set) })),
  );
  const repeated = known?.repeated
    ? new Set(known.repeated.map(keyOfDestination))
    : await findRepeatedTexts(
        ctx,
        sets.flatMap((set) => set.payloads.flatMap((payload) => destinationOf(payload, settingsOf(set)) ?? [])),
      );
  const origins = originsFrom(
    await originsOf(
      ctx,
      sets.filter((set) => settingsOf(set).aiDisclosure !== null),
    ),
  );
  const moderated = await moderationFindings(
    ctx,
    sets.filter(({ contentHash }) => contentHash !== null),
  );
  const findings = new Map<string, SafetyFinding[]>();
  for (const set of sets) {
    const own = moderated.get(set.id) ?? [];
    const found = await findingsIn(set, settingsOf(set), { repeated, origins, moderated: own, owner: ownerOf(ctx) });
    findings.set(set.id, asOperatorRequires(found, ctx.moderation));
  }
  return markOverridden(ctx, sets, findings);
}

/** Within a transaction that holds row locks, long texts must be checked already. */
function checkLongBefore(ctx: Context, asked: readonly { posts: SafetyPost[]; settings: SafetySettings }[]): void {
  const open = asked.map(({ posts, settings }) => uncheckedIn(posts, settings));
  const characters = open.flat().reduce((sum, each) => sum + each, 0);
  if (characters <= MOST_WITHIN && !open.some(areLong)) return;
  doBefore(ctx, async () => {
    for (const { posts, settings } of asked) await checkSafety(posts, settings, ownerOf(ctx));
  });
}

async function findingsIn(
  { payloads }: CheckedSet,
  settings: SafetySettings,
  {
    repeated,
    origins,
    moderated,
    owner,
  }: { repeated: ReadonlySet<string>; origins: Origins; moderated: readonly SafetyFinding[]; owner: string },
): Promise<SafetyFinding[]> {
  const fromQueries = payloads.flatMap((payload) => {
    const texts = payload.preview.parts.map(({ text }) => text);
    const origin = origins.get(payload.draftId)?.get(payload.platform) ?? null;
    return [
      ...repeatFindings(payload, settings, repeated),
      ...departuresOfPayload(payload),
      ...findUndisclosedAi(payload.platform, [...texts, tagLine(payload.preview.tags ?? [])], origin, settings.aiDisclosure),
    ];
  });
  return withoutDoubles([
    ...(await checkSafety(payloads.flatMap(safetyPostsOf), settings, owner)),
    ...weighFindings([...fromQueries, ...moderated], settings),
  ]);
}

/** Every text of a payload, for the checks. */
export function safetyPostsOf({ platform, ...payload }: Pick<CheckedPayload, 'platform' | 'preview' | 'post'>): SafetyPost[] {
  return outgoingTexts(payload).map((outgoing) => ({ platform, ...outgoing }));
}

function destinationOf({ draftId, connectionId, textHash }: CheckedPayload, { repeatDays }: SafetySettings): Destination | null {
  return connectionId ? { draftId, connectionId, textHash, days: repeatDays } : null;
}

function repeatFindings(payload: CheckedPayload, settings: SafetySettings, repeated: ReadonlySet<string>): SafetyFinding[] {
  const destination = destinationOf(payload, settings);
  if (!destination || !repeated.has(keyOfDestination(destination))) return [];
  return [
    {
      check: 'repeated_text',
      // A warning: it may be intended.
      severity: 'warn',
      ...toStoredMessage(say`The same text has gone to this account within the last ${settings.repeatDays} days, or is on its way there.`),
      platform: payload.platform,
      field: 'text',
      span: null,
    },
  ];
}

async function originsOf(ctx: Context, sets: readonly CheckedSet[]): Promise<Origin[]> {
  const { origins } = await readTogether(ctx.em, { origins: sets.length === 0 ? null : originsPart(sets.map(({ draftId }) => draftId)) });
  return origins;
}

function originsFrom(rows: readonly Origin[]): Origins {
  const byDraft = Map.groupBy(rows, ({ draftId }) => draftId);
  return new Map([...byDraft].map(([id, own]) => [id, new Map(own.map(({ platform, origin }) => [platform, origin]))]));
}

/** Adds people's dismissals, each valid for one content only. */
async function markOverridden(
  ctx: Context,
  sets: readonly CheckedSet[],
  findings: Map<string, SafetyFinding[]>,
): Promise<Map<string, SafetyFinding[]>> {
  const stopped = sets.filter(({ id, contentHash }) => contentHash !== null && findings.get(id)?.some(isBlocking));
  if (stopped.length === 0) return findings;
  const overrides = await ctx.em.find(SafetyOverride, { draftId: { $in: stopped.map(({ draftId }) => draftId) } });
  const users = overrides.length > 0 ? await ctx.em.find(User, { id: { $in: overrides.map(({ userId }) => userId) } }) : [];
  const names = new Map(users.map(({ id, name }) => [id, name]));
  const byKey = new Map(overrides.map((override) => [`${override.draftId}/${override.contentHash}/${override.findingId}`, override]));
  for (const { id, draftId, contentHash } of stopped) {
    const judged = (findings.get(id) ?? []).map((finding) => {
      const override = byKey.get(`${draftId}/${contentHash}/${findingId(finding)}`);
      if (!override) return finding;
      return {
        ...finding,
        override: { by: names.get(override.userId) ?? say`Someone`, reason: override.reason, createdAt: override.createdAt },
      };
    });
    findings.set(id, judged);
  }
  return findings;
}

/** Two connections on one platform have the same text: one finding is enough. */
function withoutDoubles(findings: SafetyFinding[]): SafetyFinding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}

/** The safety settings of each workspace, by id. One query. */
export async function readSafetySettings(ctx: Context, workspaceIds: readonly string[]): Promise<Map<string, SafetySettings>> {
  const workspaces = await ctx.em.find(Workspace, { id: { $in: [...new Set(workspaceIds)] } });
  return settingsOfWorkspaces(workspaces);
}

/** As above for loaded workspaces. */
export function settingsOfWorkspaces(workspaces: readonly Workspace[]): Map<string, SafetySettings> {
  return new Map(
    workspaces.map(({ id, safety, blockedTerms, deniedHosts, timeZone }) => [id, { ...safety, blockedTerms, deniedHosts, timeZone }]),
  );
}
