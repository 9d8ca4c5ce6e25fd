import { say } from '../../lib/catalogue.ts';
import { plural } from '../texts.ts';

/** A grant's usage of its limits, in words. */
export const limitWords = say('limits', {
  jobs: (count: number, most: number | null): string =>
    most === null ? `${plural(count, 'post')} today, no limit` : `${count} of ${plural(most, 'post')} today`,
  credits: (count: number, most: number | null): string =>
    most === null ? `${plural(count, 'credit')} this month, no limit` : `${count} of ${plural(most, 'credit')} this month`,
} as const);
