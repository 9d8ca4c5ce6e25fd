import { Moment } from '../../components/ui/moment.tsx';
import rows from '../../components/ui/rows.module.css';
import classes from './job.module.css';
import type { JobView } from './queries.ts';
import { texts } from './texts.ts';

type Verification = NonNullable<JobView['publications'][number]['verification']>;

/** What reading the published post back has shown; where it differs, both versions side by side. */
export function ReadBack({ verification }: { verification: Verification }) {
  const { result, seenBy, message, readAt, differences, compared, notReadable } = verification;
  const isBad = result === 'DIFFERENT' || result === 'GONE';
  return (
    <div className={classes.readBack}>
      <span className={rows.line}>
        <span className={isBad ? classes.readBackBad : undefined}>
          {texts.readBack.results[result]}
          {seenBy && result === 'AS_SIGNED' && `, ${texts.readBack.seenBy[seenBy]}`}
        </span>
        <span>
          <Moment at={readAt} />
        </span>
        {compared && <span>{texts.readBack.compared({ fields: namesOf(compared) })}</span>}
        {notReadable && notReadable.length > 0 && <span>{texts.readBack.notReadable({ fields: namesOf(notReadable) })}</span>}
        {message && <span dir="auto">{message}</span>}
      </span>
      {differences.map(({ field, signed, published }) => (
        <dl key={field} className={classes.difference} aria-label={nameOf(field)}>
          <dt>{`${nameOf(field)} · ${texts.readBack.signed}`}</dt>
          <dd dir="auto">{signed || texts.readBack.nothing}</dd>
          <dt>{`${nameOf(field)} · ${texts.readBack.published}`}</dt>
          <dd dir="auto">{published || texts.readBack.nothing}</dd>
        </dl>
      ))}
    </div>
  );
}

/** Each field once, also of a thread. */
function namesOf(fields: readonly string[]): string {
  const names = fields.map((field) => FIELDS[field.split('/').at(-1) ?? ''] ?? field);
  return [...new Set(names)].join(', ');
}

const FIELDS: Record<string, string> = texts.readBack.fields;

/** `text`, or `posts/1/text` of a thread's second post. */
function nameOf(field: string): string {
  const [, index, name] = /^posts\/(\d+)\/(\w+)$/.exec(field) ?? [];
  if (!index || !name) return FIELDS[field] ?? field;
  return texts.readBack.ofPost({ field: FIELDS[name] ?? name, post: Number(index) + 1 });
}
