import { number } from '../../lib/language.ts';
import { texts } from '../../messages/en/overview.ts';

export { texts };

/** "blocked", "2 blocked · 1 failed this week". */
export function stuckWords(figures: Record<'heldBack' | 'unknown' | 'failed', number>): string {
  const { none, ...kinds } = texts.figures.stuck;
  const stuck = (['heldBack', 'unknown', 'failed'] as const).filter((kind) => figures[kind] > 0);
  if (stuck.length === 0) return none;
  const words = stuck.map((kind) => ({ count: figures[kind], word: kinds[kind]({ count: figures[kind] }) }));
  return words.map(({ count, word }) => (words.length > 1 ? `${number(count)} ${word}` : word)).join(' · ');
}
