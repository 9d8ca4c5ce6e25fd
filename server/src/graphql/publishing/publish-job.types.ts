import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { FAILURE_IS_NEWS_DAYS } from '../../publishing/jobs/workspace-figures.ts';
import type { PublishJob, PublishJobState } from '../../publishing/publish-job.entity.ts';
import { createEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';
import { createPageType, PageArgs } from '../engine/paging.ts';

export const PublishJobStateEnum = createEnum<PublishJobState>('PublishJobState', 'The state of a publish job.', {
  blocked: 'Blocked by at least one gate; see `readiness`.',
  ready: 'Ready; waiting for its scheduled time.',
  queued: 'Waiting for a worker.',
  publishing: 'At least one publication is being sent.',
  published: 'Published on every target.',
  partially_published: 'Published on some targets; the others failed or were cancelled.',
  failed: 'Not published: every target failed.',
  cancelled: 'Cancelled before anything was sent.',
});

const JobModeEnum = createEnum<PublishJob['mode']>('JobMode', 'The basis on which a job is published, and the credits it uses.', {
  approval: 'People’s approval; uses publication credits.',
  auto: 'The grant’s scope `publish:auto`; uses autoposting credits.',
});

@ObjectType('JobViewerCan', {
  description: 'What the caller may currently do with a publish job. Each mutation checks again.',
})
export class JobViewerCanType {
  @Field(() => Boolean, { description: 'Whether the caller may cancel it (`cancelPublishJob`): only until something is sent.' })
  cancel!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether the caller may retry its failed publications (`retryPublishJob`): only if the platforms confirmed that nothing was published.',
  })
  retry!: boolean;
}

@ObjectType('PublishJob', { implements: NodeType, description: 'The work of publishing a draft, with one publication per target.' })
export class PublishJobType extends NodeType {
  @Field(() => ID, { description: 'The job’s workspace, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => PublishJobStateEnum, { description: 'The current state of the job.' })
  state!: PublishJobState;

  @Field(() => JobModeEnum, { description: 'The basis on which the job is published.' })
  mode!: PublishJob['mode'];

  @Field(() => String, { description: 'The SHA-256, in hex, of the content; only exactly this content is published.' })
  contentHash!: string;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'The earliest publishing time; null to publish as soon as possible.' })
  scheduledAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the first of its posts was published; null if none is.' })
  wentOutAt!: Date | null;

  @Field(() => GraphQLDateTime, { description: 'When the job was created.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When the job’s state last changed.' })
  updatedAt!: Date;

  /** Not in the schema: the field resolvers read the row. */
  row!: PublishJob;
}

export const PublishJobPageType = createPageType('PublishJob', PublishJobType);

@ArgsType()
export class PublishJobsArgs extends PageArgs {
  @Field(() => PublishJobStateEnum, { nullable: true, description: 'Only jobs in this state; all if omitted.' })
  state!: PublishJobState | null;

  @Field(() => String, { nullable: true, description: 'Only jobs with a publication on this platform; all if omitted.' })
  platform!: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True for only jobs with a published post (on `platform`, if set), ordered by the time of the first published one, newest first; all if omitted or false.',
  })
  isOut!: boolean | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'With `isOut`: only jobs first published at or after this time.' })
  wentOutFrom!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'With `isOut`: only jobs first published before this time.' })
  wentOutBefore!: Date | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True for only jobs being published, or due within 24 hours, without an unknown outcome, as `figures.goingOut` counts them, earliest first; all if omitted or false.',
  })
  isGoingOut!: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: `True for only jobs that failed, fully or partially, in the last ${FAILURE_IS_NEWS_DAYS} days, as \`figures.failed\` counts them, the latest failure first; all if omitted or false.`,
  })
  isRecentFailure!: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True for only jobs with a publication with an unknown outcome; all if omitted or false.',
  })
  isUnknown!: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True for only jobs that need no further decision and are still blocked; all if omitted or false.',
  })
  isHeldBack!: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True for only jobs that are blocked, being sent, published or failed, without those awaiting a decision or cancelled; all if omitted or false.',
  })
  isSentOrHeld!: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True for only jobs with a published post whose removal was requested and awaits a signature; all if omitted or false.',
  })
  isRemovalRequested!: boolean | null;

  @Field(() => ID, { nullable: true, description: 'Only jobs requested by this agent, `agt_…`; all if omitted.' })
  agentId!: string | null;

  @Field(() => String, { nullable: true, description: 'Only jobs whose draft has this label; all if omitted.' })
  label!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only jobs whose source text contains words that begin with each of these; all if omitted.',
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
