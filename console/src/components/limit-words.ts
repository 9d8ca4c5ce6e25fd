import { plural } from './texts.ts';

/** What a grant has used of its limits, in words. */
export const limitWords = {
  jobs: (count: number, most: number | null): string =>
    most === null ? `${plural(count, 'publish job')} today, no limit` : `${count} of ${plural(most, 'publish job')} today`,
  credits: (count: number, most: number | null): string =>
    most === null ? `${plural(count, 'credit')} this month, no limit` : `${count} of ${plural(most, 'credit')} this month`,
} as const;
