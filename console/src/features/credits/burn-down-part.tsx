import type { BurnDownViewFragment } from '../../gql/graphql.ts';
import { type Course, courseOf, stepsOf } from './burn-down.ts';
import { BurnDownChart } from './burn-down-chart.tsx';
import classes from './credits.module.css';
import { shortDay, texts } from './texts.ts';

const words = texts.burnDown;

/** The course of a unit's balance and the promised part; nothing if there were no changes. */
export function BurnDownPart({ burnDown }: { burnDown: BurnDownViewFragment }) {
  const course = courseOf(burnDown);
  if (!course) return null;
  return (
    <>
      {course.most > 0 && <BurnDownChart course={course} />}
      {course.promised > 0 && <p className={classes.promised}>{promiseWords(burnDown, course)}</p>}
      {course.most > 0 && (
        <details className={classes.asTable}>
          <summary>{texts.chart.asTable}</summary>
          <Steps course={course} />
        </details>
      )}
    </>
  );
}

/** The promised credits, and the day on which they run out. */
function promiseWords({ left, until, emptyOn }: BurnDownViewFragment, { promised, missing }: Course): string {
  const available = left.at(-1)?.left ?? 0;
  if (available === 0) return words.nothing({ promised, until: shortDay(until) });
  if (!emptyOn) return words.rest({ promised, rest: available - promised, until: shortDay(until) });
  return missing > 0
    ? `${words.empty({ day: shortDay(emptyOn) })} ${words.missing({ missing, until: shortDay(until) })}`
    : words.empty({ day: shortDay(emptyOn) });
}

/** The chart's figures as text; days without a change are omitted. */
function Steps({ course }: { course: Course }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{texts.chart.day}</th>
          <th scope="col" data-number>
            {words.left}
          </th>
          <th scope="col" data-number>
            {words.ahead}
          </th>
        </tr>
      </thead>
      <tbody>
        {stepsOf(course).map(({ day, left, isAhead }) => (
          <tr key={`${day} ${isAhead}`}>
            <td>{shortDay(day)}</td>
            <td data-number>{isAhead ? '' : left}</td>
            <td data-number>{isAhead ? left : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
