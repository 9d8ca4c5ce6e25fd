import { IconInfoCircle } from '@tabler/icons-react';
import classes from './remark.module.css';

/** A muted line with additional information. */
export function Remark({ text }: { text: string }) {
  return (
    <p className={classes.remark}>
      <IconInfoCircle size={14} stroke={1.6} aria-hidden />
      <span>{text}</span>
    </p>
  );
}
