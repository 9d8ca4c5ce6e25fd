import { Button } from '@mantine/core';
import { texts } from '../texts.ts';
import classes from './more-button.module.css';

interface Props {
  query: {
    hasNextPage: boolean;
    isFetching: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
    refetch: () => Promise<unknown>;
  };
}

/** The next page of a list, where there is one. */
export function MoreButton({ query }: Props) {
  if (!query.hasNextPage) return null;
  const loadMore = async (): Promise<void> => {
    // The next page replaces a refetch under way, which is repeated after it.
    const wasFetching = query.isFetching;
    await query.fetchNextPage();
    if (wasFetching) await query.refetch();
  };
  return (
    <div className={classes.more}>
      <Button variant="default" size="xs" loading={query.isFetchingNextPage} onClick={loadMore}>
        {texts.showMore}
      </Button>
    </div>
  );
}
