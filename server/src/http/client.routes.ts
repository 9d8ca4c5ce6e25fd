import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { countAttempt, forgiveAttempt } from '../access/attempt-limit.ts';
import { readName } from '../access/people.ts';
import { loadApproval } from '../approvals/approval-queries.ts';
import { confirmClientCode, hasClientSession, type StartedClientSession, sendClientCode } from '../approvals/clients/client-codes.ts';
import type { ClientLink } from '../approvals/clients/client-link.entity.ts';
import { type ClientActor, clientOf, openClientLink, requireShared } from '../approvals/clients/client-links.ts';
import { readShared, type Shared, type SharedPost, showsPicture } from '../approvals/clients/shared-posts.ts';
import { addComment } from '../comments/add-comment.ts';
import { type DraftComments, threadsOf } from '../comments/comment-queries.ts';
import type { Config } from '../config/config.ts';
import type { ConnectionView } from '../connections/connection-queries.ts';
import type { Context, Services } from '../context.ts';
import { forkFor } from '../db/row-security/tenant-session.ts';
import { systemContext } from '../db/system-context.ts';
import { inReading, inTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { type Translate, translateTo } from '../languages/translate.ts';
import { loadMedia } from '../media/media-queries.ts';
import type { Payload } from '../payloads/payload.entity.ts';
import { shownCard } from '../platforms/platform/preview.ts';
import { shownSetting } from '../platforms/platform/settings.ts';
import type { OmissionReason } from '../platforms/text/omission.ts';
import { publishedPayloadsOf, shownWords } from '../publishing/review/edit-post.ts';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { withdrawVote } from '../publishing/review/withdraw-vote.ts';
import { cookieOptions } from './auth/cookies.ts';
import { endpointBucket, languageOf, sameSiteOnly } from './auth/person-routes.ts';
import type { HttpServer } from './engine/http-server.ts';
import { sendStored } from './media-file.routes.ts';
import { closedObject, oneOf } from './v1/common.schemas.ts';
import { threadView } from './v1/drafts/comments.routes.ts';

const token = Type.String({ minLength: 20, maxLength: 100, description: 'The token after the `#` of the link.' });

const ClientLinkBody = closedObject({ token }, 'A shared link.');

const ClientCodeBody = closedObject(
  { token, code: Type.String({ minLength: 1, maxLength: 40, description: 'The emailed code; spaces are ignored.' }) },
  'The code sent by email.',
);

const ClientDecisionBody = closedObject(
  {
    token,
    approval_id: Type.String({ maxLength: 100, description: 'The approval, `apr_…`.' }),
    content_hash: Type.String({ maxLength: 100, description: 'SHA-256 of the content that the client saw, in hex.' }),
    decision: oneOf(['approved', 'changes_requested'], 'The decision. Clients cannot reject; they can request changes.'),
    comment: Type.Optional(Type.String({ maxLength: FIELD_RULES.decision.comment.maxLength, description: 'The client’s comment.' })),
    name: Type.Optional(Type.String({ maxLength: FIELD_RULES.client.name.maxLength, description: 'The client’s name, for the record.' })),
  },
  'A client’s decision.',
);

const ClientWithdrawalBody = closedObject(
  { token, approval_id: Type.String({ maxLength: 100, description: 'The approval, `apr_…`.' }) },
  'The withdrawal of a client’s decision.',
);

const ClientPictureBody = closedObject(
  {
    token,
    media_id: Type.String({ pattern: '^med_[0-9a-f-]{36}$', description: 'The picture.' }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the rendition, in hex.' }),
  },
  'A picture of a shared post.',
);

const ClientCommentBody = closedObject(
  {
    token,
    draft_id: Type.String({ maxLength: 100, description: 'The draft, `drf_…`.' }),
    thread_id: Type.Optional(Type.String({ maxLength: 100, description: 'The thread to reply to; omit it to start a new one.' })),
    quote: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: FIELD_RULES.comment.quote.maxLength,
        description: 'The exact passage of the post that it is about.',
      }),
    ),
    platform: Type.Optional(Type.String({ maxLength: 40, description: 'The platform whose caption contains the quote.' })),
    text: Type.String({ minLength: 1, maxLength: FIELD_RULES.comment.text.maxLength, description: 'The text of the comment.' }),
    key: Type.Optional(
      Type.String({ minLength: 16, maxLength: 100, description: 'A new key for each comment; a repeated request stores it once.' }),
    ),
  },
  'A client’s comment on a shared post.',
);

/** A valid link, and a context limited to its workspace by row-level security. */
interface Opened {
  link: ClientLink;
  ctx: Context & { actor: ClientActor };
  isVerified: boolean;
}

const FRESH = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' } as const;

/**
 * Endpoints for clients without an account. Viewing requires the link's token, which is only ever sent in the body
 * and so is never logged; anything else requires the code mailed to the address, exchanged for a cookie. A client
 * session belongs to no account and is valid for no other endpoint.
 */
