/** A grant's usage of its limits, in words. */
export { texts as limitWords } from '../../messages/en/limits.ts';
