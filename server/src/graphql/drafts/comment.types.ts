import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { CommentVisibility } from '../../comments/comment.entity.ts';
import type { CommentThread, NamedComment } from '../../comments/comment-queries.ts';
import { localizeName, type Translate } from '../../languages/translate.ts';
import { createEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';

export const CommentVisibilityEnum = createEnum<CommentVisibility>('CommentVisibility', 'Who can read a comment thread.', {
  internal: 'Members of the account.',
  shared: 'Members of the account, the draft’s agent, and clients that the draft is shared with.',
});

const CommentAuthorEnum = createEnum<NamedComment['kind']>('CommentAuthorKind', 'The kind of a comment’s author.', {
  person: 'A member of the account.',
  agent: 'An agent.',
  client: 'A client, by a client link; `by` is the client’s email address.',
});

@ObjectType('Comment', { implements: NodeType, description: 'A comment on a draft. Immutable.' })
export class CommentType extends NodeType {
  @Field(() => String, {
    description: 'The text with its line breaks, without control characters and characters that change the text direction.',
  })
  text!: string;

  @Field(() => String, { description: 'The author’s name.' })
  by!: string;

  @Field(() => CommentAuthorEnum, { description: 'The kind of author.' })
  kind!: NamedComment['kind'];

  @Field(() => GraphQLDateTime, { description: 'When the comment was written.' })
  createdAt!: Date;
}

@ObjectType('CommentThread', {
  implements: NodeType,
  description: 'A comment thread on a draft. Its id is that of its first comment.',
})
export class CommentThreadType extends NodeType {
  @Field(() => CommentVisibilityEnum, { description: 'Who can read the thread.' })
  visibility!: CommentVisibility;

  @Field(() => String, {
    nullable: true,
    description: 'The quoted passage that the thread is about, as it was then; null for the whole draft.',
  })
  quote!: string | null;

  @Field(() => String, { nullable: true, description: 'The platform whose caption is quoted; null for the source text.' })
  platform!: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the thread was resolved; null if open.' })
  resolvedAt!: Date | null;

  @Field(() => [CommentType], { description: 'The first comment and at most the 20 newest replies, oldest first.' })
  comments!: CommentType[];

  @Field(() => Boolean, { description: 'Whether there are further replies between the first comment and the others in `comments`.' })
  hasEarlier!: boolean;
}

@InputType({ description: 'A comment or reply to add.' })
export class AddCommentInput {
  @Field(() => ID, { description: 'The draft, `drf_…`.' })
  draftId!: string;

  @Field(() => ID, { nullable: true, description: 'The thread to reply to, `cmt_…`; a new thread if omitted.' })
  threadId!: string | null;

  @Field(() => String, {
    description: 'Plain text, 1 to 4,000 characters. `@Name` mentions a member of the account; an unknown name is refused.',
  })
  text!: string;

  @Field(() => CommentVisibilityEnum, {
    nullable: true,
    description: 'Who can read a new thread; `INTERNAL` if omitted. Threads of agents are always shared.',
  })
  visibility!: CommentVisibility | null;

  @Field(() => String, { nullable: true, description: 'The passage that a new thread is about, exactly as in the current draft.' })
  quote!: string | null;

  @Field(() => String, { nullable: true, description: 'The platform whose caption contains `quote`; the source text if omitted.' })
  platform!: string | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Members to mention, `usr_…`, in addition to each `@Name` in the text.',
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