export function addClientRoutes(app: HttpServer, services: Services): void {
  const onRequest = sameSiteOnly(services);

  app.post('/client/posts', { onRequest, schema: { hide: true, body: ClientLinkBody } }, async (request, reply) => {
    const { link, ctx, isVerified } = await open(services, request, request.body.token);
    const [shared, threads, published] = await inReading(ctx, async (reading) => {
      const found = await readShared(reading);
      const draftIds = found.posts.map(({ approval }) => approval.draftId);
      const edited = found.posts.flatMap(({ editsPublicationId }) => editsPublicationId ?? []);
      return [found, await threadsOf(reading, draftIds), await publishedPayloadsOf(reading, edited)] as const;
    });
    const { email, expiresAt } = link;
    return reply.headers(FRESH).send({
      ...sharedView(services, { shared, threads, published }, await translateTo(languageOf(request))),
      email,
      expires_at: expiresAt.toISOString(),
      is_verified: isVerified,
      // The code is sent by email.
      can_answer: Boolean(services.config.mail),
    });
  });

  app.post('/client/picture', { onRequest, schema: { hide: true, body: ClientPictureBody } }, async (request, reply) => {
    const { ctx } = await open(services, request, request.body.token);
    const { media_id: mediaId, sha256 } = request.body;
    if (!(await showsPicture(ctx, ctx.actor, `/api/media/${mediaId}/${sha256}`))) throw new DomainError('not_found');
    const { renditions } = await loadMedia(ctx, mediaId);
    const rendition = renditions.find((form) => form.sha256 === sha256);
    if (!rendition) throw new DomainError('not_found');
    return sendStored(services, request, reply.headers({ ...FRESH, 'x-content-type-options': 'nosniff' }), rendition);
  });

  app.post('/client/code', { onRequest, schema: { hide: true, body: ClientLinkBody } }, async (request, reply) => {
    const { link } = await open(services, request, request.body.token);
    await sendClientCode(systemContext(services, request.id), link, languageOf(request));
    return reply.code(204).headers(FRESH).send();
  });

  app.post('/client/verify', { onRequest, schema: { hide: true, body: ClientCodeBody } }, async (request, reply) => {
    const { link } = await open(services, request, request.body.token);
    const { code } = request.body;
    const session = await confirmClientCode(systemContext(services, request.id), {
      link,
      code,
      extraBuckets: [endpointBucket('client-code', request)],
      address: request.ip,
    });
    setClientCookie(services.config, reply, link.id, session);
    return reply.code(204).headers(FRESH).send();
  });

  app.post('/client/decide', { onRequest, schema: { hide: true, body: ClientDecisionBody } }, async (request, reply) => {
    const { ctx } = await openVerified(services, request, request.body.token);
    const { approval_id: approvalId, content_hash: contentHash, decision, comment = null, name = '' } = request.body;
    const clientName = name.trim() === '' ? null : readName(name, '/name');
    const approval = await inTransaction(ctx, async (tx) => {
      await requireShared(tx, ctx.actor, (await loadApproval(tx, approvalId)).draftId);
      return recordDecision(tx, { approvalId, contentHash, decision, comment, clientName });
    });
    return reply.headers(FRESH).send({ state: approval.state });
  });

  addClientWithdrawRoute(app, services, onRequest);
  addClientCommentRoute(app, services, onRequest);
}

function addClientWithdrawRoute(app: HttpServer, services: Services, onRequest: ReturnType<typeof sameSiteOnly>): void {
  app.post('/client/withdraw', { onRequest, schema: { hide: true, body: ClientWithdrawalBody } }, async (request, reply) => {
    const { ctx } = await openVerified(services, request, request.body.token);
    const { approval_id: approvalId } = request.body;
    const approval = await inTransaction(ctx, async (tx) => {
      await requireShared(tx, ctx.actor, (await loadApproval(tx, approvalId)).draftId);
      return withdrawVote(tx, approvalId);
    });
    return reply.headers(FRESH).send({ state: approval.state });
  });
}

function addClientCommentRoute(app: HttpServer, services: Services, onRequest: ReturnType<typeof sameSiteOnly>): void {
  app.post('/client/comment', { onRequest, schema: { hide: true, body: ClientCommentBody } }, async (request, reply) => {
    const { ctx } = await openVerified(services, request, request.body.token);
    const { draft_id: draftId, thread_id: threadId = null, quote = null, platform = null, text, key: clientKey = null } = request.body;
    const { id } = await inTransaction(ctx, (tx) => addComment(tx, { draftId, threadId, quote, platform, text, clientKey }));
    return reply.code(201).headers(FRESH).send({ comment_id: id });
  });
}

