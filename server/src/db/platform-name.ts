/**
 * Whether a text could be the name of a platform; others are never sent to the database, where they may mean
 * something else.
 */
export const couldBePlatform = (text: string): boolean => /^[a-z0-9_-]{1,40}$/.test(text);
