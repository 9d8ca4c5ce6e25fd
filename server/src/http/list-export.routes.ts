import { Readable } from 'node:stream';
import { requirePerson, requireWorkspace } from '../access/authorise.ts';
import { connectionsByIds } from '../connections/connection-queries.ts';
import type { Context, Services } from '../context.ts';
import { csvLine } from '../csv.ts';
import type { Page } from '../db/keyset-page.ts';
import { forksForReading } from '../db/reading/standby.ts';
import { forkFor } from '../db/row-security/tenant-session.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { authorsOf } from '../drafts/draft-authors.ts';
import { listDrafts } from '../drafts/draft-queries.ts';
import type { LocalizedMessage } from '../languages/sentence.ts';
import { publicationsOf } from '../publishing/jobs/job-queries.ts';
import { listJobs } from '../publishing/jobs/list-jobs.ts';
import type { Publication } from '../publishing/publication.entity.ts';
import type { PublishJob } from '../publishing/publish-job.entity.ts';
import { figuresOf } from '../publishing/published/metric-queries.ts';
import { authenticateAgain, authenticateRequest } from './auth/authenticate.ts';
import { personContext } from './auth/person-routes.ts';
import type { HttpServer } from './engine/http-server.ts';
import { AUTHENTICATES } from './limits/rate-limits.ts';
import { closedObject, id, oneOf } from './v1/common.schemas.ts';

const LISTS = ['drafts', 'jobs', 'metrics'] as const;
type ListName = (typeof LISTS)[number];

const BATCH = 100;

/** A list of a workspace as a table: its header, and the lines of a page. */
interface List<Row> {
  columns: readonly string[];
  page(ctx: Context, workspaceId: string, cursor: string | null): Promise<Page<Row>>;
  cells(ctx: Context, rows: readonly Row[]): Promise<Cell[][]>;
}

type Cell = LocalizedMessage | Date | null | undefined;

/** An import reads the columns from `text` to `note`, and ignores the others. */
const DRAFTS: List<Draft> = {
  columns: ['draft_id', 'state', 'text', 'platforms', 'link', 'scheduled_at', 'external_id', 'note', 'made_by', 'created_at', 'updated_at'],
  page: (ctx, workspaceId, cursor) => listDrafts(ctx, workspaceId, { limit: BATCH, cursor }),
  async cells(ctx, drafts) {
    const authors = await authorsOf(ctx, drafts);
    return drafts.map((draft) => {
      const { id, state, sourceText, platforms, link, scheduledAt, externalId, noteToReviewer, createdAt, updatedAt } = draft;
      const place = [id, state, sourceText, platforms.join(' '), link, scheduledAt, externalId, noteToReviewer];
      return [...place, authors.get(id)?.name, createdAt, updatedAt];
    });
  },
};

/** One line per target of a job. */
const JOBS: List<PublishJob> = {
  columns: [
    'job_id',
    'draft_id',
    'job_state',
    'mode',
    'scheduled_at',
    'asked_by',
    'created_at',
    'platform',
    'account',
    'state',
    'published_at',
    'url',
    'failure',
  ],
  page: (ctx, workspaceId, cursor) => listJobs(ctx, workspaceId, { limit: BATCH, cursor }),
  async cells(ctx, jobs) {
    const authors = await authorsOf(ctx, jobs);
    const publications = await publicationsOf(
      ctx,
      jobs.map(({ id }) => id),
    );
    const all = [...publications.values()].flat();
    const connections = await connectionsByIds(
      ctx,
      all.flatMap(({ connectionId }) => connectionId ?? []),
    );
    const placeOf = ({ platform, connectionId, state, publishedAt, providerUrl, failureMessage }: Publication): Cell[] => {
      return [platform, connections.get(connectionId ?? '')?.handle, state, publishedAt, providerUrl, failureMessage];
    };
    return jobs.flatMap(({ id, draftId, state, mode, scheduledAt, createdAt }) => {
      const job = [id, draftId, state, mode, scheduledAt, authors.get(id)?.name, createdAt];
      const places = (publications.get(id) ?? []).map(placeOf);
      return (places.length > 0 ? places : [[]]).map((place) => [...job, ...place]);
    });
  },
};

/** One line per figure and reading. */
const METRICS: List<PublishJob> = {
  columns: ['job_id', 'publication_id', 'platform', 'account', 'published_at', 'url', 'read_at', 'metric', 'name', 'value'],
  page: JOBS.page,
  async cells(ctx, jobs) {
    const ids = jobs.map(({ id }) => id);
    const all = [...(await publicationsOf(ctx, ids)).values()].flat();
    const connections = await connectionsByIds(
      ctx,
      all.flatMap(({ connectionId }) => connectionId ?? []),
    );
    const figures = await figuresOf(
      ctx,
      all.map(({ id }) => id),
    );
    return all.flatMap(({ id, jobId, platform, connectionId, publishedAt, providerUrl }) => {
      const post = [jobId, id, platform, connections.get(connectionId ?? '')?.handle, publishedAt, providerUrl];
      return (figures.get(id) ?? []).map(({ readAt, metric, name, value }) => [...post, readAt, metric, name, value?.toString()]);
    });
  },
};

/**
 * The whole list, newest first, a page at a time: `contextFor` gives each page its own context, of what the reader may read
 * then, and a slow reader slows the reads.
 */
function listLines(list: ListName, contextFor: () => Promise<Context>, workspaceId: string): AsyncGenerator<string> {
  if (list === 'drafts') return linesOf(DRAFTS, contextFor, workspaceId);
  return linesOf(list === 'jobs' ? JOBS : METRICS, contextFor, workspaceId);
}

async function* linesOf<Row>(
  { columns, page, cells }: List<Row>,
  contextFor: () => Promise<Context>,
  workspaceId: string,
): AsyncGenerator<string> {
  // The byte order mark tells spreadsheets the encoding.
  yield `\uFEFF${csvLine(columns)}`;
  let cursor: string | null = null;
  do {
    const ctx = await contextFor();
    const found: Page<Row> = await page(ctx, workspaceId, cursor);
    const lines = await cells(ctx, found.items);
    if (lines.length > 0) yield lines.map((line) => csvLine(columns.map((_, index) => textOf(line[index])))).join('');
    cursor = found.nextCursor;
  } while (cursor !== null);
}

const textOf = (cell: Cell): string => (cell instanceof Date ? cell.toISOString() : String(cell ?? ''));

const Query = closedObject(
  {
    workspace_id: id('The workspace.'),
    list: oneOf(LISTS, 'The list: drafts, publish jobs with all their targets, or metrics of published posts.'),
  },
  'Which list.',
);

/** Exports a workspace's list as a table, for its members signed in to the console. Streamed. */
export function addListExportRoute(app: HttpServer, services: Services): void {
  app.get('/export', { ...AUTHENTICATES, schema: { hide: true, querystring: Query } }, async (request, reply) => {
    const ctx = personContext(services, request, await authenticateRequest(services, request));
    const { workspace_id: workspaceId, list } = request.query;
    await requireWorkspace({ ...ctx, em: forkFor(services.orm, ctx.actor) }, workspaceId, 'read');
    const { sessionId } = requirePerson(ctx);
    const fork = await forksForReading(services, ctx.actor);
    const own = async () => {
      const actor = await authenticateAgain(services, sessionId);
      return { ...personContext(services, request, actor), em: fork() };
    };
    const name = `${list}-${services.clock.now().toISOString().slice(0, 10)}.csv`;
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(listLines(list, own, workspaceId)));
  });
}
