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
  list_events: { items: 'events', brief: briefEvent, defaults: { limit: 25 } },
  list_platforms: { items: 'platforms', brief: briefPlatform, takesPlatform: true },
  create_drafts: { items: 'drafts', brief: briefOutcome },
};

/** The requested part of the response. */
export function show(
  { items, brief, takesPlatform }: View,
  body: Body,
  { fields, platform }: { fields?: string[]; platform?: string },
): Body {
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

function briefDraft(draft: Item): Item {
  const job = draft.publish_job as { job_id: string; state: string } | null;
  const text = String(draft.source_text).trim();
  return {
    draft_id: draft.draft_id,
    external_id: draft.external_id,
    status: draft.status,
    revision: draft.revision,
    platforms: draft.platforms,
    excerpt: text.length > EXCERPT ? `${text.slice(0, EXCERPT).trimEnd()}…` : text,
    scheduled_at: draft.scheduled_at,
    job_id: job?.job_id,
    job_state: job?.state,
  };
}

function briefJob(job: Item): Item {
  const publications = job.publications as {
    platform: string;
    state: string;
    provider_url: string | null;
    verification: { result: string } | null;
    metrics: Item[];
  }[];
  return {
    job_id: job.job_id,
    draft_id: job.draft_id,
    state: job.state,
    approval_state: job.approval_state,
    scheduled_at: job.scheduled_at,
    posts: publications.map(({ platform, state, provider_url: url, verification, metrics }) =>
      withoutNulls({ platform, state, url, verification: verification?.result ?? null, metrics: briefMetrics(metrics.at(-1)) }),
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
