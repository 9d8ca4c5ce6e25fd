import { Field, ObjectType } from 'type-graphql';
import type { Author } from '../../drafts/draft-authors.ts';
import { sayName, type Translate } from '../../languages/translate.ts';
import { createEnum } from '../engine/create-enum.ts';

export type AuthorKind = 'agent' | 'person';

const AuthorKindEnum = createEnum<AuthorKind>('AuthorKind', 'Whether an agent or a person made something.', {
  agent: 'An external program, acting under a grant of the customer.',
  person: 'A person of the account.',
});

@ObjectType('Author', { description: 'The author of a draft, or the requester of a publish job.' })
export class AuthorType {
  @Field(() => AuthorKindEnum, { description: 'Agent or person.' })
  kind!: AuthorKind;

  @Field(() => String, { description: 'The name of the agent behind the grant, or of the person.' })
  name!: string;
}

export const toAuthorType = ({ kind, name }: Author, translate: Translate): AuthorType => ({ kind, name: sayName(name, translate) });
