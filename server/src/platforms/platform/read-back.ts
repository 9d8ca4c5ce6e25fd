import type { StoredMessage } from '../../languages/stored-message.ts';
import type { Intent } from './outcome.ts';
import type { JsonObject, Post, PostMedia } from './post.ts';
import type { Preview } from './preview.ts';

/**
 * What is compared of a post, by field: `text`, `title`, `links`, `names`, `pictures`, `alt_texts`; of the further
 * posts of a thread `posts/1/text` and so on. Only fields that the network reports are in it.
 */
export type ComparedFields = Readonly<Record<string, string>>;

/** What was found where a published post should be. */
export type ReadBack =
  | {
      kind: 'found';
      /** `public`: without signing in, as any reader. `account`: with the account's own credentials. */
      seenBy: 'public' | 'account';
      /** The fields as they were signed. */
      signed: ComparedFields;
      /** The same fields as they are published. */
      published: ComparedFields;
    }
  /** The network's own answer: it has no such post (any more). */
  | { kind: 'gone'; seenBy: 'public' | 'account' }
  /** It could not be read; that says nothing about the post. */
  | ({ kind: 'unreadable' } & StoredMessage);

/** The platform's data of a published post. */
export interface PublishedPost {
  providerId: string;
  url: string | null;
  /** Its first comment, where it is to be removed with the post. */
  comment?: CommentUnderPost;
}

/** A first comment that is published, or may be. */
export interface CommentUnderPost {
  /** As it was signed. */
  body: JsonObject;
  /** Null where the network's own id of it is not known. */
  found: { providerId: string; url: string | null; intent: Intent } | null;
}

/** A field that differs from what was signed. */
export interface Difference {
  /** `text`, `title`, `links`, `names`, `pictures`, `alt_texts`, or of a thread's further posts `posts/1/text`. */
  field: string;
  signed: string;
  /** Null if the published post has no such field. */
  published: string | null;
}

/** Long texts are cut in a difference; the evidence has the signed one whole. */
const LONGEST = 2_000;

/**
 * The fields that are published other than they were signed. Networks strip white space at the ends of lines and
 * texts, and normalise characters (Unicode NFC), which changes nothing for a reader.
 */
export function compareFields(signed: ComparedFields, published: ComparedFields): Difference[] {
  return Object.entries(signed).flatMap(([field, expected]): Difference[] => {
    const found = published[field];
    if (found !== undefined && asRead(found) === asRead(expected)) return [];
    return [{ field, signed: cut(expected), published: found === undefined ? null : cut(found) }];
  });
}

/** The parts of a post that no compared field covers: `text`, `title`, `links`, `names`, `pictures`, `alt_texts`, `videos` or `documents`. */
export function unreadParts(post: Post, { title, parts }: Pick<Preview, 'title' | 'parts'>, signed: ComparedFields): string[] {
  const compared = new Set(Object.keys(signed).map((field) => field.split('/').at(-1)));
  const whole = Object.values(signed).join('\n');
  const media = post.media ?? [];
  const has = (kind: PostMedia['kind']): boolean => media.some((one) => one.kind === kind);
  const facets = parts.flatMap((part) => part.facets);
  const links = [...(post.link ? [post.link] : []), ...facets.flatMap(({ kind, target }) => (kind === 'link' ? [target] : []))];
  const owned: Record<string, boolean> = {
    text: parts.some(({ text }) => text.trim() !== ''),
    title: Boolean(title),
    // An address that is compared as part of a text is no other one in the published post.
    links: links.some((link) => !whole.includes(link)),
    names: Object.keys(post.mentions ?? {}).length > 0,
    pictures: has('image'),
    alt_texts: media.some(({ altText }) => altText?.trim()),
    videos: has('video'),
    documents: has('document'),
  };
  return Object.keys(owned).filter((part) => owned[part] && !compared.has(part));
}

const asRead = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[ \t\u00a0]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text);

/** The common names of what networks count. `replies` includes comments, `likes` every kind of reaction. */
export const METRICS = ['views', 'reach', 'likes', 'replies', 'reposts', 'quotes', 'saves', 'clicks'] as const;
export type Metric = (typeof METRICS)[number];

/** One figure of a post, as its network reports it. */
export interface Figure {
  /** The network's own name, for instance `favourites_count`. */
  name: string;
  /** Its common name; null where there is none. */
  metric: Metric | null;
  /** Null if the network did not report it, which is not 0. */
  value: number | null;
}

/** What a network reports of a published post; of a thread, of its first post. */
export type MetricsReading =
  | { kind: 'read'; figures: readonly Figure[] }
  /** The network's own answer: it has no such post (any more). */
  | { kind: 'gone' }
  /** The network does not show the figures to this account or app. */
  | ({ kind: 'refused' } & StoredMessage)
  /** There was no answer now. `retryAfterSeconds` is set where the network limits the rate. */
  | ({ kind: 'unavailable'; retryAfterSeconds: number | null } & StoredMessage);
