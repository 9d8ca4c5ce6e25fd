import type { OnAccountFragment } from '../../gql/graphql.ts';

interface Mark {
  key: string;
  platform: string;
  label: string;
}

/** What a row says of where a post goes: the network, or its accounts where they are several, or how many where these are called the same. */
export function accountMarks(publications: readonly OnAccountFragment[]): Mark[] {
  return [...Map.groupBy(publications, ({ platform }) => platform.id)].flatMap(([platform, own]): Mark[] => {
    const label = own[0]?.platform.label ?? platform;
    if (own.length === 1) return [{ key: platform, platform, label }];
    const handles = own.map(({ connection }) => connection?.handle ?? label);
    if (new Set(handles).size < handles.length) return [{ key: platform, platform, label: `${label} × ${own.length}` }];
    return handles.map((handle) => ({ key: `${platform} ${handle}`, platform, label: handle }));
  });
}
