import { createHash } from 'node:crypto';
import { requirePerson, requireWorkspace } from '../../access/authorise.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { checkDraftFields } from '../../drafts/check-draft-fields.ts';
import { createDraft } from '../../drafts/create-draft.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { readMoment, unclearTime } from '../../drafts/import-drafts.ts';
import { type Export, type ExportedAccount, type ExportedPost, readExport } from '../../drafts/read-export.ts';
import { DomainError } from '../../errors.ts';
import { FIELD_RULES } from '../../field-rules.ts';
import { joined, type LocalizedMessage, say } from '../../languages/sentence.ts';
import { addMedia } from '../../media/add-media.ts';
import { fetchMedia } from '../../media/fetch-media.ts';
import type { StoredMedia } from '../../media/rendition.entity.ts';
import type { PostingSlot } from '../../planning/week.ts';

export interface ImportPostsInput {
  workspaceId: string;
  /** The content of a file of Postiz, Buffer or Mixpost. */
  file: string;
  /** The platforms of posts if the file names no network. */
  platforms?: readonly string[] | null;
  /** Only reports the result, and creates nothing. */
  isDryRun: boolean;
}

/**
 * The result of one import row. `made`: a draft was created, or would be; `known`: an earlier import created
 * it; `left_out`: it is already published; `fault`: it cannot be imported.
 */
export type RowResult = 'made' | 'known' | 'left_out' | 'fault';

export interface ImportedRow {
  row: number;
  result: RowResult;
  /** The beginning of its text. */
  title: string;
  platforms: string[];
  scheduledAt: Date | null;
  /** The number of its pictures, and of its videos, that are fetched. */
  pictures: number;
  videos: number;
  /** The reasons for its result, and the parts that were not imported. */
  remarks: LocalizedMessage[];
  /** Null on a dry run, and if none was created. */
  draft: Draft | null;
}

export interface ImportedPosts {
  tool: Export['tool'];
  /** The number of drafts that were created, or would be. */
  drafts: number;
  rows: ImportedRow[];
  /** The file names no networks, so `platforms` is required. */
  needsPlatforms: boolean;
  /** Posting slots of the other tool that the workspace lacks; an owner adds them in the settings. */
  slots: PostingSlot[];
  /** Accounts of the other tool, each once; the import connects none. */
  accounts: ExportedAccount[];
}

/** The same text at the same time on several networks is one draft. */
interface Wish {
  key: string;
  rows: number[];
  text: string;
  platforms: string[];
  at: string | null;
  /** The addresses of its pictures and videos that are fetched. */
  media: string[];
  faults: LocalizedMessage[];
  remarks: LocalizedMessage[];
  isOut: boolean;
}