/** Counts wrong tokens by address, like every authentication endpoint. */
async function open(services: Services, request: FastifyRequest, token: string): Promise<Opened> {
  const buckets = [endpointBucket('client', request)];
  await countAttempt(services, buckets);
  const own = systemContext(services, request.id);
  const link = await openClientLink(own, token);
  await forgiveAttempt(services, buckets);
  const actor = clientOf(link);
  const isVerified = await hasClientSession(own, link, clientTokenOf(services.config, request, link.id));
  return { link, ctx: { ...own, actor, em: forkFor(services.orm, actor) }, isVerified };
}

/** For every change. Throws `client_code_required`. */
async function openVerified(services: Services, request: FastifyRequest, token: string): Promise<Opened> {
  const opened = await open(services, request, token);
  if (!opened.isVerified) throw new DomainError('client_code_required');
  return opened;
}

/** One per link, sent only to the client endpoints, and useless without the link. */
export function clientCookieName(config: Pick<Config, 'publicUrl'>, linkId: string): string {
  return `${cookieOptions(config).secure ? '__Secure-' : ''}countersign-client-${linkId}`;
}

function setClientCookie(config: Config, reply: FastifyReply, linkId: string, { token, expiresAt }: StartedClientSession): void {
  const options = { ...cookieOptions(config), path: '/api/client', sameSite: 'strict', expires: expiresAt } as const;
  reply.setCookie(clientCookieName(config, linkId), token, options);
}

function clientTokenOf(config: Config, request: FastifyRequest, linkId: string): string | null {
  return request.cookies[clientCookieName(config, linkId)] ?? null;
}

/** What a link shows. */
interface Content {
  shared: Shared;
  threads: ReadonlyMap<string, DraftComments>;
  /** The posts that edits change, by publication id. */
  published: ReadonlyMap<string, Payload>;
}

/**
 * The content of a link. Payloads are shaped as in the GraphQL schema, so the console renders them with the same
 * components.
 */
function sharedView(
  services: Services,
  { shared: { accountName, workspace, sharedBy, posts, connections }, threads: comments, published }: Content,
  translate: Translate,
) {
  return {
    account_name: accountName,
    workspace_name: workspace.name,
    time_zone: workspace.timeZone,
    shared_by: sharedBy,
    posts: posts.map((post) => ({
      ...postView(services, post, connections, translate),
      edit: editView(post, published.get(post.editsPublicationId ?? '')),
      threads: (comments.get(post.approval.draftId)?.threads ?? []).map((thread) => threadView(thread, translate)),
      has_earlier: comments.get(post.approval.draftId)?.hasEarlier ?? false,
    })),
  };
}

/** What an edit changes; null for a new post. */
function editView({ payloads: [payload] }: SharedPost, published: Payload | undefined) {
  return published && payload ? { before: shownWords(published), after: shownWords(payload) } : null;
}

function postView(services: Services, post: SharedPost, connections: ReadonlyMap<string, ConnectionView>, translate: Translate) {
  const { approval, state, scheduledAt, payloads, own, canWithdraw, canDecide, canAskForChanges, opinion } = post;
  return {
    draft_id: approval.draftId,
    approval_id: approval.id,
    content_hash: approval.contentHash,
    state,
    scheduled_at: scheduledAt?.toISOString() ?? null,
    can_decide: canDecide,
    can_withdraw: canWithdraw,
    can_ask_for_changes: canAskForChanges,
    opinion: opinion && translate(opinion),
    own: own && { decision: own.decision, comment: own.comment, at: own.at.toISOString() },
    payloads: payloads.map((payload) => payloadView(services, payload, connections, translate)),
  };
}

/** The network's own omissions. What the workspace's rules or a model left out of the source stays with its members. */
const OF_NETWORK: readonly OmissionReason[] = ['too_long', 'refused', 'markup', 'no_place'];

function payloadView({ platforms }: Services, payload: Payload, connections: ReadonlyMap<string, ConnectionView>, translate: Translate) {
  const { id, platform, connectionId, preview } = payload;
  const known = platforms.get(platform);
  const connection = connections.get(connectionId ?? '');
  const { linkCard, images = [], plainNames = [], title = null, tags = null, parts, settings = [], keptPercent = null } = preview;
  const card = linkCard && shownCard(linkCard, translate);
  const signed = settings.map((setting) => shownSetting(setting, translate));
  const shown = parts.map((part) => ({ ...part, facets: part.facets.map((facet) => ({ ...facet, kind: facet.kind.toUpperCase() })) }));
  const omissions = (preview.omissions ?? [])
    .filter(({ reason }) => OF_NETWORK.includes(reason))
    .map((omission) => ({ ...omission, reason: omission.reason.toUpperCase() }));
  return {
    id,
    platform: { id: platform, label: known?.label ?? platform, publishing: known ? (known.publishing ?? 'ready') : 'none yet' },
    connection: connection ? { id: connection.id, handle: connection.handle, health: 'healthy' } : null,
    violations: [],
    preview: { parts: shown, title, tags, linkCard: card, images, plainNames, omissions, keptPercent, settings: signed },
  };
}
