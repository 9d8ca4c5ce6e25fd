import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Translate } from '../../languages/translate.ts';
import { answeredWith } from '../../webhooks/deliver-webhook.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.ts';
import { createEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';
import { createPageType, PageArgs } from '../engine/paging.ts';

const WebhookStateEnum = createEnum<WebhookEndpoint['state']>('WebhookState', 'The state of a webhook endpoint.', {
  unproven: 'Awaiting the endpoint’s response to its challenge.',
  active: 'Active: events are delivered.',
  stopped: 'Stopped: nothing is delivered.',
});

const WebhookEndingEnum = createEnum<NonNullable<WebhookEndpoint['ending']>>('WebhookEnding', 'Why a webhook endpoint is stopped.', {
  revoked: 'The grant that it belongs to ended.',
  gone: 'It responded with 410 Gone.',
  failing: 'All deliveries failed for three days.',
});

const DeliveryStateEnum = createEnum<WebhookDelivery['state']>('WebhookDeliveryState', 'The state of a delivery.', {
  pending: 'Being sent, or waiting for another attempt.',
  delivered: 'Accepted by the endpoint.',
  failed: 'Failed; not retried automatically.',
});

@ObjectType('WebhookDelivery', { implements: NodeType, description: 'The delivery of one message to an endpoint; kept for 30 days.' })
export class WebhookDeliveryType extends NodeType {
  @Field(() => String, { description: 'The header `webhook-id`, the same on every attempt.' })
  webhookId!: string;

  @Field(() => String, {
    description:
      'The type of the event, for instance `job.published`; `endpoint.challenge` and `endpoint.test` are not events of the workspace.',
  })
  type!: string;

  @Field(() => DeliveryStateEnum, { description: 'The state of the delivery.' })
  state!: WebhookDelivery['state'];

  @Field(() => Int, { description: 'The number of attempts.' })
  attempts!: number;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the next attempt is due; null if there is none.' })
  nextAttemptAt!: Date | null;

  @Field(() => Int, { nullable: true, description: 'The HTTP status of the last response; null if there was none.' })
  lastStatus!: number | null;

  @Field(() => String, { nullable: true, description: 'Why the last attempt failed; null if it did not.' })
  lastFault!: string | null;

  @Field(() => GraphQLDateTime, { description: 'When the message was created.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the endpoint accepted the message; null until then.' })
  deliveredAt!: Date | null;

  @Field(() => String, { description: 'The exact body of the request. It has ids, states and links; never the text of a post.' })
  body!: string;
}

export const WebhookDeliveryPageType = createPageType('WebhookDelivery', WebhookDeliveryType);

@ObjectType('WebhookEndpoint', {
  implements: NodeType,
  description: 'A webhook endpoint, which receives the events of a workspace. Its secret is never returned.',
})
export class WebhookEndpointType extends NodeType {
  @Field(() => String, { description: 'The URL that messages are sent to.' })
  url!: string;

  @Field(() => [String], { nullable: true, description: 'The types of events to deliver; null for all.' })
  types!: string[] | null;

  @Field(() => WebhookStateEnum, { description: 'The state of the endpoint.' })
  state!: WebhookEndpoint['state'];

  @Field(() => WebhookEndingEnum, { nullable: true, description: 'Why the endpoint is stopped; null if it is not.' })
  ending!: NonNullable<WebhookEndpoint['ending']> | null;

  @Field(() => Int, { description: 'The number of failed attempts since the last successful one.' })
  failures!: number;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When attempts began to fail; null if the last one succeeded.' })
  failingSince!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the last message was delivered; null if none was.' })
  lastSuccessAt!: Date | null;

  @Field(() => GraphQLDateTime, { description: 'When the endpoint was added.' })
  createdAt!: Date;

  /** Not in the schema: the field resolvers read the row. */
  row!: WebhookEndpoint;
}

@ArgsType()
export class WebhookDeliveriesArgs extends PageArgs {
  @Field(() => DeliveryStateEnum, { nullable: true, description: 'Only deliveries in this state; all if omitted.' })
  state!: WebhookDelivery['state'] | null;
}

const URL_OF = 'URL of the receiver: an `https://` address on the public internet, at most 2,048 characters.';
const SECRET =
  'Your own signing secret: `whsec_` followed by the base64 encoding of 24 to 64 random bytes. Stored encrypted and never returned.';
const TYPES = 'Event types to send, as the event stream names them; all if';

@InputType('AddWebhookEndpointInput', { description: 'A new webhook endpoint.' })
export class AddWebhookEndpointInput {
  @Field(() => ID, { description: 'The workspace whose events are sent, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => String, { description: URL_OF })
  url!: string;

  @Field(() => String, { description: SECRET })
  secret!: string;

  @Field(() => [String], { nullable: true, description: `${TYPES} omitted or null.` })
  types?: string[] | null;
}

@InputType('ChangeWebhookEndpointInput', { description: 'Changes of a webhook endpoint. Omitted fields stay unchanged.' })
export class ChangeWebhookEndpointInput {
  @Field(() => ID, { description: 'The endpoint, `whe_…`.' })
  endpointId!: string;

  @Field(() => String, { nullable: true, description: URL_OF })
  url?: string | null;

  @Field(() => String, { nullable: true, description: SECRET })
  secret?: string | null;

  @Field(() => [String], { nullable: true, description: `${TYPES} null.` })
  types?: string[] | null;
}

@InputType('RedeliverWebhooksInput', { description: 'Deliveries to repeat: pass exactly one of `deliveryId` and `failedSince`.' })
export class RedeliverWebhooksInput {
  @Field(() => ID, { description: 'The endpoint, `whe_…`.' })
  endpointId!: string;

  @Field(() => ID, { nullable: true, description: 'A single delivery, `whd_…`, in any state.' })
  deliveryId?: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'All undelivered messages with a failed attempt since this time.' })
  failedSince?: Date | null;
}

export function toWebhookEndpointType(row: WebhookEndpoint): WebhookEndpointType {
  const { id, url, state, failures, createdAt } = row;
  return {
    ...{ id, url, state, failures, createdAt, row },
    types: row.types ?? null,
    ending: row.ending ?? null,
    failingSince: row.failingSince ?? null,
    lastSuccessAt: row.lastSuccessAt ?? null,
  };
}

export function toWebhookDeliveryType(row: WebhookDelivery, translate: Translate): WebhookDeliveryType {
  const { id, messageId, type, state, attempts, createdAt, body } = row;
  return {
    ...{ id, webhookId: messageId, type, state, attempts, createdAt, body },
    nextAttemptAt: row.nextAttemptAt ?? null,
    lastStatus: row.lastStatus ?? null,
    lastFault: faultOf(row, translate),
    deliveredAt: row.deliveredAt ?? null,
  };
}

/** The row stores the English text; its only possible value is stored separately. */
function faultOf({ lastFault, lastStatus }: WebhookDelivery, translate: Translate): string | null {
  if (lastFault == null) return null;
  const answered = lastStatus == null ? null : answeredWith(lastStatus);
  return translate(lastFault === String(answered) && answered ? answered : lastFault);
}
