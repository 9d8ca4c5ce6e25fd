import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { GeneratedCaption } from '../../captions/caption-generator.ts';
import { type Around, checkWords } from '../../publishing/review/content/check-words.ts';
import { commonWordsOf, composeWords, type UnsavedSource } from '../../publishing/review/content/common-words.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { WorkspaceType } from '../workspaces/workspace.types.ts';
import { DraftType } from './draft.types.ts';
import { BesideWordsInput, toWordsCheckType, WordsCheckType, WordsInput } from './draft-changes.types.ts';
import { toDescribedPictures } from './picture.types.ts';
import { toWords } from './setting.types.ts';

/** What unsaved words of a draft would become. */
@Resolver(() => DraftType)
export class DraftWordsCheckResolver {
  @FieldResolver(() => [WordsCheckType], { description: 'What these words would come to. Writes nothing.' })
  async check(
    @Ctx() ctx: GraphqlContext,
    @Root() { row }: DraftType,
    @Arg('words', () => [WordsInput], { description: 'Unsaved words; at most one for each platform.' }) words: WordsInput[],
    @Arg('beside', () => BesideWordsInput, { nullable: true, description: 'What else is unsaved.' })
    beside?: BesideWordsInput | null,
  ): Promise<WordsCheckType[]> {
    const source = {
      sourceText: beside?.sourceText ?? row.sourceText,
      link: beside?.link === undefined ? (row.link ?? null) : beside.link,
      wording: beside?.wording === undefined ? (row.wording ?? null) : beside.wording,
    };
    const around = {
      workspaceId: row.workspaceId,
      linkCardId: row.linkCardId ?? null,
      link: source.link,
      pictures: toDescribedPictures(beside?.pictures) ?? (row.mediaIds ?? []).map((mediaId) => ({ mediaId })),
    };
    const common = await commonWordsOf(ctx, row, uncovered(beside, words), source);
    return checked(ctx, around, [...words.map(toWords), ...common]);
  }
}

/** As above before there is a draft. */
@Resolver(() => WorkspaceType)
export class NewWordsCheckResolver {
  @FieldResolver(() => [WordsCheckType], {
    description: 'What these words would come to in a new draft. Writes nothing, and fetches no link card.',
  })
  async checkWords(
    @Ctx() ctx: GraphqlContext,
    @Root() { row: { id: workspaceId } }: WorkspaceType,
    @Arg('words', () => [WordsInput], { description: 'Unsaved words; at most one for each platform.' }) words: WordsInput[],
    @Arg('beside', () => BesideWordsInput, { description: 'What goes with them.' }) beside: BesideWordsInput,
  ): Promise<WordsCheckType[]> {
    const source: UnsavedSource = { sourceText: beside.sourceText ?? '', link: beside.link ?? null, wording: beside.wording ?? null };
    const around = { workspaceId, linkCardId: null, link: source.link, pictures: toDescribedPictures(beside.pictures) ?? [] };
    const common = await composeWords(ctx, workspaceId, uncovered(beside, words), source);
    return checked(ctx, around, [...words.map(toWords), ...common]);
  }
}

/** The platforms whose words come from the source text. */
function uncovered(beside: BesideWordsInput | null | undefined, words: readonly WordsInput[]): string[] {
  return (beside?.platforms ?? []).filter((id) => !words.some(({ platform }) => platform === id));
}

async function checked(ctx: GraphqlContext, around: Around, words: readonly GeneratedCaption[]): Promise<WordsCheckType[]> {
  return (await checkWords(ctx, around, words)).map((each) => toWordsCheckType(each, ctx.translate));
}
