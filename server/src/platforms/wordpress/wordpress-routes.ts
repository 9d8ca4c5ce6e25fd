import type { AccountValues } from '../read-account.ts';

/**
 * The address of a route of wp/v2, never another one of the site. By the query, since `/wp-json/` needs pretty
 * permalinks; with index.php, as WordPress itself writes it.
 */
export function routeOf({ site }: AccountValues, route: string, parameters: Record<string, string> = {}): string {
  return `${site}/index.php?${new URLSearchParams({ rest_route: `/wp/v2/${route}`, ...parameters })}`;
}

export const basic = ({ username, applicationPassword }: AccountValues) => ({
  authorization: `Basic ${Buffer.from(`${username}:${applicationPassword}`).toString('base64')}`,
});
