import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { DomainError } from '../../errors.ts';
import {
  addEndpoint,
  changeEndpoint,
  checkWebhookUrl,
  listDeliveries,
  listEndpoints,
  loadEndpoint,
  mayManageWebhooks,
  redeliver,
  removeEndpoint,
  requireWebhooks,
  tryEndpoint,
} from '../../webhooks/webhook-endpoints.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { readOrNull, required } from '../engine/node.resolver.ts';
import { type Page, pageRequest, toPage } from '../engine/paging.ts';
import { Authorized } from '../engine/permissions.ts';
import {
  AddWebhookEndpointInput,
  ChangeWebhookEndpointInput,
  RedeliverWebhooksInput,
  toWebhookDeliveryType,
  toWebhookEndpointType,
  WebhookDeliveriesArgs,
  WebhookDeliveryPageType,
  WebhookDeliveryType,
  WebhookEndpointType,
} from './webhook.types.ts';
import { WorkspaceType } from './workspace.types.ts';

const ENDPOINT_ID = { description: 'The endpoint’s id, `whe_…`.' };
const REFUSALS = 'Owners, and agents with `webhooks:write` for their own endpoints. Errors: `not_found`, `insufficient_role`';

@Resolver()
export class WebhookQueryResolver {
  @Authorized('read', 'manage')
  @Query(() => WebhookEndpointType, {
    nullable: true,
    description: 'A webhook endpoint by id; null if it does not exist or the caller may not manage it.',
  })
  webhookEndpoint(@Ctx() ctx: GraphqlContext, @Arg('id', () => ID, ENDPOINT_ID) id: string): Promise<WebhookEndpointType | null> {
    return readOrNull(ctx, () => loadEndpoint(ctx, id), toWebhookEndpointType);
  }
}

@Resolver(() => WorkspaceType)
export class WorkspaceWebhooksResolver {
  @FieldResolver(() => [WebhookEndpointType], {
    nullable: true,
    description: 'The webhook endpoints, oldest first: all for owners, its own for an agent with `webhooks:write`; null for other callers.',
  })
  async webhookEndpoints(@Ctx() ctx: GraphqlContext, @Root() { row }: WorkspaceType): Promise<WebhookEndpointType[] | null> {
    return mayManageWebhooks(ctx, row.accountId) ? (await listEndpoints(ctx, row.id)).map(toWebhookEndpointType) : null;
  }
}

/** The delivery log of an endpoint, and its actions. */
@Resolver(() => WebhookEndpointType)
export class WebhookResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'The name of the agent that the endpoint belongs to; null for the owners’ endpoints.',
  })
  async agentName(@Ctx() { loaders }: GraphqlContext, @Root() { row }: WebhookEndpointType): Promise<string | null> {
    if (!row.grantId) return null;
    const { agentId } = await required(loaders.grant.load(row.grantId));
    return (await required(loaders.agent.load(agentId))).name;
  }

  @FieldResolver(() => WebhookDeliveryPageType, { description: 'The endpoint’s deliveries, newest first; kept for 30 days.' })
  async deliveries(
    @Ctx() ctx: GraphqlContext,
    @Root() { id }: WebhookEndpointType,
    @Args(() => WebhookDeliveriesArgs) { state, ...page }: WebhookDeliveriesArgs,
  ): Promise<Page<WebhookDeliveryType>> {
    return toPage(await listDeliveries(ctx, id, { ...pageRequest(page), state }), (row) => toWebhookDeliveryType(row, ctx.translate));
  }

  @Authorized('webhooks:write', 'manage', 'recent_sign_in')
  @Mutation(() => WebhookEndpointType, {
    description: `Adds a webhook endpoint. It receives a challenge, and events once it has returned that. ${REFUSALS}, \`insufficient_scope\`, \`reauthentication_required\`, \`validation_failed\`, \`address_refused\`, \`invalid_state\`.`,
  })
  async addWebhookEndpoint(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => AddWebhookEndpointInput, { description: 'The endpoint.' }) input: AddWebhookEndpointInput,
  ): Promise<WebhookEndpointType> {
    await requireWebhooks(ctx, input.workspaceId);
    // Outside the transaction: it queries name servers.
    await checkWebhookUrl(ctx, input.url);
    return toWebhookEndpointType(await mutate(ctx, (tx) => addEndpoint(tx, input)));
  }

  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => WebhookEndpointType, {
    description: `Changes the URL, secret or event types of an endpoint. After a change of the secret, messages are signed with both for 24 hours; a new URL must first return a challenge. ${REFUSALS}, \`reauthentication_required\`, \`validation_failed\`, \`address_refused\`, \`invalid_state\`.`,
  })
  async changeWebhookEndpoint(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ChangeWebhookEndpointInput, { description: 'The endpoint, and what changes.' }) {
      endpointId,
      url,
      secret,
      types,
    }: ChangeWebhookEndpointInput,
  ): Promise<WebhookEndpointType> {
    await loadEndpoint(ctx, endpointId);
    if (url) await checkWebhookUrl(ctx, url);
    const changes = { url: url ?? undefined, secret: secret ?? undefined, types };
    return toWebhookEndpointType(await mutate(ctx, (tx) => changeEndpoint(tx, endpointId, changes)));
  }

  @Authorized('manage')
  @Mutation(() => WebhookDeliveryType, {
    description: `Sends a test event; to an endpoint that is not active, the challenge that activates it. ${REFUSALS}, \`invalid_state\`.`,
  })
  async testWebhookEndpoint(
    @Ctx() ctx: GraphqlContext,
    @Arg('endpointId', () => ID, ENDPOINT_ID) endpointId: string,
  ): Promise<WebhookDeliveryType> {
    return toWebhookDeliveryType(await mutate(ctx, (tx) => tryEndpoint(tx, endpointId)), ctx.translate);
  }

  @Authorized('manage')
  @Mutation(() => Int, {
    description: `Redelivers messages, with the same bytes and the same id, and returns their number. ${REFUSALS}, \`bad_user_input\`.`,
  })
  async redeliverWebhooks(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => RedeliverWebhooksInput, { description: 'The deliveries.' }) {
      endpointId,
      deliveryId,
      failedSince,
    }: RedeliverWebhooksInput,
  ): Promise<number> {
    if ((deliveryId == null) === (failedSince == null)) {
      throw new DomainError('bad_user_input', { message: 'Pass either deliveryId or failedSince.' });
    }
    const which = deliveryId == null ? { failedSince: failedSince ?? new Date() } : { deliveryId };
    return mutate(ctx, (tx) => redeliver(tx, endpointId, which));
  }

  @Authorized('manage')
  @Mutation(() => ID, { description: `Deletes a webhook endpoint with its deliveries, and returns its id. ${REFUSALS}.` })
  async removeWebhookEndpoint(@Ctx() ctx: GraphqlContext, @Arg('endpointId', () => ID, ENDPOINT_ID) endpointId: string): Promise<string> {
    await mutate(ctx, (tx) => removeEndpoint(tx, endpointId));
    return endpointId;
  }
}
