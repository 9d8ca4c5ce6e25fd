import type { OnAccountFragment } from '../../gql/graphql.ts';

interface Mark {
  key: string;
  platform: string;
  label: string;
}

/** A row's targets: the network, or its accounts if there are several, or their number if their names are equal. */
export function accountMarks(publications: readonly OnAccountFragment[]): Mark[] {
  return [...Map.groupBy(publications, ({ platform }) => platform.id)].flatMap(([platform, own]): Mark[] => {
    const label = own[0]?.platform.label ?? platform;
    if (own.length === 1) return [{ key: platform, platform, label }];
    const handles = own.map(({ connection }) => connection?.handle ?? label);
    if (new Set(handles).size < handles.length) return [{ key: platform, platform, label: `${label} × ${own.length}` }];
    return handles.map((handle) => ({ key: `${platform} ${handle}`, platform, label: handle }));
  });
}
