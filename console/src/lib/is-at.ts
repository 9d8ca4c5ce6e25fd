/**
 * Whether the browser is at this path. What was typed is searched for a moment later: by then the reader may have followed a link,
 * whose page is still loading, and a change of the list's address would lead back.
 */
export const isAt = (path: string): boolean => window.location.pathname === path;
