import { IconWorld } from '@tabler/icons-react';
import classes from './link-card.module.css';

/** The card under a post. Its picture is the platform's to fetch, so none is shown. */
export function LinkCard({ card }: { card: { url: string; title: string } }) {
  return (
    <div className={classes.card}>
      <p className={classes.title}>{card.title}</p>
      <p className={classes.host}>
        <IconWorld size={14} stroke={1.6} aria-hidden />
        {hostOf(card.url)}
      </p>
    </div>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
