import type { MailMessage } from '../access/mail/compose-mail.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import type { Context, Services } from '../context.ts';
import { type LocalizedMessage, LocalTime, namesOf, Sentence, say } from '../languages/sentence.ts';
import { fromStoredMessage } from '../languages/stored-message.ts';
import type { Payload } from '../payloads/payload.entity.ts';
import { payloadSetsOf } from '../payloads/payload-queries.ts';
import type { Preview } from '../platforms/platform/preview.ts';
import type { PreviewSetting } from '../platforms/platform/settings.ts';
import type { PostMedia } from '../platforms/platform.ts';
import type { Approval } from './approval.entity.ts';

type Quotes = NonNullable<MailMessage['quotes']>;
type Planned = Pick<Approval, 'scheduledAt'> & { isEdit: boolean };

/** "Bluesky and Mastodon", "Bluesky, Mastodon, X and 2 more". */
export function platformNames({ platforms }: Pick<Services, 'platforms'>, ids: readonly string[]): LocalizedMessage {
  return namesOf(ids.map((id) => platforms.get(id)?.label ?? id));
}

/** Each platform's post for a mail: title, text, pictures and settings, its first comment among them. Equal ones share one quote. */
export async function quotesOf(ctx: Context, post: Pick<Approval, 'id' | 'draftId' | 'contentHash'>): Promise<Quotes> {
  return quotesOfPayloads(ctx, (await payloadSetsOf(ctx, [post])).get(post.id) ?? []);
}

export function quotesOfPayloads(ctx: Context, payloads: readonly Payload[]): Quotes[number][] {
  const groups = Map.groupBy(payloads, ({ preview, post }) => JSON.stringify([textOf(preview), preview.settings ?? [], post?.media ?? []]));
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { preview, post: signed } = first;
    const platforms = platformNames(ctx, [...new Set(own.map(({ platform }) => platform))]);
    return {
      title: withPictures(platforms, preview.images?.length ?? 0),
      text: textOf(preview),
      details: (preview.settings ?? []).map(detailOf),
      pictures: (signed?.media ?? []).flatMap((media) => quoted(first.accountId, media)),
    };
  });
}

const textOf = ({ title, parts }: Preview): string => [...(title ? [title] : []), ...parts.map(({ text }) => text)].join('\n\n');

/** "First comment: Doors open at nine." */
const detailOf = ({ label, value, sentences }: PreviewSetting): Sentence =>
  new Sentence('{1}: {2}', [
    fromStoredMessage({ message: label, sentence: sentences.label }),
    fromStoredMessage({ message: value, sentence: sentences.value }),
  ]);

function withPictures(platforms: LocalizedMessage, pictures: number): LocalizedMessage {
  if (pictures === 0) return platforms;
  return pictures === 1 ? say`${platforms}, with a picture` : say`${platforms}, with ${pictures} pictures`;
}

const quoted = (accountId: string, { kind, file, altText = '' }: PostMedia) =>
  kind === 'image' && file ? [{ accountId, sha256: file.sha256, altText }] : [];

/** When a pending post is published, as a sentence. */
export function publishingTime({ scheduledAt, isEdit }: Planned, timeZone: string): Sentence {
  if (!scheduledAt)
    return isEdit ? say`The published post is changed as soon as this is approved.` : say`It will be published as soon as it is approved.`;
  const at = new LocalTime(scheduledAt, timeZone);
  return isEdit ? say`The published post is changed on ${at}.` : say`It will be published on ${at}.`;
}

/** The most posts of a mail that are shown in it; its link shows all. */
const MOST_SHOWN = 5;

interface Shown {
  workspace: Pick<Workspace, 'name' | 'timeZone'>;
  /** The newest approval of each post. */
  approvals: readonly Approval[];
  /** The drafts among them that edit published posts. */
  edits: ReadonlySet<string>;
}

/** A mail's workspace, and its posts with their times; the time of a single post is a sentence for its paragraphs. */
export async function showPosts(
  ctx: Context,
  { workspace: { name, timeZone }, approvals, edits }: Shown,
): Promise<{ workspace: string; times: Sentence[]; quotes: Quotes }> {
  const [only, ...others] = approvals;
  const isDue = ({ state, scheduledAt, heldAt }: Approval) =>
    state === 'pending'
      ? !scheduledAt || scheduledAt > ctx.clock.now()
      : state === 'approved' && !heldAt && scheduledAt != null && scheduledAt > ctx.clock.now();
  if (only && others.length === 0) {
    const times = isDue(only) ? [publishingTime({ ...only, isEdit: edits.has(only.draftId) }, timeZone)] : [];
    return { workspace: name, times, quotes: await quotesOf(ctx, only) };
  }
  const quotes: Quotes[number][] = [];
  for (const approval of approvals.slice(0, MOST_SHOWN)) {
    const { scheduledAt } = approval;
    for (const quote of await quotesOf(ctx, approval)) {
      const title =
        scheduledAt && isDue(approval) ? new Sentence('{1} · {2}', [quote.title, new LocalTime(scheduledAt, timeZone)]) : quote.title;
      quotes.push({ ...quote, title });
    }
  }
  return { workspace: name, times: [], quotes };
}
