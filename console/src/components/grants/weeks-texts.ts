import { say } from '../../lib/catalogue.ts';
import { number } from '../../lib/language.ts';

export const texts = say('agentWeeks', {
  title: 'Last eight weeks',
  all: (weeks: readonly string[]): string => `Last eight weeks: ${weeks.join('; ')}`,
  week: (day: string, approved: number, decided: number): string => `to ${day} ${number(approved)} of ${number(decided)} approved`,
});
