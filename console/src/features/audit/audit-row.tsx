import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Moment } from '../../components/ui/moment.tsx';
import rows from '../../components/ui/rows.module.css';
import classes from './audit.module.css';
import type { AuditEntryView } from './queries.ts';
import { actionWords, texts } from './texts.ts';

interface Props {
  entry: AuditEntryView;
  /** Filters by this subject. */
  onOnly: (subjectId: string) => void;
}

export function AuditRow({ entry, onOnly }: Props) {
  const { actorKind, actorName, action, subjectId, subjectTitle, details, createdAt } = entry;
  const facts = Object.entries(details as Record<string, unknown>);
  return (
    <li className={`${rows.row} ${classes.entry}`}>
      <div className={rows.main}>
        <span className={rows.title}>{actionWords(action)}</span>
        <span className={rows.line}>
          <span>{actorName ?? texts.kinds[actorKind]}</span>
          <Moment at={createdAt} as="clock" />
          <Subject id={subjectId} title={subjectTitle} />
        </span>
        <details className={classes.facts}>
          <summary>{texts.facts}</summary>
          <dl className={classes.list}>
            <div className={classes.fact}>
              <dt>{texts.id}</dt>
              <dd>{subjectId}</dd>
            </div>
            {facts.map(([name, value]) => (
              <div key={name} className={classes.fact}>
                <dt>{name}</dt>
                <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
      <Button
        variant="subtle"
        size="compact-xs"
        onClick={() => onOnly(subjectId)}
        aria-label={`${texts.onlyThis}: ${subjectTitle ?? subjectId}`}
      >
        {texts.onlyThis}
      </Button>
    </li>
  );
}

/** The thing itself, where it has a page. */
function Subject({ id, title }: { id: string; title: string | null }) {
  if (id.startsWith('drf_'))
    return (
      <Link to="/drafts/$draftId" params={{ draftId: id }} className={title ? undefined : classes.id}>
        {title ?? id}
      </Link>
    );
  if (id.startsWith('job_'))
    return (
      <Link to="/jobs/$jobId" params={{ jobId: id }} className={title ? undefined : classes.id}>
        {title ?? id}
      </Link>
    );
  if (id.startsWith('apr_'))
    return (
      <Link to="/approvals/{-$approvalId}" params={{ approvalId: id }} className={title ? undefined : classes.id}>
        {title ?? id}
      </Link>
    );
  return <span className={title ? undefined : classes.id}>{title ?? id}</span>;
}
