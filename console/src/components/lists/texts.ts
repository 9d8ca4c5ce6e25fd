import { say } from '../../lib/catalogue.ts';
import { plural } from '../texts.ts';

/** Actions on several rows of a list. */
export const texts = say('lists', {
  bar: 'Selected posts',
  tick: (title: string): string => `Select “${title}”`,
  tickShown: 'Select all shown',
  selected: (count: number): string => `${count} selected`,
  all: 'Select all that match',
  most: (count: number): string => `The first ${count} are selected.`,
  clear: 'Select none',
  keys: 'Keys: j and k move, x selects, Esc selects none.',
  ofSelected: (label: string, count: number): string => `${label} (${count})`,
  soon: (label: string, count: number): string => `${label}: ${plural(count, 'post')}, in a few seconds.`,
  done: (label: string, count: number): string => `${label}: ${plural(count, 'post')} done.`,
  undone: (count: number): string => `Undone for ${plural(count, 'post')}.`,
  undo: 'Undo',
  running: (done: number, of: number): string => `${done} of ${of} done…`,
  refused: (label: string, count: number, why: string): string => `${label}: ${plural(count, 'post')} left out. ${why}`,
  notRead: 'The list could not be read to its end',
} as const);
