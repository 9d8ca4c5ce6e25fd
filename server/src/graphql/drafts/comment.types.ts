import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { CommentVisibility } from '../../comments/comment.entity.ts';
import type { CommentThread, NamedComment } from '../../comments/comment-queries.ts';
import { localizeName, type Translate } from '../../languages/translate.ts';
import { createEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';

export const CommentVisibilityEnum = createEnum<CommentVisibility>('CommentVisibility', 'Who sees a thread of comments.', {
  internal: 'People of the account.',
  shared: 'The client with whom the draft is shared, and the agent, too.',
});

const CommentAuthorEnum = createEnum<NamedComment['kind']>('CommentAuthorKind', 'The author of a comment.', {
  person: 'A person of the account.',
  agent: 'An agent.',
  client: 'A client, by a link; `by` is their mail address.',
});

@ObjectType('Comment', { implements: NodeType, description: 'One comment on a draft. Immutable.' })
export class CommentType extends NodeType {
  @Field(() => String, { description: 'The words, with their lines; controls and what turns text were taken out.' })
  text!: string;

  @Field(() => String, { description: 'The name of the author.' })
  by!: string;

  @Field(() => CommentAuthorEnum, { description: 'What they are.' })
  kind!: NamedComment['kind'];

  @Field(() => GraphQLDateTime, { description: 'When it was written.' })
  createdAt!: Date;
}

@ObjectType('CommentThread', {
  implements: NodeType,
  description: 'A thread of comments on a draft. Its id is that of its first comment.',
})
export class CommentThreadType extends NodeType {
  @Field(() => CommentVisibilityEnum, { description: 'Who sees it.' })
  visibility!: CommentVisibility;

  @Field(() => String, { nullable: true, description: 'The words that it is about, as they stood then; null: the whole draft.' })
  quote!: string | null;

  @Field(() => String, { nullable: true, description: 'The platform in whose words they stood; null: the source text.' })
  platform!: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Since when it is done; null while it is open.' })
  resolvedAt!: Date | null;

  @Field(() => [CommentType], { description: 'The first, and its newest 20 answers at the most, the oldest first.' })
  comments!: CommentType[];

  @Field(() => Boolean, { description: 'Whether there are answers between the first and the others in `comments`.' })
  hasEarlier!: boolean;
}

@InputType({ description: 'The comments on a draft.' })
export class AddCommentInput {
  @Field(() => ID, { description: 'The draft.' })
  draftId!: string;

  @Field(() => ID, { nullable: true, description: 'The thread that is answered; a new one when left out.' })
  threadId!: string | null;

  @Field(() => String, {
    description: 'In plain text, 1 to 4,000 characters. `@Name` calls a person of the account; a name that fits no one is refused.',
  })
  text!: string;

  @Field(() => CommentVisibilityEnum, {
    nullable: true,
    description: 'Of a new thread; `INTERNAL` if omitted. Comments of agents are always shared.',
  })
  visibility!: CommentVisibility | null;

  @Field(() => String, { nullable: true, description: 'The passage that a new thread is about, exactly as in the current draft.' })
  quote!: string | null;

  @Field(() => String, { nullable: true, description: 'The platform whose text contains it; the source text if omitted.' })
  platform!: string | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'People of the account who are called, `usr_…`, besides those whom the text names as `@Name`.',
  })
  mentions!: string[] | null;
}

export function toCommentType({ id, text, by, kind, createdAt }: NamedComment, translate: Translate): CommentType {
  return { id, text, by: localizeName(by, translate), kind, createdAt };
}

export function toCommentThreadType(thread: CommentThread, translate: Translate): CommentThreadType {
  const { id, visibility, quote, platform, resolvedAt, hasEarlier } = thread;
  const comments = thread.comments.map((comment) => toCommentType(comment, translate));
  return { id, visibility, quote, platform, resolvedAt, comments, hasEarlier };
}
