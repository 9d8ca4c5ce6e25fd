import { IconChevronLeft } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import classes from './back-link.module.css';

/** The way back to the list, left of a title. */
export function BackLink({ to, params, label }: Pick<LinkProps, 'to' | 'params'> & { label: string }) {
  return (
    <Link to={to} params={params} className={classes.back} aria-label={label} title={label}>
      <IconChevronLeft size={20} aria-hidden />
    </Link>
  );
}
