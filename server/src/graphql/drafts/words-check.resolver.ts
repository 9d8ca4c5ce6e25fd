import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { GeneratedCaption } from '../../captions/caption-generator.ts';
import { commonWordsOf, composeWords, type UnsavedSource } from '../../publishing/review/content/common-words.ts';
import { type Around, checkWords } from '../../publishing/review/content/validate-words.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { WorkspaceType } from '../workspaces/workspace.types.ts';
import { DraftType } from './draft.types.ts';
import { BesideWordsInput, toWordsCheckType, WordsCheckType, WordsInput } from './draft-changes.types.ts';
import { toDescribedPictures } from './picture.types.ts';
import { toWords } from './setting.types.ts';

@Resolver(() => DraftType)
export class DraftWordsCheckResolver {
  @FieldResolver(() => [WordsCheckType], { description: 'Checks unsaved captions of the draft. Stores nothing.' })
  async check(
    @Ctx() ctx: GraphqlContext,
    @Root() { row }: DraftType,
    @Arg('words', () => [WordsInput], { description: 'Unsaved captions, at most one per platform.' }) words: WordsInput[],
    @Arg('beside', () => BesideWordsInput, { nullable: true, description: 'Further unsaved changes.' })
    unsaved?: BesideWordsInput | null,
  ): Promise<WordsCheckType[]> {
    const source = {
      sourceText: unsaved?.sourceText ?? row.sourceText,
      link: unsaved?.link === undefined ? (row.link ?? null) : unsaved.link,
      wording: unsaved?.wording === undefined ? (row.wording ?? null) : unsaved.wording,
    };
    const around = {
      workspaceId: row.workspaceId,
      connectionIds: row.connectionIds ?? null,
      linkCardId: row.linkCardId ?? null,
      link: source.link,
      sourceText: source.sourceText,
      pictures: toDescribedPictures(unsaved?.pictures) ?? (row.mediaIds ?? []).map((mediaId) => ({ mediaId })),
    };
    const common = await commonWordsOf(ctx, row, uncovered(unsaved, words), source);
    return checked(ctx, around, [...words.map(toWords), ...common]);
  }
}

@Resolver(() => WorkspaceType)
export class NewWordsCheckResolver {
  @FieldResolver(() => [WordsCheckType], {
    description: 'Checks captions for a new draft. Stores nothing and does not fetch the link’s page.',
  })
  async checkWords(
    @Ctx() ctx: GraphqlContext,
    @Root() { row: { id: workspaceId } }: WorkspaceType,
    @Arg('words', () => [WordsInput], { description: 'Unsaved captions, at most one per platform.' }) words: WordsInput[],
    @Arg('beside', () => BesideWordsInput, { description: 'The rest of the new draft.' }) unsaved: BesideWordsInput,
  ): Promise<WordsCheckType[]> {
    const source: UnsavedSource = { sourceText: unsaved.sourceText ?? '', link: unsaved.link ?? null, wording: unsaved.wording ?? null };
    const { link, sourceText } = source;
    const around = { workspaceId, linkCardId: null, link, sourceText, pictures: toDescribedPictures(unsaved.pictures) ?? [] };
    const common = await composeWords(ctx, workspaceId, uncovered(unsaved, words), source);
    return checked(ctx, around, [...words.map(toWords), ...common]);
  }
}

/** The platforms whose captions are generated from the source text. */
function uncovered(unsaved: BesideWordsInput | null | undefined, words: readonly WordsInput[]): string[] {
  return (unsaved?.platforms ?? []).filter((id) => !words.some(({ platform }) => platform === id));
}

async function checked(ctx: GraphqlContext, around: Around, words: readonly GeneratedCaption[]): Promise<WordsCheckType[]> {
  return (await checkWords(ctx, around, words)).map((each) => toWordsCheckType(each, ctx.translate));
}
