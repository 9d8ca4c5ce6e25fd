import type { BoundValues } from './bound-values.ts';

export const BEGINNING = /^(begin|start transaction\b)/i;
/** What sets the wall up: like a beginning it tells nothing back. */
export const SETTING = /^select set_config\(/i;
const ENDING = /^(commit|rollback)$/i;
const ONLY_WRITES = /^(insert|update|delete)\b(?![\s\S]*\breturning\b)/i;

/** Answers the transaction's own Line. To PostgreSQL these two are comments. */
export const LINE = '-- what waits on this connection';
/** What has waited goes out, where no outer GATHER has it wait on. */
export const SEND = '-- and goes out together';

/** Of one transaction: what is said here is not a statement, and need not go the way of one. Throws once the transaction is over. */
export interface Line {
  /** From here on what only writes waits on its connection. */
  gather(): void;
  /** Nothing more is gathered; what was gathered waits on, for the next question. */
  pause(): void;
  /** A statement waits for the next question, whatever it is: nobody looks at its answer. */
  keep(text: string, values: BoundValues): void;
}

/** The statements of one connection that tell nothing back, and wait for the one that they are sent with; `opensWith` begins every transaction. */
export function createWaiting(opensWith?: string) {
  let texts: string[] = [];
  let isOpen = false;
  let depth = 0;
  /** How many transactions have begun, by which each knows that it is its own that is open. */
  let begun = 0;
  const isOnlyOpen = (): boolean => texts.every((text) => BEGINNING.test(text) || SETTING.test(text));
  const keep = (text: string): true => {
    texts.push(text);
    return true;
  };
  /** True where not even the transaction has begun for PostgreSQL. */
  const forget = (): boolean => {
    const isUnbegun = BEGINNING.test(texts[0] ?? '');
    if (isUnbegun) isOpen = false;
    texts = [];
    depth = 0;
    return isUnbegun;
  };

  return {
    /** Of the transaction that is open; `inWords` makes of a statement and its values what will be sent. */
    line(inWords: (text: string, values: BoundValues) => string): Line {
      const own = begun;
      const requireOpen = (): void => {
        if (!isOpen || begun !== own) throw new Error('The transaction is over.');
      };
      return {
        gather() {
          requireOpen();
          depth += 1;
        },
        pause() {
          requireOpen();
          depth = Math.max(0, depth - 1);
        },
        keep(text, values) {
          requireOpen();
          keep(inWords(text, values));
        },
      };
    },
    /** Whether nothing is to be sent for this one now; when it waits, `inWords` is what will be sent. */
    holds(text: string, inWords = text): boolean {
      if (BEGINNING.test(text)) {
        isOpen = true;
        begun += 1;
        return keep(opensWith ? `${text};\n${opensWith}` : text);
      }
      if (texts.length > 0 && SETTING.test(text)) return keep(text);
      if (text === SEND) {
        depth = Math.max(0, depth - 1);
        return depth > 0 || isOnlyOpen();
      }
      if (depth > 0 && ONLY_WRITES.test(text)) return keep(inWords);
      // A commit of nothing, or what was to be written before a rollback, is not sent at all.
      if (/^commit$/i.test(text)) return texts.length > 0 && isOnlyOpen() && forget();
      return /^rollback\b/i.test(text) && forget();
    },
    /** What goes before `statement`, in its message where `isInWords`. */
    take(statement: unknown, isInWords: boolean): string[] {
      const isEnding = typeof statement === 'string' && ENDING.test(statement);
      // A message without a beginning is a transaction of its own; what ends one that has failed takes nothing before it.
      const taken = opensWith && isInWords && !isOpen && !isEnding ? [opensWith, ...texts] : texts;
      texts = [];
      if (isEnding) isOpen = false;
      return taken;
    },
  };
}