/** After this no file of an import is fetched any more: a person waits for it. */
const FETCHING_MS = 120_000;
const VIDEO = /\.(?:mp4|mov|webm|m4v)(?:[?#]|$)/i;

/**
 * Creates drafts from another tool's planned posts; they are submitted and approved like any other. A draft's
 * external id is derived from its content, so a second import creates no duplicates. Each is created in its
 * own transaction, and pictures and videos are fetched before it, `until` at the latest: an interrupted import is completed by
 * the next one.
 */
export async function importPosts(
  ctx: Context,
  { workspaceId, file, platforms, isDryRun }: ImportPostsInput,
  until = AbortSignal.timeout(FETCHING_MS),
): Promise<ImportedPosts> {
  const workspace = await requireWorkspace(ctx, workspaceId, 'write');
  requirePerson(ctx);
  const { tool, posts, accounts, slots } = readExport(file, workspace.timeZone);
  const chosen = (platforms ?? []).filter((id) => ctx.platforms.has(id));
  const wishes = wishesOf(tool, posts, chosen);
  const known = await knownDrafts(ctx, workspace, wishes);
  const results: ImportedRow[][] = [];
  for (const wish of wishes) results.push(await importOne(ctx, workspace, wish, { known: known.get(wish.key) ?? null, isDryRun, until }));
  return {
    tool,
    drafts: results.filter(([first]) => first?.result === 'made').length,
    rows: results.flat().sort((one, other) => one.row - other.row),
    needsPlatforms: posts.some(({ network }) => network === null),
    slots: slots.flatMap((slot) => withoutKnown(slot, workspace.postingSlots)),
    accounts: [...new Map(accounts.map((account) => [`${account.network} ${account.name}`, account])).values()],
  };
}

function wishesOf(tool: Export['tool'], posts: readonly ExportedPost[], chosen: readonly string[]): Wish[] {
  const byKey = new Map<string, Wish>();
  for (const { row, text, network, platform, at, media, isOut, lost } of posts) {
    const content = JSON.stringify([text, at, media, isOut]);
    const key = `${tool}/${createHash('sha256').update(content).digest('hex').slice(0, 32)}`;
    const wish = byKey.get(key) ?? { key, rows: [], text, platforms: [], at, ...mediaOf(media), faults: [], isOut };
    byKey.set(key, wish);
    if (wish.rows.at(-1) !== row) wish.rows.push(row);
    const wanted = network === null ? chosen : platform === null ? [] : [platform];
    wish.platforms.push(...wanted.filter((each) => !wish.platforms.includes(each)));
    if (network !== null && platform === null) wish.remarks.push(say`This service does not publish on ${network}.`);
    if (lost) wish.remarks.push(lost);
    // U+FFFD replaces letters that were saved in another encoding.
    if (text.includes('\uFFFD')) wish.faults.push(say`Has letters that could not be read. Save the file in UTF-8.`);
    if (network === null && chosen.length === 0) wish.faults.push(say`The file names no network. Choose where its posts go.`);
  }
  return [...byKey.values()];
}

function mediaOf(media: readonly string[]): Pick<Wish, 'media' | 'remarks'> {
  const isFetched = (address: string): boolean => /^https?:\/\//i.test(address);
  const { maxItems } = FIELD_RULES.draft.pictures;
  const fetched = media.filter(isFetched);
  const others = [...media.filter((address) => !isFetched(address)), ...fetched.slice(maxItems)];
  return { media: fetched.slice(0, maxItems), remarks: others.map(byHand) };
}

const byHand = (address: string) => say`${address} is not imported: add it by hand.`;

async function knownDrafts(ctx: Context, { id }: Workspace, wishes: readonly Wish[]): Promise<Map<string, Draft>> {
  const drafts = await ctx.em.find(Draft, { workspaceId: id, externalId: { $in: wishes.map(({ key }) => key) } });
  return new Map(drafts.map((draft) => [draft.externalId ?? '', draft]));
}

async function importOne(
  ctx: Context,
  workspace: Workspace,
  wish: Wish,
  { known, isDryRun, until }: { known: Draft | null; isDryRun: boolean; until: AbortSignal },
): Promise<ImportedRow[]> {
  const { platforms, media, faults, isOut } = wish;
  const pictures = media.filter((address) => !VIDEO.test(address)).length;
  const { scheduledAt, late } = timeOf(ctx, workspace, wish.at);
  const remarks = [...new Set(wish.remarks.map(String))].flatMap((text) => wish.remarks.find((each) => String(each) === text) ?? []);
  const title = wish.text.trim().split('\n', 1)[0]?.slice(0, 80) ?? '';
  const about = { title, platforms, scheduledAt, pictures, videos: media.length - pictures };
  const rowsAs = (result: RowResult, said: readonly LocalizedMessage[], draft: Draft | null = null): ImportedRow[] =>
    wish.rows.map((row) => ({ row, result, ...about, remarks: [...said], draft }));
  if (isOut) return rowsAs('left_out', [say`It is published already.`]);
  if (known) return rowsAs('known', [say`An earlier import made it.`], known);
  if (faults[0]) return rowsAs('fault', [faults[0]]);
  if (platforms.length === 0) return rowsAs('fault', remarks);
  try {
    const fields = { sourceText: wish.text, scheduledAt, externalId: wish.key };
    if (isDryRun) {
      await checkDraftFields(ctx, workspace.id, { ...fields, targets: { platforms, connectionIds: null } });
      return rowsAs('made', [...late, ...remarks]);
    }
    const { images, missing } = await fetchAll(ctx, workspace, { addresses: media, until });
    const draft = await inTransaction(ctx, async (tx) => {
      const mediaIds: string[] = [];
      for (const each of images) mediaIds.push((await addMedia(tx, { workspaceId: workspace.id, altText: '', images: each })).media.id);
      return (await createDraft(tx, { workspaceId: workspace.id, platforms, mediaIds, ...fields })).draft;
    });
    return rowsAs('made', [...late, ...remarks, ...missing], draft);
  } catch (error) {
    if (!(error instanceof DomainError) || error.status >= 500) throw error;
    const said = error.faults.length > 0 ? error.faults.map(({ pointer, message }) => joined([pointer.slice(1), message])) : [error.words];
    return rowsAs('fault', said);
  }
}

/** The time is only a preference: past, unclear or unreadable times are omitted. */
function timeOf(ctx: Context, { timeZone }: Workspace, at: string | null): { scheduledAt: Date | null; late: LocalizedMessage[] } {
  if (at === null) return { scheduledAt: null, late: [] };
  const written = at.replace(/^(\d{4}-\d\d-\d\d) (\d\d?:)/, '$1T$2').replace(/T(\d:)/, 'T0$1');
  const moment = readMoment(written, timeZone);
  if (Number.isNaN(moment.getTime()))
    return { scheduledAt: null, late: [say`Its time cannot be read: ${at}. It is imported without one.`] };
  const unclear = unclearTime(written, timeZone);
  if (unclear) return { scheduledAt: null, late: [joined([unclear, say`It is imported without a time.`])] };
  return moment > ctx.clock.now()
    ? { scheduledAt: moment, late: [] }
    : { scheduledAt: null, late: [say`Its time has passed. It is imported without one.`] };
}

/** Files that cannot be fetched, or not in time, are reported, and the draft is created without them. */
async function fetchAll(
  ctx: Context,
  { accountId }: Workspace,
  { addresses, until }: { addresses: readonly string[]; until: AbortSignal },
) {
  const images: StoredMedia[][] = [];
  const missing: LocalizedMessage[] = [];
  for (const address of addresses) {
    if (until.aborted) {
      missing.push(byHand(address));
      continue;
    }
    try {
      images.push(await fetchMedia(ctx, accountId, address, until));
    } catch (error) {
      if (!(error instanceof DomainError) || error.status >= 500) throw error;
      missing.push(until.aborted ? byHand(address) : say`${address} is not imported: ${error.words}`);
    }
  }
  return { images, missing };
}

/** The days of a slot on which the workspace has none at that time. */
function withoutKnown({ weekdays, at }: PostingSlot, known: readonly PostingSlot[]): PostingSlot[] {
  const rest = weekdays.filter((day) => !known.some((slot) => slot.at === at && slot.weekdays.includes(day)));
  return rest.length > 0 ? [{ weekdays: rest, at }] : [];
}
