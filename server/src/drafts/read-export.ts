import { parseDocument } from 'htmlparser2';
import Papa from 'papaparse';
import { Temporal } from 'temporal-polyfill';
import { unmarkedCell } from '../csv.ts';
import { DomainError } from '../errors.ts';
import { type Sentence, say } from '../languages/sentence.ts';
import type { PostingSlot, Weekday } from '../planning/week.ts';

/** One post of another tool. */
export interface ExportedPost {
  /** The row in a spreadsheet, or the position in a JSON list, from 1. */
  row: number;
  text: string;
  /** The other tool's name for the network; null if the file names none. */
  network: string | null;
  /** This service's platform; null if it has none, or the file names no network. */
  platform: string | null;
  /** As written: a time with an offset, or a local time of the workspace; null for none. */
  at: string | null;
  /** Addresses of its pictures and videos. */
  media: string[];
  /** It was already published there. */
  isOut: boolean;
  /** What the file does not have of it, and a person must add. */
  lost?: Sentence;
}

/** One account that is connected in the other tool. */
export interface ExportedAccount {
  network: string;
  platform: string | null;
  name: string;
}

/** The content of another tool's file; missing parts are empty. */
export interface Export {
  tool: 'postiz' | 'buffer' | 'mixpost';
  posts: ExportedPost[];
  accounts: ExportedAccount[];
  /** In local time of the workspace, each once. */
  slots: PostingSlot[];
}

/** A part of a JSON document. */
type Part = Record<string, unknown>;

const MOST_POSTS = 500;
const MOST_SLOTS = 100;

/** Reads an export: API responses as JSON, or Buffer's CSV (decision 501). Throws `validation_failed`. */
export function readExport(file: string, timeZone: string): Export {
  const text = file.replace(/^\uFEFF/, '');
  const found = /^\s*[[{]/.test(text) ? readJson(text, timeZone) : readBufferTable(text);
  if (!found) {
    throw refused(say`This file is not recognized. Use a JSON response of the Postiz, Buffer or Mixpost API, or Buffer's bulk upload CSV.`);
  }
  if (found.posts.length > MOST_POSTS) {
    throw refused(say`At most ${MOST_POSTS} posts can be imported at once; this file has ${found.posts.length}. Export a shorter period.`);
  }
  return { ...found, slots: found.slots.slice(0, MOST_SLOTS) };
}

const refused = (message: Sentence) => new DomainError('validation_failed', { message, fields: [{ pointer: '/file', message }] });

/** Buffer, "Bulk upload": one channel per file, which the file does not name. */
function readBufferTable(csv: string): Export | null {
  const { data, errors } = Papa.parse<string[]>(csv, { skipEmptyLines: false });
  const headingAt = data.findIndex((line) => line.some((cell) => cell.trim() !== ''));
  const [heading = [], ...lines] = data.slice(Math.max(0, headingAt));
  const columns = heading.map((name) => name.trim().toLowerCase());
  if (!columns.includes('text') || !columns.includes('posting time')) return null;
  // The rest of the table would be one long cell.
  const open = errors.find(({ type }) => type === 'Quotes');
  if (open) throw refused(say`Row ${(open.row ?? 0) + 1}: a quotation mark is not closed, or is inside a cell without a partner.`);
  const posts = lines.flatMap((line, index): ExportedPost[] => {
    const cell = (name: string): string => unmarkedCell(line[columns.indexOf(name)] ?? '').trim();
    if (line.every((each) => each.trim() === '')) return [];
    const media = columns.includes('image url')
      ? cell('image url')
          .split(/[\s,]+/)
          .filter(Boolean)
      : [];
    return [
      {
        row: headingAt + index + 2,
        text: cell('text'),
        network: null,
        platform: null,
        at: cell('posting time') || null,
        media,
        isOut: false,
      },
    ];
  });
  return { tool: 'buffer', posts, accounts: [], slots: [] };
}

function readJson(text: string, timeZone: string): Export | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw refused(say`This is not complete JSON. Save the whole response and try again.`);
  }
  const root = partOf(body);
  const data = partOf(root.data);
  const listed = Array.isArray(body) ? body.map(partOf) : [];
  return (
    readBuffer(root.data ? data : root, listed, timeZone) ??
    readMixpost(listOf(root.data)) ??
    readPostiz(listOf(root.posts), [...listOf(root.integrations), ...listed], timeZone)
  );
}

