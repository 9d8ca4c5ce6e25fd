import { escapeLiteral } from 'pg';
import { type BoundValue, type BoundValues, Left, PlannedValues } from './bound-values.ts';

/** A connection keeps so many plans; more than the service has statements of this kind. */
const MOST_PREPARED = 300;

/** The statements that one connection has prepared, so that each is parsed and planned once. Without `keepsPlans` none is. */
export function createPlans(keepsPlans: boolean) {
  const names = new Map<string, string>();
  /** Those that no message has prepared yet. */
  let unsent: string[] = [];
  let number = 0;

  const forget = (texts: readonly string[]): void => {
    for (const text of texts) names.delete(text);
  };
  const takeUnsent = (): string[] => {
    const taken = unsent;
    unsent = [];
    return taken;
  };

  return {
    /** What was to be sent is not sent after all. */
    forgetUnsent: () => forget(takeUnsent()),
    /** The statement with its values, as it is sent: the last of these; the first time behind what prepares it. */
    inWords(text: string, values: BoundValues): string[] {
      if (!keepsPlans || values instanceof PlannedValues)
        return [text.replace(/\$(\d+)/g, (_, place) => literal(values[Number(place) - 1] ?? null))];
      const list = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
      const known = names.get(text);
      if (known) return [`execute ${known}${list}`];
      number += 1;
      const words = [`prepare kept_${number} as ${text}`, `execute kept_${number}${list}`];
      const isFull = names.size >= MOST_PREPARED;
      if (isFull) forget([...names.keys()]);
      names.set(text, `kept_${number}`);
      unsent.push(text);
      return isFull ? ['deallocate all', ...words] : words;
    },
    /** The answer to the message that what was to be prepared is in: where it fails, nothing of it counts as prepared. */
    async sent<T>(answer: Promise<T>): Promise<T> {
      const texts = takeUnsent();
      return answer.catch((error) => {
        forget(texts);
        throw error;
      });
    },
  };
}

function literal(value: BoundValue): string {
  if (value === null) return 'null';
  if (value instanceof Date) return escapeLiteral(value.toISOString());
  if (value instanceof Left) return `current_setting('left.${value.name}')::text[]`;
  return typeof value === 'string' ? escapeLiteral(value) : String(value);
}
