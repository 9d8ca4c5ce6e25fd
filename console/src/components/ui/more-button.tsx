import { Button } from '@mantine/core';
import { texts } from '../texts.ts';
import classes from './more-button.module.css';

interface Props {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** The next page of a list, where there is one. */
export function MoreButton({ query }: Props) {
  if (!query.hasNextPage) return null;
  return (
    <div className={classes.more}>
      <Button variant="default" size="xs" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {texts.showMore}
      </Button>
    </div>
  );
}
