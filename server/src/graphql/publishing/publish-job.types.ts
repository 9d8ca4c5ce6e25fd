import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import type { PublishJob, PublishJobState } from '../../publishing/publish-job.entity.ts';
import { createEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';
import { createPageType, PageArgs } from '../engine/paging.ts';

export const PublishJobStateEnum = createEnum<PublishJobState>('PublishJobState', 'How far a publish job has come.', {
  blocked: 'Waits for a gate; its readiness says for which.',
  ready: 'Only waits for its time.',
  queued: 'Waits for a worker.',
  publishing: 'At least one publication is on its way.',
  published: 'Out on every target.',
  partially_published: 'Out on some targets; the others failed.',
  failed: 'Out nowhere: every target failed.',
  cancelled: 'Taken back before anything was sent.',
});

const JobModeEnum = createEnum<PublishJob['mode']>('JobMode', 'The permission of a job, and the credits it draws.', {
  approval: 'People’s approval; draws publication credits.',
  auto: 'The grant’s own right; draws autoposting credits.',
});

@ObjectType('JobViewerCan', {
  description: 'What the caller may do with a publish job in its current state. The mutation checks it again.',
})
export class JobViewerCanType {
  @Field(() => Boolean, { description: 'Take it back (`cancelPublishJob`): only while nothing was sent.' })
  cancel!: boolean;

  @Field(() => Boolean, {
    description: 'Ask again for what failed (`retryPublishJob`): only where the platform promises that nothing was published.',
  })
  retry!: boolean;
}

@ObjectType('PublishJob', { implements: NodeType, description: 'The queued task for a draft, with one publication for each target.' })
export class PublishJobType extends NodeType {
  @Field(() => ID, { description: 'The workspace it belongs to.' })
  workspaceId!: string;

  @Field(() => PublishJobStateEnum, { description: 'How far it has come.' })
  state!: PublishJobState;

  @Field(() => JobModeEnum, { description: 'What it goes out under.' })
  mode!: PublishJob['mode'];

  @Field(() => String, { description: 'SHA-256, in hex, of the content that goes out; nothing else does.' })
  contentHash!: string;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Not before this moment; null: as soon as it may.' })
  scheduledAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the first of its posts went out; null while none is out.' })
  wentOutAt!: Date | null;

  @Field(() => GraphQLDateTime, { description: 'When it was asked for.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When its state last changed.' })
  updatedAt!: Date;

  /** Not in the schema: the field resolvers read the row. */
  row!: PublishJob;
}

export const PublishJobPageType = createPageType('PublishJob', PublishJobType);

@ArgsType()
export class PublishJobsArgs extends PageArgs {
  @Field(() => PublishJobStateEnum, { nullable: true, description: 'Only those in this state; null for all.' })
  state!: PublishJobState | null;

  @Field(() => String, { nullable: true, description: 'Only those that go to this platform; null for all.' })
  platform!: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Only those of which a post is out, there if a platform is named, in the order in which they first went out, the newest first; null or false for all.',
  })
  isOut!: boolean | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'With `isOut`: only those that first went out from then on.' })
  wentOutFrom!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'With `isOut`: only those that first went out before then.' })
  wentOutBefore!: Date | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only those that need no decision any more and still cannot go out; null or false for all.',
  })
  isHeldBack!: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Only those that are held back, being sent, sent or failed, not those that wait for a decision or were cancelled; null or false for all.',
  })
  isSentOrHeld!: boolean | null;

  @Field(() => ID, { nullable: true, description: 'Only those that this agent asked for, `agt_…`; null for all.' })
  agentId!: string | null;

  @Field(() => String, { nullable: true, description: 'Only those whose draft has this label; null for all.' })
  label!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only those whose source text has all of these words, or words that begin so; null for all.',
  })
  search!: string | null;
}

export function toPublishJobType(row: PublishJob): PublishJobType {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    state: row.state,
    mode: row.mode,
    contentHash: row.contentHash,
    scheduledAt: row.scheduledAt ?? null,
    wentOutAt: row.wentOutAt ?? null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    row,
  };
}