/** developers.buffer.com: `posts.edges[].node` and `channels[]`; before 2027 also `profiles.json` of its first API. */
function readBuffer(data: Part, listed: readonly Part[], timeZone: string): Export | null {
  const nodes = listOf(partOf(data.posts).edges).map(({ node }) => partOf(node));
  const channels = [...listOf(data.channels), ...listed.filter(({ service }) => typeof service === 'string')];
  if (nodes.length === 0 && channels.length === 0) return null;
  const serviceOf = new Map(channels.map(({ id, service }) => [id, textOf(service)]));
  const posts = nodes.map((node, index): ExportedPost => {
    const network = textOf(node.channelService) ?? textOf(partOf(node.channel).service) ?? serviceOf.get(node.channelId) ?? null;
    const assets = Array.isArray(node.assets) ? node.assets : [];
    const media = listOf(assets).flatMap((asset) => textOf(asset.source) ?? textOf(asset.url) ?? []);
    const at = textOf(node.dueAt);
    // The first of a thread is the post itself.
    const isThread = listOf(partOf(node.metadata).thread).length > 1;
    const lost = isThread ? FURTHER_POSTS : media.length < assets.length ? WITHOUT_ADDRESS : undefined;
    return {
      row: index + 1,
      text: textOf(node.text) ?? '',
      ...networkOf(network),
      at,
      media,
      isOut: /^(sent|sending)$/.test(`${node.status}`),
      ...(lost && { lost }),
    };
  });
  const slots = channels.flatMap((channel) => {
    const zone = textOf(channel.timezone) ?? timeZone;
    return [...listOf(channel.postingSchedule), ...listOf(channel.schedules)]
      .filter(({ paused }) => paused !== true)
      .flatMap(({ day, days, times }) =>
        textsOf(days ?? [day]).flatMap((name) => textsOf(times).map((time) => ({ weekday: weekdayOf(name), time, zone }))),
      );
  });
  return { tool: 'buffer', posts, accounts: channels.flatMap(accountOf), slots: slotsOn(timeZone, slots) };
}

/** docs.mixpost.app: `data[]` of posts, of accounts, or of both. Times are UTC; texts are HTML. */
function readMixpost(items: readonly Part[]): Export | null {
  const own = items.filter(({ versions }) => Array.isArray(versions));
  const accounts = items.filter(({ provider }) => typeof provider === 'string');
  if (own.length === 0 && accounts.length === 0) return null;
  const posts = own.flatMap((post, index): ExportedPost[] => {
    const versions = listOf(post.versions);
    const original = versions.find(({ is_original: isOriginal }) => isOriginal === true) ?? versions[0] ?? {};
    const targets = listOf(post.accounts);
    const at = textOf(post.scheduled_at)?.replace(' ', 'T');
    return (targets.length > 0 ? targets : [{}]).map((account: Part) => {
      const content = listOf((versions.find(({ account_id: id }) => id === account.id) ?? original).content);
      const entries = content.flatMap(({ media }) => (Array.isArray(media) ? media : []));
      const media = listOf(entries).flatMap(({ url }) => textOf(url) ?? []);
      return {
        ...{
          row: index + 1,
          text: content
            .map(({ body }) => plainText(textOf(body) ?? ''))
            .join('\n\n')
            .trim(),
        },
        ...networkOf(textOf(account.provider)),
        at: at ? `${at.replace(/Z$/, '')}Z` : null,
        media,
        isOut: /^(published|publishing)$/.test(`${post.status}`),
        ...(media.length < entries.length && { lost: WITHOUT_ADDRESS }),
      };
    });
  });
  return { tool: 'mixpost', posts, accounts: [...accounts, ...own.flatMap((post) => listOf(post.accounts))].flatMap(accountOf), slots: [] };
}

/** docs.postiz.com/public-api: `GET /posts` and `GET /integrations`; times are minutes in UTC. */
function readPostiz(own: readonly Part[], integrations: readonly Part[], timeZone: string): Export | null {
  const channels = integrations.filter(({ identifier }) => typeof identifier === 'string');
  const listed = own.filter(({ integration }) => typeof integration === 'object');
  if (channels.length === 0 && listed.length === 0) return null;
  const posts = listed.map((post, index): ExportedPost => {
    const integration = partOf(post.integration);
    const media = imagesOf(post.image).flatMap(({ path }) => textOf(path) ?? []);
    const network = networkOf(textOf(integration.providerIdentifier));
    const isOut = post.state === 'PUBLISHED';
    const about = { row: index + 1, text: plainText(textOf(post.content) ?? ''), ...network, at: textOf(post.publishDate), media, isOut };
    // The public API selects neither (posts.repository.ts, getPosts).
    return post.image === undefined ? { ...about, lost: NOT_LISTED } : about;
  });
  const slots = channels.flatMap(({ time }) =>
    imagesOf(time).flatMap(({ time: minutes }) => {
      const at = Number(minutes);
      if (!Number.isInteger(at)) return [];
      const minute = ((at % 1_440) + 1_440) % 1_440;
      const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
      return ([1, 2, 3, 4, 5, 6, 7] as const).map((weekday) => ({ weekday, time: clock, zone: 'UTC' }));
    }),
  );
  const accounts = [...channels, ...listed.map((post) => partOf(post.integration))].flatMap(accountOf);
  return { tool: 'postiz', posts, accounts, slots: slotsOn(timeZone, slots) };
}

