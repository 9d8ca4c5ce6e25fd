import { Field, ObjectType } from 'type-graphql';

@ObjectType('PageInfo', { description: 'Whether and where a list goes on behind this page.' })
export class PageInfoType {
  @Field(() => Boolean, { description: 'True when there is at least one more behind this page.' })
  hasNextPage!: boolean;

  @Field(() => String, { nullable: true, description: 'The cursor of the last edge; null on an empty page.' })
  endCursor!: string | null;
}
