import type { SafetyCheck } from '../access/safety-policy.ts';
import type { Context } from '../context.ts';
import { doBefore, inTransaction } from '../db/transaction.ts';
import { type LocalizedMessage, say } from '../languages/sentence.ts';
import { toStoredMessage } from '../languages/stored-message.ts';
import { newId } from '../new-id.ts';
import { outgoingTexts, type WordedPayload } from '../payloads/outgoing-texts.ts';
import type { PostMedia } from '../platforms/platform.ts';
import { ModerationAnswer } from './moderation-answer.entity.ts';
import type { ModeratedContent, ModerationService } from './moderation-service.ts';
import type { SafetyFinding } from './safety-finding.ts';

/** A safety check for categories of a moderation service. */
interface ModerationCheck {
  check: SafetyCheck;
  severity: 'warn' | 'block';
  /** What was found, for use within a sentence. */
  what: LocalizedMessage;
}

const THREAT: ModerationCheck = { check: 'moderation_threat', severity: 'block', what: say`a threat` };
const SELF_HARM: ModerationCheck = { check: 'moderation_self_harm', severity: 'warn', what: say`self-harm` };
const VIOLENCE: ModerationCheck = { check: 'moderation_violence', severity: 'warn', what: say`violence` };

/** OpenAI's categories, whose names other services share. */
const CHECKS: Record<string, ModerationCheck> = {
  hate: { check: 'moderation_hate', severity: 'warn', what: say`hate` },
  harassment: { check: 'moderation_harassment', severity: 'warn', what: say`harassment` },
  'hate/threatening': THREAT,
  'harassment/threatening': THREAT,
  'illicit/violent': THREAT,
  illicit: { check: 'moderation_illicit', severity: 'warn', what: say`instructions for a crime` },
  violence: VIOLENCE,
  'violence/graphic': VIOLENCE,
  'self-harm': SELF_HARM,
  'self-harm/intent': SELF_HARM,
  'self-harm/instructions': SELF_HARM,
  sexual: { check: 'moderation_sexual', severity: 'warn', what: say`sexual content` },
  'sexual/minors': { check: 'moderation_minors', severity: 'block', what: say`sexual content about minors` },
};

/** The check of a category; for an unknown category, a general check that repeats the name. */
function checkOfCategory(category: string): ModerationCheck {
  // Some services use underscores, as OpenAI's client libraries do.
  const name = category.toLowerCase().replace('self_harm', 'self-harm').replaceAll('_', '/');
  return CHECKS[name] ?? { check: 'moderation_other', severity: 'warn', what: `"${category}"` };
}

/** A payload with its outgoing texts. */
type ModeratedPayload = WordedPayload & { platform: string };

/** A text or picture of a payload, with the key of its result. */
interface Item {
  key: string;
  platform: string;
  field: string;
  content: { text: string } | { sha256: string; mimeType: string };
}

/**
 * Checks everything that is published with these payloads by the operator's moderation service, before the
 * transaction, and stores the results by their hash. No effect without a service.
 */
export async function moderateContent(
  ctx: Context,
  { accountId, workspaceId }: { accountId: string; workspaceId: string },
  payloads: readonly ModeratedPayload[],
): Promise<void> {
  const { moderation } = ctx;
  if (!moderation?.isAvailable()) return;
  const items = new Map(payloads.flatMap((payload) => itemsOf(payload, moderation)).map((item) => [item.key, item]));
  const known = await answersFor(ctx, [workspaceId], [...items.keys()]);
  const now = ctx.clock.now();
  const open = [...items.values()].filter(({ key }) => !known.has(keyIn(workspaceId, key)) && !moderation.failed.has(key, now));
  if (open.length > 0) doBefore(ctx, () => ask(ctx, moderation, { accountId, workspaceId }, open));
}

async function ask(
  ctx: Context,
  moderation: ModerationService,
  owner: { accountId: string; workspaceId: string },
  items: readonly Item[],
): Promise<void> {
  const contents = await Promise.all(items.map((item) => contentOf(ctx, owner.accountId, item)));
  const answers = await moderation.check(contents);
  const createdAt = ctx.clock.now();
  const rows = items.flatMap(({ key }, index) => {
    const categories = answers[index] ?? null;
    if (categories === null) moderation.failed.add(key, createdAt);
    return categories === null ? [] : [{ id: newId('mda'), ...owner, contentKey: key, categories, createdAt }];
  });
  if (rows.length === 0) return;
  await inTransaction(ctx, async (tx) => {
    await tx.em.upsertMany(ModerationAnswer, rows, { onConflictFields: ['workspaceId', 'contentKey'], onConflictAction: 'ignore' });
  });
}

async function contentOf(ctx: Context, accountId: string, { content }: Item): Promise<ModeratedContent> {
  if ('text' in content) return content;
  const bytes = await ctx.media.read(accountId, content.sha256);
  return { picture: `data:${content.mimeType};base64,${bytes?.toString('base64') ?? ''}` };
}

function itemsOf({ platform, ...payload }: ModeratedPayload, moderation: ModerationService): Item[] {
  const texts = outgoingTexts(payload).map(({ field, text }) => ({ field, content: { text } }));
  const pictures = filesOf(payload).filter((file) => isChecked(file, moderation));
  return [...texts, ...pictures.map(({ field, file }) => ({ field, content: { sha256: file.sha256, mimeType: file.mimeType } }))].map(
    (item) => ({ ...item, platform, key: moderation.keyOf(item.content) }),
  );
}

