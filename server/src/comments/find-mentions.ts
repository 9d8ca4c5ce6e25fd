import { currentCaptionsOf } from '../captions/caption-queries.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { DomainError } from '../errors.ts';
import { joined, type LocalizedMessage, say } from '../languages/sentence.ts';
import { firstCommentIn } from '../platforms/platform/first-comment.ts';

const MOST_MENTIONED = 20;
const MOST_NAMED = 5;

/**
 * `@name` at the beginning of a word; neither a mail address nor `@name@server`, which is a network account.
 */
const HANDLE = /(?<![\p{L}\p{N}_@./])@(?<name>[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?)(?![\p{L}\p{N}_@])/gu;

interface Person {
  userId: string;
  name: string;
}

/**
 * The members mentioned by a person's comment: by id, and in the text as `@Name`, by full name or by a unique
 * first name. Unknown names are refused, since the comment would reach no one. Handles that the draft itself
 * contains are ignored, and so is clients' text, since they do not know the members' names.
 */
export async function findMentions(
  ctx: Context,
  draft: Draft,
  { text, given }: { text: string; given: readonly string[] },
): Promise<string[]> {
  const handles = [...text.matchAll(HANDLE)];
  if (ctx.actor.kind === 'client' || (handles.length === 0 && given.length === 0)) return [];
  if (ctx.actor.kind !== 'user') {
    await refuseUnlessOfDraft(ctx, draft, handles.map(nameOf), () => say`Agents cannot mention people: the people concerned are notified.`);
    return [];
  }
  const people = (
    await query(
      ctx.em,
      tables
        .selectFrom('memberships as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .select(['m.user_id', 'u.name'])
        .where('m.account_id', '=', draft.accountId),
    )
  ).map(({ user_id: userId, name }): Person => ({ userId, name }));
  if (given.some((id) => !people.some(({ userId }) => userId === id)))
    throw fault('/mentions', say`Only members of the account can be mentioned.`);
  const unknown: string[] = [];
  const named = handles.flatMap((handle) => {
    const found = namedAt(text, handle.index + 1, people);
    if (found.length > 0) return found;
    const byFirstName = people.filter(({ name }) => isSame(firstNameOf(name), nameOf(handle)));
    if (byFirstName.length !== 1) unknown.push(nameOf(handle));
    return byFirstName.length === 1 ? byFirstName : [];
  });
  await refuseUnlessOfDraft(ctx, draft, unknown, (name) => {
    const similar = people.filter((person) => isSame(firstNameOf(person.name), name)).map((person) => person.name);
    if (similar.length > 0) return say`“@${name}” could be ${joined(similar.slice(0, MOST_NAMED), ', ')}: write the whole name.`;
    return say`No member is called “@${name}”: choose a name from the list, or leave out the @.`;
  });
  const userIds = [...new Set([...given, ...named.map(({ userId }) => userId)])];
  if (userIds.length > MOST_MENTIONED) throw fault('/mentions', say`At most ${MOST_MENTIONED} people can be mentioned at once.`);
  return userIds;
}

const nameOf = ({ groups }: RegExpExecArray): string => groups?.name ?? '';
const firstNameOf = (name: string): string => name.split(/\s/u)[0] ?? name;
const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The people whose full name is at this position; the longest match wins. */
function namedAt(text: string, start: number, people: readonly Person[]): Person[] {
  const fits = people.filter(({ name }) => {
    const next = text.slice(start + name.length);
    return isSame(text.slice(start, start + name.length), name) && !/^[\p{L}\p{N}_]/u.test(next);
  });
  const longest = Math.max(...fits.map(({ name }) => name.length));
  return fits.filter(({ name }) => name.length === longest);
}

async function refuseUnlessOfDraft(
  ctx: Context,
  draft: Draft,
  names: readonly string[],
  why: (name: string) => LocalizedMessage,
): Promise<void> {
  if (names.length === 0) return;
  const captions = (await currentCaptionsOf(ctx, [draft.id])).get(draft.id)?.captions ?? [];
  const words = [draft.sourceText, ...captions.flatMap(({ text, thread, settings }) => [text, ...thread, firstCommentIn(settings) ?? ''])]
    .join('\n')
    .toLowerCase();
  const unknown = names.find((name) => !words.includes(`@${name.toLowerCase()}`));
  if (unknown !== undefined) throw fault('/text', why(unknown));
}

const fault = (pointer: string, message: LocalizedMessage) =>
  new DomainError('validation_failed', { message, fields: [{ pointer, message }] });
