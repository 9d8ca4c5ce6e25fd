import { Field, ID, ObjectType } from 'type-graphql';
import type { Actor } from '../../access/actor.ts';
import { createEnum } from '../engine/create-enum.ts';

export type ViewerKind = 'user' | 'agent';

const ViewerKindEnum = createEnum<ViewerKind>('ViewerKind', 'What kind of caller is behind the request.', {
  user: 'A person, signed in to the console.',
  agent: 'An external program with an API key.',
});

@ObjectType('Viewer', { description: 'Who is asking: the signed-in person or the agent behind the API key.' })
export class ViewerType {
  @Field(() => ID, { description: 'The id of the person (`usr_…`), or of the grant behind the API key (`grt_…`).' })
  id!: string;

  @Field(() => ViewerKindEnum, { description: 'Person or agent.' })
  kind!: ViewerKind;

  @Field(() => String, { description: 'The name of the person or of the agent.' })
  name!: string;

  @Field(() => String, { nullable: true, description: "The person's e-mail address, in lower case; null for an agent." })
  email!: string | null;

  @Field(() => Boolean, { description: 'Whether this person runs the service. Always false for an agent.' })
  isOperator!: boolean;
}

/** Null for whoever is not a person or an agent. */
export function toViewerType(actor: Actor): ViewerType | null {
  if (actor.kind === 'user') return { id: actor.userId, kind: 'user', name: actor.name, email: actor.email, isOperator: actor.isOperator };
  if (actor.kind === 'agent') return { id: actor.grantId, kind: 'agent', name: actor.agentName, email: null, isOperator: false };
  return null;
}
