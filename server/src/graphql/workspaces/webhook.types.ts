import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Translate } from '../../languages/translate.ts';
import { answeredWith } from '../../webhooks/send-delivery.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.ts';
import { createEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';
import { createPageType, PageArgs } from '../engine/paging.ts';

const WebhookStateEnum = createEnum<WebhookEndpoint['state']>('WebhookState', 'The state of a webhook endpoint.', {
  unproven: 'It has not answered its challenge yet.',
  active: 'Events are delivered to it.',
  stopped: 'Nothing is sent there any more.',
});

const WebhookEndingEnum = createEnum<NonNullable<WebhookEndpoint['ending']>>('WebhookEnding', 'Why an address is stopped.', {
  revoked: 'The access that it belongs to has ended.',
  gone: 'It answered that it wants nothing more.',
  failing: 'It has taken nothing for three days.',
});

const DeliveryStateEnum = createEnum<WebhookDelivery['state']>('WebhookDeliveryState', 'What became of a message.', {
  pending: 'It is sent, or sent again.',
  delivered: 'It was taken.',
  failed: 'It was not taken, and is tried no more by itself.',
});

@ObjectType('WebhookDelivery', { implements: NodeType, description: 'One message to one address; kept for 30 days.' })
export class WebhookDeliveryType extends NodeType {
  @Field(() => String, { description: 'Its `webhook-id`, the same on every attempt.' })
  webhookId!: string;

  @Field(() => String, {
    description: 'What it tells, for instance `job.published`; `endpoint.challenge` and `endpoint.test` tell nothing.',
  })
  type!: string;

  @Field(() => DeliveryStateEnum, { description: 'What became of it.' })
  state!: WebhookDelivery['state'];

  @Field(() => Int, { description: 'How often it was sent.' })
  attempts!: number;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it is sent next; null where it is not.' })
  nextAttemptAt!: Date | null;

  @Field(() => Int, { nullable: true, description: 'The status that was answered last; null where no answer came.' })
  lastStatus!: number | null;

  @Field(() => String, { nullable: true, description: 'What was wrong with that.' })
  lastFault!: string | null;

  @Field(() => GraphQLDateTime, { description: 'When it was written.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was taken.' })
  deliveredAt!: Date | null;

  @Field(() => String, { description: 'As it is sent, byte for byte. Ids, states and links; never words of a post.' })
  body!: string;
}

export const WebhookDeliveryPageType = createPageType('WebhookDelivery', WebhookDeliveryType);

@ObjectType('WebhookEndpoint', {
  implements: NodeType,
  description: 'An address that receives the events of a workspace. Its secret is never returned.',
})
export class WebhookEndpointType extends NodeType {
  @Field(() => String, { description: 'Where messages go.' })
  url!: string;

  @Field(() => [String], { nullable: true, description: 'Only these types of events; null is all.' })
  types!: string[] | null;

  @Field(() => WebhookStateEnum, { description: 'Its state.' })
  state!: WebhookEndpoint['state'];

  @Field(() => WebhookEndingEnum, { nullable: true, description: 'Why it is stopped; null while it is not.' })
  ending!: NonNullable<WebhookEndpoint['ending']> | null;

  @Field(() => Int, { description: 'Attempts that failed since the last that did not.' })
  failures!: number;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Since when; null while it works.' })
  failingSince!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it last took a message; null: never.' })
  lastSuccessAt!: Date | null;

  @Field(() => GraphQLDateTime, { description: 'When it was added.' })
  createdAt!: Date;

  /** Not in the schema: the field resolvers read the row. */
  row!: WebhookEndpoint;
}

@ArgsType()
export class WebhookDeliveriesArgs extends PageArgs {
  @Field(() => DeliveryStateEnum, { nullable: true, description: 'Only those in this state; null for all.' })
  state!: WebhookDelivery['state'] | null;
}

@InputType('RedeliverWebhooksInput', { description: 'What to send again: exactly one of `deliveryId` and `failedSince`.' })
export class RedeliverWebhooksInput {
  @Field(() => ID, { description: 'The address, `whe_…`.' })
  endpointId!: string;

  @Field(() => ID, { nullable: true, description: 'This message, `whd_…`, whatever became of it.' })
  deliveryId?: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Every message that failed an attempt since then and is not delivered.' })
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
