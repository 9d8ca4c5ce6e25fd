import { ApiFault } from '../api/api-fault.ts';
import { at, figuresAt, textAt } from '../api/read-json.ts';
import type { ReadBackCall } from '../connector.ts';
import { imagesOf } from '../images.ts';
import type { Figure, Json, ReadBack } from '../platform.ts';
import { bearer, pathsOf, readPerson } from './lemmy-api.ts';

/** GET /post, with or without a session: the view of the post; null if it is gone, or hidden from the reader. */
async function readPost({ account, post, api }: ReadBackCall, headers: Record<string, string>): Promise<Json> {
  const url = `${account.server}${pathsOf(account).post}?${new URLSearchParams({ id: post.providerId })}`;
  const view = at((await api.look({ url, headers }))?.body, 'post_view');
  const isGone = at(view, 'post', 'deleted') === true || at(view, 'post', 'removed') === true;
  return view === undefined || isGone ? null : view;
}

/** Lemmy's names for a post that the reader may not see or that does not exist; version 3 answers both with status 400. */
const HIDDEN = ['couldnt_find_post', 'instance_is_private'];

function asHidden(error: unknown): null {
  if (error instanceof ApiFault && HIDDEN.includes(error.code)) return null;
  throw error;
}

/**
 * As anyone sees it. Where only members see posts, as the account sees it; the session must be valid for that, since
 * version 3 answers an ended one as it answers anyone.
 */
export async function readBackFromLemmy(call: ReadBackCall): Promise<ReadBack> {
  const { account, api, payload } = call;
  const seenByAll = at(await readPost(call, {}).catch(asHidden), 'post');
  const post = seenByAll ?? at(await readPost(call, bearer(account)).catch(asHidden), 'post');
  if (!post) {
    await readPerson(account, api);
    return { kind: 'gone', seenBy: 'public' };
  }
  const images = imagesOf(payload);
  const isPictureFirst = payload.url === undefined && images.length > 0;
  const { text, altTexts } = splitBody(textAt(post, 'body') ?? '', isPictureFirst ? images.length - 1 : images.length);
  const link = textAt(post, 'url');
  const shown = isPictureFirst && link !== null ? [textAt(post, 'alt_text') ?? '', ...altTexts] : altTexts;
  return {
    kind: 'found',
    seenBy: seenByAll ? 'public' : 'account',
    signed: {
      title: String(payload.name),
      text: String(payload.body),
      pictures: String(images.length),
      alt_texts: linesOf(images.map(({ alt_text: altText = '' }) => altText)),
      ...linkOf(payload.url),
    },
    published: {
      title: textAt(post, 'name') ?? '',
      text,
      pictures: String(shown.length),
      alt_texts: linesOf(shown),
      ...(!isPictureFirst && linkOf(link)),
    },
  };
}

const linesOf = (texts: readonly string[]): string => texts.map((text) => text.replaceAll(/\s+/g, ' ')).join('\n');

/** Lemmy normalises addresses: a host alone gets its slash. */
function linkOf(link: unknown): { links?: string } {
  return typeof link === 'string' ? { links: URL.parse(link)?.href ?? link } : {};
}

/** A server may show pictures of other sites through itself (`markdown_rewrite_image_links`). */
const PROXIED = /https?:\/\/[^\s()<>]+\/image[_/]proxy\?url=[^\s()<>]+/g;
const PICTURE = /^!\[((?:\\.|[^\]\\])*)\]\(<?[^<>()\s]+>?\)$/;

/** The text, and the descriptions of the pictures that were placed below it: as many of them as are there. */
function splitBody(body: string, most: number): { text: string; altTexts: string[] } {
  const parts = body.split('\n\n');
  const altTexts: string[] = [];
  while (altTexts.length < most) {
    const [, altText] = PICTURE.exec((parts.at(-1) ?? '').trim()) ?? [];
    if (altText === undefined) break;
    altTexts.unshift(altText.replaceAll(/\\(.)/g, '$1'));
    parts.pop();
  }
  const text = parts.join('\n\n').replaceAll(PROXIED, (address) => URL.parse(address)?.searchParams.get('url') ?? address);
  return { text, altTexts };
}

const COUNTS = { upvotes: 'likes', comments: 'replies', score: null, downvotes: null } as const;

/** Version 3 counts beside the post, version 4 in it. */
export async function readMetricsFromLemmy(call: ReadBackCall): Promise<readonly Figure[] | null> {
  const view = await readPost(call, bearer(call.account));
  return view === null ? null : figuresAt(at(view, 'counts') ?? at(view, 'post'), COUNTS);
}
