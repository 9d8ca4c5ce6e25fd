import { IconBrandBluesky, IconFlask, IconShare3 } from '@tabler/icons-react';
import classes from './platform-mark.module.css';

const icons: Record<string, typeof IconShare3> = { bluesky: IconBrandBluesky, sandbox: IconFlask };

/** A platform as icon and name. */
export function PlatformMark({ id, label }: { id: string; label?: string }) {
  const Icon = icons[id] ?? IconShare3;
  return (
    <span className={classes.mark}>
      <Icon size={16} stroke={1.7} aria-hidden />
      {label ?? nameOf(id)}
    </span>
  );
}

/** Where a list knows only the identifier: "bluesky" is "Bluesky". */
function nameOf(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1);
}
