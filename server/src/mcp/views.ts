import { DomainError } from '../errors.ts';

type Item = Record<string, unknown>;
type Body = Record<string, unknown>;

/** How a tool shortens a response that would fill a model's context. */
export interface View {
  /** The list in the response; left out if the response itself is one item. */
  items?: string;
  /** What is shown of an item without `fields`. */
  brief?(item: Item): Item;
  /** Lists the fields of an item that `fields` may name, from the response's schema. */
  takesFields?: true;
  /** Keeps the items, or an item's captions and payloads, of one platform. */
  takesPlatform?: true;
  /** A response of at most so many characters is not shortened. */
  wholeUpTo?: number;
  /** The id that names one item, which is then complete; unless the operation has it, an argument of the tool. */
  one?: string;
  /** Default arguments. */
  defaults?: Readonly<Record<string, unknown>>;
}

const EXCERPT = 80;

/** The tools whose responses are shortened; all others return their operation's response. */
export const VIEWS: Readonly<Record<string, View>> = {
  get_draft: { takesFields: true, takesPlatform: true },
  get_publish_job: { takesFields: true },
  list_drafts: { items: 'drafts', brief: briefDraft, takesFields: true },
  list_publish_jobs: { items: 'publish_jobs', brief: briefJob, takesFields: true },
  list_templates: { items: 'templates', brief: briefTemplate, one: 'template_id' },
  list_standing_approvals: { items: 'standing_approvals', brief: briefStanding, one: 'standing_approval_id' },
  list_comments: { items: 'threads', brief: briefThread, one: 'thread_id', wholeUpTo: 8_000 },
  list_events: { items: 'events', brief: briefEvent, defaults: { limit: 25 } },
  list_platforms: { items: 'platforms', brief: briefPlatform, takesPlatform: true },
  create_drafts: { items: 'drafts', brief: briefOutcome },
};

type Given = Readonly<Record<string, unknown>>;

/** The response with only the item that the call names, if it does. */
export function select({ items = '', one }: View, body: Body, given: Given): Body {
  if (one === undefined || given[one] === undefined) return body;
  const found = (body[items] as Item[]).filter((item) => item[one] === given[one]);
  if (found.length === 0) throw new DomainError('not_found');
  return { ...body, [items]: found };
}

/** The requested part of the response. */
export function show({ items, brief, takesPlatform, one, wholeUpTo = 0 }: View, body: Body, given: Given): Body {
  const { fields, platform } = given as { fields?: string[]; platform?: string };
  const isNamed = one !== undefined && given[one] !== undefined;
  if (!fields && (isNamed || (wholeUpTo > 0 && JSON.stringify(body).length <= wholeUpTo))) return body;
  const isOne = takesPlatform === true && platform !== undefined;
  const shown = (item: Item): Item => (fields ? pick(item, fields) : brief && !isOne ? withoutNulls(brief(item)) : item);
  if (items === undefined) return shown(isOne ? ofPlatform(body, platform) : body);
  const list = body[items] as Item[];
  return { ...body, [items]: (isOne ? list.filter((item) => item.platform === platform) : list).map(shown) };
}

/** An item's id is always included. */
function pick(item: Item, fields: readonly string[]): Item {
  const [id = ''] = Object.keys(item);
  return Object.fromEntries([id, ...fields].filter((name) => name in item).map((name) => [name, item[name]]));
}

function ofPlatform(draft: Body, platform: string): Body {
  const kept = (name: string): Body => {
    const list = draft[name] as Item[] | undefined;
    return list ? { [name]: list.filter((item) => item.platform === platform) } : {};
  };
  return { ...draft, ...kept('captions'), ...kept('payloads') };
}

const withoutNulls = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null && value !== undefined));

function excerptOf(given: unknown, length = EXCERPT): string {
  const text = String(given).trim();
  return text.length > length ? `${text.slice(0, length).trimEnd()}…` : text;
}

function briefDraft(draft: Item): Item {
  const job = draft.publish_job as { job_id: string; state: string } | null;
  return {
    draft_id: draft.draft_id,
    external_id: draft.external_id,
    status: draft.status,
    revision: draft.revision,
    platforms: draft.platforms,
    excerpt: excerptOf(draft.source_text),
    scheduled_at: draft.scheduled_at,
    job_id: job?.job_id,
    job_state: job?.state,
  };
}

