import { texts } from '../messages/en/figures.ts';

export { texts };

/** A figure of a post by its common name. */
export type Metric = keyof typeof texts.names;

/** The common figures in the order in which they are shown. */
export const metrics = Object.keys(texts.names) as Metric[];
