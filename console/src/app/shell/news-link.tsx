import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWorkspaceOrNull } from '../../lib/viewer.ts';
import { newsCount, texts } from '../texts.ts';
import classes from './news-link.module.css';

/** The bell: notices, with the number of unseen ones. */
export function NewsLink({ onGo }: { onGo?: (() => void) | undefined }) {
  const unseen = useWorkspaceOrNull()?.unseenNotices ?? 0;
  useEffect(() => {
    // On the icon of the installed console; browsers without one know no such thing.
    void navigator.setAppBadge?.(unseen).catch(() => undefined);
  }, [unseen]);
  const shown = newsCount(unseen);
  const title = texts.news({ unseen, shown });
  return (
    <Link to="/news" className={classes.link} aria-label={title} title={title} onClick={onGo}>
      <IconBell size={18} stroke={1.6} aria-hidden />
      {unseen > 0 && (
        <span className={classes.count} aria-hidden>
          {shown}
        </span>
      )}
    </Link>
  );
}