function briefTemplate({ template_id, name, source_text, platforms, labels, captions }: Item): Item {
  const written = (captions as Item[]).map(({ platform }) => platform);
  return { template_id, name, excerpt: excerptOf(source_text), platforms, labels, captions_for: written };
}

/** Its template as one text, with the slots by name. */
function briefStanding({ targets, signed_by: _signer, signed_at: _time, workspace_id: _workspace, ...rest }: Item): Item {
  const textOf = ({ text, slot }: Item) => text ?? `{${String(slot)}}`;
  const briefTarget = ({ platform, connection_id, pieces }: Item) => {
    return { platform, connection_id, excerpt: excerptOf((pieces as Item[]).map(textOf).join('')) };
  };
  return { ...rest, targets: (targets as Item[]).map(briefTarget) };
}

/** How much of a comment is shown, and how many of the newest of a thread besides its first. */
const COMMENT_EXCERPT = 200;
const NEWEST_COMMENTS = 2;

function briefThread({ thread_id, state, quote, platform, comments, has_earlier }: Item): Item {
  const all = comments as Item[];
  const shown = all.filter((_comment, index) => index === 0 || index >= all.length - NEWEST_COMMENTS);
  return {
    ...{ thread_id, state, platform },
    quote: quote === null ? null : excerptOf(quote),
    comments: shown.map(({ comment_id, text, by, by_kind }) => ({ comment_id, by, by_kind, text: excerptOf(text, COMMENT_EXCERPT) })),
    has_earlier: has_earlier === true || shown.length < all.length,
  };
}

function briefJob(job: Item): Item {
  const publications = job.publications as {
    platform: string;
    state: string;
    provider_url: string | null;
    retraction: { state: string } | null;
    first_comment: { state: string } | null;
    verification: { result: string } | null;
    metrics: Item[];
  }[];
  return {
    job_id: job.job_id,
    draft_id: job.draft_id,
    state: job.state,
    approval_state: job.approval_state,
    scheduled_at: job.scheduled_at,
    posts: publications.map(({ platform, state, provider_url, retraction, first_comment, verification, metrics }) =>
      withoutNulls({
        ...{ platform, state, url: retraction?.state === 'removed' ? null : provider_url, retraction: retraction?.state },
        ...{ first_comment: first_comment?.state, verification: verification?.result, metrics: briefMetrics(metrics.at(-1)) },
      }),
    ),
  };
}

/** The newest figures, without those that the network did not report and its own names. */
function briefMetrics(newest: Item | undefined): Item | null {
  if (!newest) return null;
  const { raw: _raw, ...figures } = newest;
  return withoutNulls(figures);
}

/** What an event is about, by the kinds of its ids, and what to do with its draft; its data contains the rest. */
function briefEvent({ sequence, type, timestamp, subject_id, draft_id, draft_state, allowed_actions, data }: Item): Item {
  const { content_hash: _hash, ...rest } = data as Item;
  const own = { sequence, type, timestamp, subject_id, draft_id: draft_id === subject_id ? null : draft_id, draft_state };
  return { ...own, ...((allowed_actions as string[]).length > 0 && { allowed_actions }), data: withoutNulls(rest) };
}

function briefPlatform(platform: Item): Item {
  const rules = platform.rules as { field: string; max: number; unit: string; when?: string }[];
  const limits = rules.filter(({ when }) => when === undefined).map(({ field, max, unit }) => [field, `${max} ${unit}`]);
  const { publishing, pictures } = platform;
  return {
    platform: platform.platform,
    tags_in: platform.tags_in,
    pictures,
    publishing: publishing === 'ready' ? null : publishing,
    limits: Object.fromEntries(limits),
  };
}

function briefOutcome({ index, external_id, outcome, draft_id, draft, problem }: Item): Item {
  const {
    approval_url,
    publish_job,
    notices = [],
  } = (draft ?? {}) as { approval_url?: string; publish_job?: Item | null; notices?: Item[] };
  return {
    index,
    external_id,
    outcome,
    draft_id,
    job_id: publish_job?.job_id,
    approval_url,
    notices: notices.length > 0 ? notices : null,
    problem,
  };
}
