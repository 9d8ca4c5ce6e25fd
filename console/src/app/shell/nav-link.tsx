import { Link } from '@tanstack/react-router';
import { cappedCount } from '../../components/texts.ts';
import { isolated } from '../../lib/catalogue.ts';
import { texts } from '../texts.ts';
import classes from './nav-link.module.css';
import { approvalsPath, type NavPage } from './pages.ts';

interface Props {
  page: NavPage;
  /** How many approvals wait; shown at the approvals. */
  waiting: number;
  /** Icon above word, as in the bar at the bottom of a phone. */
  isStacked?: boolean;
  onClick?: () => void;
}

/** One entry of the navigation. */
export function NavLink({ page, waiting, isStacked = false, onClick }: Props) {
  const Icon = page.icon;
  const count = page.to === approvalsPath ? waiting : 0;
  return (
    <Link
      to={page.to}
      params={{ approvalId: undefined }}
      className={classes.link}
      data-stacked={isStacked || undefined}
      activeOptions={{ exact: page.to === '/', includeSearch: false }}
      onClick={onClick}
    >
      <Icon size={isStacked ? 22 : 18} stroke={1.6} aria-hidden />
      <span className={classes.label}>{page.label}</span>
      {count > 0 && (
        <span className={classes.count}>
          <span aria-hidden>{isolated(cappedCount(count))}</span>
          <span className={classes.hidden}>{texts.waiting({ count: cappedCount(count) })}</span>
        </span>
      )}
    </Link>
  );
}
