/** What somebody has written, for a pattern that looks for just that. A hyphen stays: outside of a class, a pattern with `u` takes no escaped one. */
export const asLiteral = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
