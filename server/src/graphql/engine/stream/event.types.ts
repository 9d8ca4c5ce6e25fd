import { GraphQLDateTime, GraphQLJSON } from 'graphql-scalars';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { Config } from '../../../config/config.ts';
import type { Event, EventData } from '../../../events/event.entity.ts';
import { EVENT_TYPES, type EventType as TypeOfEvent } from '../../../events/event-types.ts';
import { presentEvent } from '../../../events/present-event.ts';
import { createEnum } from '../create-enum.ts';
import { createPageType } from '../paging.ts';

export const EventTypeEnum = createEnum<TypeOfEvent>('EventType', 'What has happened.', EVENT_TYPES);

@ObjectType('Event', {
  description: 'Something that happened in a workspace, as returned by REST and delivered by webhook. Kept for 90 days.',
})
export class EventType {
  @Field(() => ID, { description: '`evt_…`; the same when it is delivered again.' })
  id!: string;

  @Field(() => Int, { description: 'Its number in the workspace, the cursor of `Workspace.events` and `Subscription.events`.' })
  sequence!: number;

  @Field(() => EventTypeEnum, { description: 'What has happened.' })
  type!: TypeOfEvent;

  @Field(() => GraphQLDateTime, { description: 'When it happened.' })
  createdAt!: Date;

  @Field(() => ID, {
    description:
      'What it happened to: an approval, publish job, publication, draft, connection, grant, webhook endpoint, standing approval, workspace or account.',
  })
  subjectId!: string;

  @Field(() => ID, { nullable: true, description: 'The draft that it is about; null where it is about none.' })
  draftId!: string | null;

  @Field(() => GraphQLJSON, { description: 'Ids, states and hashes, named as over REST; never the words of a post.' })
  data!: EventData;

  @Field(() => [String], { description: 'What an agent can usually do after it, named as over REST.' })
  allowedActions!: string[];
}

export const EventPageType = createPageType('Event', EventType);

@ArgsType()
export class EventsArgs {
  @Field(() => ID, {
    nullable: true,
    description:
      'The number of the last event that was read; 0 for all that is kept. One behind which some are kept no longer is refused as `cursor_too_old`.',
  })
  after!: string | null;

  @Field(() => [EventTypeEnum], { nullable: true, description: 'Only these; all of them when left out.' })
  types!: TypeOfEvent[] | null;
}

@ArgsType()
export class EventPageArgs extends EventsArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: 25,
    description: 'How many at the most, from 1 to 100. Anything else is refused as `bad_user_input`.',
  })
  first!: number | null;
}

@ArgsType()
export class FollowEventsArgs extends EventsArgs {
  @Field(() => ID, { description: '`wsp_…`.' })
  workspaceId!: string;
}

export function toEventType(config: Config, row: Event): EventType {
  const { id, sequence, type, createdAt, subjectId, draftId = null, data } = row;
  return { id, sequence, type, createdAt, subjectId, draftId, data, allowedActions: presentEvent(config, row).allowed_actions };
}