const NOT_LISTED = say`Postiz does not list pictures, nor further posts of a thread. Add them by hand if it has any.`;
const FURTHER_POSTS = say`The further posts of its thread are not imported. Add them by hand.`;
const WITHOUT_ADDRESS = say`The file has no address of some of its pictures or videos. Add them by hand.`;

/** A list, or one that Postiz stores as JSON text. */
function imagesOf(value: unknown): Part[] {
  if (typeof value !== 'string') return listOf(value);
  try {
    return listOf(JSON.parse(value));
  } catch {
    return [];
  }
}

/** The tools' names for networks, without spaces, dashes and underscores. */
const PLATFORM_OF: Readonly<Record<string, string>> = {
  ...{
    twitter: 'x',
    linkedinpage: 'linkedin_page',
    facebookpage: 'facebook',
    instagramstandalone: 'instagram',
    instagramdirect: 'instagram',
  },
  ...{ gmb: 'google_business', googlebusiness: 'google_business', googlemybusiness: 'google_business', youtubechannel: 'youtube' },
};
const SAME = ['x', 'linkedin', 'facebook', 'instagram', 'threads', 'bluesky', 'mastodon', 'nostr', 'vk', 'reddit', 'lemmy', 'youtube'];
const SAME_TOO = ['pinterest', 'tiktok', 'discord', 'slack', 'telegram', 'devto', 'hashnode', 'wordpress', 'tumblr', 'ghost'];

function networkOf(network: string | null): Pick<ExportedPost, 'network' | 'platform'> {
  const name = network?.toLowerCase().replaceAll(/[\s_-]/g, '') ?? '';
  return { network, platform: PLATFORM_OF[name] ?? ([...SAME, ...SAME_TOO].includes(name) ? name : null) };
}

function accountOf(account: Part): ExportedAccount[] {
  const { network, platform } = networkOf(
    textOf(account.identifier) ?? textOf(account.providerIdentifier) ?? textOf(account.service) ?? textOf(account.provider),
  );
  const name = textOf(account.displayName) ?? textOf(account.formatted_username) ?? textOf(account.name) ?? textOf(account.username);
  return network && name ? [{ network, platform, name }] : [];
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const weekdayOf = (name: string): Weekday | null => (DAYS.indexOf(name.slice(0, 3).toLowerCase()) + 1 || null) as Weekday | null;

/** In local time, by today's offset between the two zones; days with the same time are one slot. */
function slotsOn(timeZone: string, slots: readonly { weekday: Weekday | null; time: string; zone: string }[]): PostingSlot[] {
  const days = new Map<string, Set<Weekday>>();
  for (const { weekday, time, zone } of slots) {
    const here = weekday && /^\d\d:\d\d/.test(time) ? movedClock(weekday, time.slice(0, 5), zone, timeZone) : null;
    if (here) days.set(here.at, (days.get(here.at) ?? new Set()).add(here.weekday));
  }
  return [...days].sort(([one], [other]) => (one < other ? -1 : 1)).map(([at, on]) => ({ at, weekdays: [...on].sort() }));
}

function movedClock(weekday: Weekday, time: string, from: string, to: string): { weekday: Weekday; at: string } | null {
  try {
    const today = Temporal.Now.plainDateISO(from);
    const day = today.add({ days: (weekday - today.dayOfWeek + 7) % 7 });
    const there = day.toZonedDateTime({ timeZone: from, plainTime: Temporal.PlainTime.from(time) }).withTimeZone(to);
    return { weekday: there.dayOfWeek as Weekday, at: there.toPlainTime().toString({ smallestUnit: 'minute' }) };
  } catch {
    return null;
  }
}

/** Their editors write one paragraph per line. A text without markup is already plain. */
function plainText(content: string): string {
  if (!/<(?:p|div|br|span|strong|a|u|ul|li|h[1-3])\b/i.test(content)) return content.trim();
  const lines: string[] = [''];
  const read = (nodes: readonly ReturnType<typeof parseDocument>['children'][number][]): void => {
    for (const node of nodes) {
      if (node.type === 'text') lines[lines.length - 1] += node.data;
      else if ('name' in node && node.name === 'br') lines.push('');
      else if ('children' in node) {
        read(node.children);
        if ('name' in node && /^(?:p|div|li|h[1-6])$/.test(node.name)) lines.push('');
      }
    }
  };
  read(parseDocument(content).children);
  return lines.join('\n').replaceAll('\u00a0', ' ').trim();
}

const partOf = (value: unknown): Part => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Part) : {});
const listOf = (value: unknown): Part[] => (Array.isArray(value) ? value.map(partOf) : []);
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []);
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
