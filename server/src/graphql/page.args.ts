import { ArgsType, Field, Int } from 'type-graphql';

/** Most that one page may hold. */
export const MAX_PAGE_SIZE = 100;

@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: 25,
    description: 'How many at the most, from 1 to 100. Anything else is refused as `bad_user_input`.',
  })
  first!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'A cursor of this same list; the page begins behind it. A cursor that cannot be read is refused as `bad_user_input`.',
  })
  after!: string | null;
}