interface PublishedFile {
  field: string;
  isStill: boolean;
  file: { sha256: string; mimeType: string };
}

const isChecked = ({ isStill }: PublishedFile, { takesPictures }: ModerationService): boolean => isStill && takesPictures;

/** Every file that is published: pictures, videos, documents, covers that the network gets as a file, and the picture of the link's card. */
function filesOf({ preview, post }: WordedPayload): PublishedFile[] {
  const media = post?.media ?? [];
  const filesOfKind = (kind: PostMedia['kind']) => media.filter((one) => one.kind === kind).map(({ file }) => file);
  const covers = media.filter(({ cover }) => cover?.sentAs === 'uploaded' || cover?.sentAs === 'fetched');
  const lists = {
    pictures: filesOfKind('image'),
    videos: filesOfKind('video'),
    documents: filesOfKind('document'),
    covers: covers.map(({ cover }) => cover?.file),
  };
  const listed = Object.entries(lists).flatMap(([list, files]) => files.map((file, index) => ({ field: `${list}/${index}`, file })));
  const card = { field: 'link_card/picture', file: preview.linkCard?.image ? post?.card?.image?.file : undefined };
  return [...listed, card].flatMap(({ field, file }) => (file ? [{ field, isStill: !/^(videos|documents)\//.test(field), file }] : []));
}

/**
 * The files that the service does not check, where the operator requires a check. Elsewhere they are no finding: a standing approval
 * could then cover no post with a picture.
 */
export function uncheckedFiles(
  payloads: readonly ModeratedPayload[],
  moderation: ModerationService | null,
): { platform: string; field: string }[] {
  if (!moderation?.isRequired) return [];
  return payloads.flatMap((each) =>
    filesOf(each).flatMap((file) => (isChecked(file, moderation) ? [] : [{ platform: each.platform, field: file.field }])),
  );
}

/** Frozen content of a workspace. */
interface FrozenSet {
  id: string;
  workspaceId: string;
  payloads: readonly ModeratedPayload[];
}

/**
 * The findings of the moderation service, by the set's id: one for each kind and text, and a general one if
 * it could not check everything, and one for each file that it does not check although that is required. One query; none without a service.
 */
export async function moderationFindings(ctx: Context, sets: readonly FrozenSet[]): Promise<Map<string, SafetyFinding[]>> {
  const { moderation } = ctx;
  if (!moderation || sets.length === 0) return new Map();
  const asked = sets.map(({ id, workspaceId, payloads }) => ({
    id,
    workspaceId,
    items: payloads.flatMap((each) => itemsOf(each, moderation)),
    unchecked: uncheckedFiles(payloads, moderation).map(({ platform, field }) => uncheckedFile(platform, field)),
  }));
  const known = await answersFor(
    ctx,
    asked.map(({ workspaceId }) => workspaceId),
    asked.flatMap(({ items }) => items.map(({ key }) => key)),
  );
  return new Map(
    asked.map(({ id, workspaceId, items, unchecked }) => {
      const answered = items.map((item) => ({ item, categories: known.get(keyIn(workspaceId, item.key)) ?? null }));
      const found = answered.flatMap(({ item, categories }) => (categories ?? []).map((category) => findingOf(item, category)));
      const isOpen = answered.some(({ categories }) => categories === null);
      return [id, [...found, ...unchecked, ...(isOpen ? [uncheckedFinding()] : [])]];
    }),
  );
}

function findingOf({ platform, field }: Item, category: string): SafetyFinding {
  const { check, severity, what } = checkOfCategory(category);
  return {
    check,
    severity,
    ...toStoredMessage(say`The moderation service finds ${what} here. Read it again before it is published.`),
    platform,
    field,
    span: null,
  };
}

function uncheckedFinding(): SafetyFinding {
  const words = say`The moderation service could not check this. Submit it again later, or read it with special care.`;
  return { check: 'not_moderated', severity: 'warn', ...toStoredMessage(words), platform: null, field: 'text', span: null };
}

/** Services check texts, and pictures where the operator says so; videos and documents none does. */
function uncheckedFile(platform: string, field: string): SafetyFinding {
  const words = say`The moderation service does not check this file. Look at it with special care.`;
  return { check: 'not_moderated', severity: 'warn', ...toStoredMessage(words), platform, field, span: null };
}

/**
 * Content that the service could not check is blocked if the operator requires it, whatever a workspace has
 * set.
 */
export function asOperatorRequires(findings: readonly SafetyFinding[], moderation: ModerationService | null): SafetyFinding[] {
  const isForced = ({ check }: SafetyFinding) => moderation?.isRequired === true && check === 'not_moderated';
  return findings.map((finding) => (isForced(finding) ? { ...finding, severity: 'block' } : finding));
}

const keyIn = (workspaceId: string, key: string): string => `${workspaceId}/${key}`;

async function answersFor(ctx: Context, workspaceIds: readonly string[], keys: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await ctx.em.find(
    ModerationAnswer,
    { workspaceId: { $in: [...new Set(workspaceIds)] }, contentKey: { $in: [...new Set(keys)] } },
    { disableIdentityMap: true },
  );
  return new Map(rows.map(({ workspaceId, contentKey, categories }) => [keyIn(workspaceId, contentKey), categories]));
}
