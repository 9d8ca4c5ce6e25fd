import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { readScopes } from '../../access/grants/create-grant.ts';
import type { NarrowGrantInput as NarrowInput } from '../../access/grants/narrow-grant.ts';

@ObjectType('GrantViewerCan', { description: 'What the caller may do with a grant. Each mutation checks it again.' })
export class GrantViewerCanType {
  @Field(() => Boolean, { description: 'Narrow, pause, resume and revoke it, and ask for a new key: owners only, while it is active.' })
  manage!: boolean;

  @Field(() => Boolean, { description: 'Revoke it while it is active: owners, and members for their own program.' })
  revoke!: boolean;
}

@InputType({ description: 'What is taken away from a grant; what is left out stays as it is. Nothing can be added.' })
export class NarrowGrantInput {
  @Field(() => ID, { description: '`grt_…`.' })
  grantId!: string;

  @Field(() => [String], { nullable: true, description: 'Those that stay.' })
  scopes?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'True: it publishes to the sandbox only from now on.' })
  isSandboxOnly?: boolean | null;

  @Field(() => Int, { nullable: true, description: 'Publish jobs in a day; not more than today.' })
  jobsPerDay?: number | null;

  @Field(() => Int, { nullable: true, description: 'Credits in a month; not more than today.' })
  creditsPerMonth?: number | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it ends; not later than today.' })
  expiresAt?: Date | null;
}

export function toNarrowInput({ grantId, scopes, isSandboxOnly, jobsPerDay, creditsPerMonth, expiresAt }: NarrowGrantInput): NarrowInput {
  return {
    grantId,
    ...(scopes ? { scopes: scopes.length > 0 ? readScopes(scopes) : [] } : {}),
    ...(typeof isSandboxOnly === 'boolean' ? { isSandboxOnly } : {}),
    ...(typeof jobsPerDay === 'number' ? { jobsPerDay } : {}),
    ...(typeof creditsPerMonth === 'number' ? { creditsPerMonth } : {}),
    ...(expiresAt ? { expiresAt } : {}),
  };
}
