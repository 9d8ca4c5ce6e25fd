import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { anyOf, tables } from '../db/tables.ts';
import { shareUntilCommit } from '../db/transaction.ts';
import { DomainError, type FieldError } from '../errors.ts';
import { FIELD_RULES, isWebAddress } from '../field-rules.ts';
import { grouped, joined, type LocalizedMessage, say } from '../languages/sentence.ts';
import type { Platform } from '../platforms/platform.ts';
import { textFault } from './draft-text.ts';

/** The fields of a draft that a caller writes. Absent ones are not checked. */
export interface DraftFields {
  sourceText?: string;
  link?: string | null;
  scheduledAt?: Date | null;
  externalId?: string | null;
  noteToReviewer?: string | null;
  labels?: readonly string[];
  mediaIds?: string[] | null;
  /** Checked together: every connection must be on one of the platforms. */
  targets?: { platforms: readonly string[]; connectionIds: readonly string[] | null };
}

const RULES = FIELD_RULES.draft;
const MAX_EXTERNAL_ID_LENGTH = 200;

/** Checks all of them and throws once, with every fault. Queries only chosen connections. */
export async function checkDraftFields(ctx: Context, workspaceId: string, fields: DraftFields): Promise<void> {
  if (fields.targets) knownPlatforms(ctx, fields.targets.platforms);
  const faults: FieldError[] = [
    ...fault('/source_text', fields.sourceText, sourceFault),
    ...fault('/link', fields.link, linkFault),
    ...fault('/scheduled_at', fields.scheduledAt, (at) => scheduleFault(at, ctx.clock.now())),
    ...fault('/external_id', fields.externalId, externalIdFault),
    ...fault('/note_to_reviewer', fields.noteToReviewer, noteFault),
    ...labelFaults(fields.labels ?? []),
    ...(fields.mediaIds?.length ? await mediaFaults(ctx, workspaceId, fields.mediaIds) : []),
    ...(fields.targets ? await targetFaults(ctx, workspaceId, fields.targets) : []),
  ];
  if (faults.length > 0) {
    throw new DomainError('validation_failed', {
      message: joined(faults.map(({ pointer, message }) => joined([pointer, message]))),
      fields: faults,
    });
  }
}

function fault<T>(pointer: string, value: T | null | undefined, check: (value: T) => LocalizedMessage | null): FieldError[] {
  const message = value === null || value === undefined ? null : check(value);
  return message ? [{ pointer, message }] : [];
}

function sourceFault(text: string): LocalizedMessage | null {
  if (text.trim() === '') return say`must not be empty.`;
  if (text.length > RULES.sourceText.maxLength) return tooLong(RULES.sourceText.maxLength);
  return textFault(text);
}

function linkFault(link: string): LocalizedMessage | null {
  if (/\s/u.test(link)) return say`must not contain white space.`;
  if (!isWebAddress(link)) return say`must be a complete URL that begins with https:// or http://.`;
  if (link.length > RULES.link.maxLength) return tooLong(RULES.link.maxLength);
  return textFault(link);
}

function tooLong(max: number): LocalizedMessage {
  return say`must not be longer than ${grouped(max)} characters.`;
}

function scheduleFault(at: Date, now: Date): LocalizedMessage | null {
  if (Number.isNaN(at.getTime())) return say`must be a time such as 2026-11-21T09:30:00Z.`;
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + 1);
  if (at < now) return say`must not lie in the past.`;
  if (at > latest) return say`must not be more than a year away.`;
  return null;
}

function externalIdFault(id: string): LocalizedMessage | null {
  if (id.length === 0 || id.length > MAX_EXTERNAL_ID_LENGTH) return 'must have 1 to 200 characters.';
  return textFault(id);
}

function noteFault(note: string): LocalizedMessage | null {
  const { maxLength } = RULES.noteToReviewer;
  return note.length > maxLength ? tooLong(maxLength) : textFault(note);
}

