import type { ReactNode } from 'react';
import classes from './page.module.css';

interface Props {
  title: string;
  /** To the right of the title: the page's main actions. */
  actions?: ReactNode;
  /** Above the title: the way back. */
  back?: ReactNode;
  /** Takes the whole width and scrolls inside itself, as the approval desk does. */
  isDesk?: boolean;
  /** Takes the whole width. */
  isWide?: boolean;
  children: ReactNode;
}

/** One screen: its title, its actions and its content. */
export function Page({ title, actions, back, isDesk = false, isWide = false, children }: Props) {
  return (
    <div className={classes.page} data-desk={isDesk || undefined} data-wide={isWide || undefined}>
      <title>{`${title} · Countersign`}</title>
      <header className={classes.header}>
        <div className={classes.heading}>
          {back}
          <h1 className={classes.title} dir="auto">
            {title}
          </h1>
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      <div className={classes.body}>{children}</div>
    </div>
  );
}
