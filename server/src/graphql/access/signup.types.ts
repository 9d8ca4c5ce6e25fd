import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Signup } from '../../access/signups/signup.entity.ts';
import { createPageType } from '../engine/paging.ts';

@ObjectType('Signup', { description: 'A sign-up request that waits for the operator. It grants no access yet.' })
export class SignupType {
  @Field(() => ID, { description: '`sgn_…`.' })
  id!: string;

  @Field(() => String, { description: 'As the person called themselves.' })
  name!: string;

  @Field(() => String, { description: 'As the account and its first workspace are to be called.' })
  workspaceName!: string;

  @Field(() => String, { description: 'The e-mail address, confirmed by a mail.' })
  email!: string;

  @Field(() => GraphQLDateTime, { description: 'Since when it waits.' })
  askedAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When it ends by itself.' })
  expiresAt!: Date;
}

export const SignupPageType = createPageType('Signup', SignupType);

@ObjectType('Plan', { description: 'A plan of the catalogue: how many publications an account gets each month.' })
export class PlanType {
  @Field(() => String, { description: 'Its key, for instance `trial`.' })
  id!: string;

  @Field(() => String, { description: 'As people call it.' })
  label!: string;

  @Field(() => Int, { description: 'Publications in each calendar month (UTC).' })
  publicationsPerMonth!: number;

  @Field(() => Boolean, { description: 'Whether an account gets it where nothing else is chosen.' })
  isFirst!: boolean;
}

/** A pending sign-up has all fields. */
export function toSignupType({ id, name, workspaceName, email, askedAt, createdAt, expiresAt }: Signup): SignupType {
  return { id, name: name ?? '', workspaceName: workspaceName ?? '', email, askedAt: askedAt ?? createdAt, expiresAt };
}
