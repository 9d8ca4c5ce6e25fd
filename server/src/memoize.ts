import { hash } from 'node:crypto';
import { setImmediate as others } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** A question about a text; equal questions have equal answers. */
export interface Question<Answer> {
  key: string;
  /** How much there is to read for it. */
  characters: number;
  here(): Answer | Promise<Answer>;
  /** In a thread. */
  there(): Promise<Answer>;
}

interface Memo<Answer> {
  /** The characters to read for uncached questions, without duplicates. */
  unread(questions: readonly Question<Answer>[]): number[];
  /** In the order of the questions; uncached ones are computed here, or in a thread. */
  answer(questions: readonly Question<Answer>[], inThread: boolean): Promise<Answer[]>;
}

/** Characters that are read here before others may go between. */
const MOST_AT_A_TIME = 4_000;

interface Entry<Answer> {
  answer: Promise<Answer>;
  isThere: boolean;
  characters: number;
}

/** The cache key of a question. */
export function keyOf(...parts: unknown[]): string {
  return hash('sha256', JSON.stringify(parts));
}

/** A cache of answers about texts, limited in number and characters: lists and locks ask for the same frozen ones again. */
export function createMemo<Answer>({ answers: max, characters: maxSize }: { answers: number; characters?: number }): Memo<Answer> {
  // The size of an entry is positive, also of an empty text.
  const sizeCalculation = ({ characters }: Entry<Answer>) => characters + 1;
  const entries = new LRUCache<string, Entry<Answer>>({ max, ...(maxSize && { maxSize, sizeCalculation }) });
  const begin = ({ key, characters, here, there }: Question<Answer>, inThread: boolean) => {
    const entry: Entry<Answer> = { answer: inThread ? there() : Promise.resolve(here()), isThere: false, characters };
    entries.set(key, entry);
    entry.answer.then(
      () => {
        entry.isThere = true;
      },
      // Failures are not cached.
      () => entries.peek(key) === entry && entries.delete(key),
    );
    return entry;
  };
  return {
    unread(questions) {
      const open = new Map(questions.filter(({ key }) => !entries.peek(key)?.isThere).map(({ key, characters }) => [key, characters]));
      return [...open.values()];
    },
    // In sequence, so no request fills the queue for a thread.
    async answer(questions, inThread) {
      const answers: Answer[] = [];
      let read = 0;
      for (const question of questions) {
        if (!inThread && !entries.has(question.key)) {
          read += question.characters;
          if (read > MOST_AT_A_TIME) {
            await others();
            read = question.characters;
          }
        }
        answers.push(await (entries.get(question.key) ?? begin(question, inThread)).answer);
      }
      return answers;
    },
  };
}
