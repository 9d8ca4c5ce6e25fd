import { Button } from '@mantine/core';
import { fetchMore } from '../../lib/paged.ts';
import { texts } from '../texts.ts';
import classes from './more-button.module.css';

interface Props {
  query: Parameters<typeof fetchMore>[0] & { isFetchingNextPage: boolean };
}

/** The next page of a list, where there is one. */
export function MoreButton({ query }: Props) {
  if (!query.hasNextPage) return null;
  return (
    <div className={classes.more}>
      <Button variant="default" size="xs" loading={query.isFetchingNextPage} onClick={() => fetchMore(query)}>
        {texts.showMore}
      </Button>
    </div>
  );
}
