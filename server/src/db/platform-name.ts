/** Whether a text could be the name of a platform; what could not is asked of no database, where it may mean something else. */
export const couldBePlatform = (text: string): boolean => /^[a-z0-9_-]{1,40}$/.test(text);
