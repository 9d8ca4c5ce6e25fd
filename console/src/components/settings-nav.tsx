import { Link } from '@tanstack/react-router';
import classes from './settings-nav.module.css';
import { texts } from './texts.ts';

const pages = [
  { to: '/settings', label: texts.settings.general },
  { to: '/settings/policies', label: texts.settings.policies },
  { to: '/settings/planning', label: texts.settings.planning },
  { to: '/settings/voice', label: texts.settings.voice },
  { to: '/settings/safety', label: texts.settings.safety },
  { to: '/settings/import', label: texts.settings.import },
  { to: '/settings/members', label: texts.settings.members },
  { to: '/settings/notifications', label: texts.settings.notifications },
  { to: '/settings/security', label: texts.settings.security },
] as const;

/** Between the settings' pages; above the content of each. */
export function SettingsNav() {
  return (
    <nav aria-label={texts.settings.title} className={classes.nav}>
      {pages.map(({ to, label }) => (
        <Link key={to} to={to} className={classes.link} activeOptions={{ exact: true }}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