function labelFaults(labels: readonly string[]): FieldError[] {
  const { maxItems, maxLength } = RULES.labels;
  if (labels.length > maxItems) return [{ pointer: '/labels', message: say`must not have more than ${maxItems} labels.` }];
  const check = (label: string) => (label.length > maxLength ? tooLong(maxLength) : textFault(label));
  return labels.flatMap((label, index) => fault(`/labels/${index}`, label, check));
}

/** In SQL, since drafts/ may not import media/. */
async function mediaFaults(ctx: Context, workspaceId: string, ids: readonly string[]): Promise<FieldError[]> {
  const { maxItems } = RULES.pictures;
  if (ids.length > maxItems) return [{ pointer: '/media_ids', message: say`must not name more than ${maxItems} pictures.` }];
  // Locks them against removal until this transaction ends (media/remove-media.ts).
  const locks = [...ids].sort().map((id) => `media/${id}`);
  if (ctx.em.isInTransaction()) await shareUntilCommit(ctx.em, locks);
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('media')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', anyOf(ids))
      // Subtitles belong to a video.
      .where('words', 'is', null),
  );
  const known = new Set(rows.map(({ id }) => id));
  const message = say`names no picture of this workspace.`;
  return ids.flatMap((id, index) => (known.has(id) ? [] : [{ pointer: `/media_ids/${index}`, message }]));
}

async function targetFaults(ctx: Context, workspaceId: string, targets: NonNullable<DraftFields['targets']>): Promise<FieldError[]> {
  const { platforms, connectionIds } = targets;
  if (platforms.length === 0) return [{ pointer: '/platforms', message: say`must name at least one platform.` }];
  if (!connectionIds) return [];
  if (connectionIds.length === 0) return [{ pointer: '/connection_ids', message: 'must name a connection, or be left out for all.' }];

  const byId = await findChosen(ctx, workspaceId, connectionIds);
  return connectionIds.flatMap((id, index) => fault(`/connection_ids/${index}`, id, () => connectionFault(byId.get(id), platforms)));
}

function connectionFault(connection: ChosenConnection | undefined, platforms: readonly string[]): LocalizedMessage | null {
  if (!connection) return say`names no connection of this workspace.`;
  if (connection.isDisconnected) return say`names a connection that has been disconnected.`;
  const isWanted = platforms.includes(connection.platform);
  return isWanted ? null : say`names a connection on ${connection.platform}, which is not among the platforms.`;
}

interface ChosenConnection {
  id: string;
  platform: string;
  isDisconnected: boolean;
}

/** In SQL, since drafts/ may not import connections/, which depends on it. */
async function findChosen(ctx: Context, workspaceId: string, ids: readonly string[]): Promise<Map<string, ChosenConnection>> {
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('connections')
      .select(['id', 'platform'])
      .select(({ eb }) => eb('disconnected_at', 'is not', null).as('isDisconnected'))
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', anyOf(ids)),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The platforms by these ids, in their order. Throws `unknown_platform`, naming the known ones. */
export function knownPlatforms(
  ctx: Pick<Context, 'platforms'>,
  ids: readonly string[],
  pointerOf = (index: number): string => `/platforms/${index}`,
): Platform[] {
  const known = [...ctx.platforms.keys()].sort();
  const unknown = ids.flatMap((id, index) => (ctx.platforms.has(id) ? [] : [{ id, index }]));
  if (unknown.length > 0) {
    const names = unknown.map(({ id }) => JSON.stringify(id)).join(', ');
    throw new DomainError('unknown_platform', {
      message: `There is no platform ${names}. The known ones are ${known.join(', ')}.`,
      details: { unknown_platforms: unknown.map(({ id }) => id), known_platforms: known },
      fields: unknown.map(({ index }) => ({ pointer: pointerOf(index), message: `Must be one of ${known.join(', ')}.` })),
    });
  }
  return ids.flatMap((id) => ctx.platforms.get(id) ?? []);
}

/** Refuses a filter by an unknown platform, which would be an empty list; without one, all is listed. */
export function checkPlatformFilter(ctx: Pick<Context, 'platforms'>, { platform }: { platform?: string | null | undefined }): void {
  if (platform) knownPlatforms(ctx, [platform], () => '/platform');
}
