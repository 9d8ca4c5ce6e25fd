import { Moment } from '../../components/ui/moment.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import rows from '../../components/ui/rows.module.css';
import type { SecurityViewFragment } from '../../gql/graphql.ts';
import { texts } from './texts.ts';

/** Failed sign-ins; only the person knows whether these were their own. */
export function FailedSignIns({ failed }: { failed: SecurityViewFragment['failedSignIns'] }) {
  return (
    <Panel title={texts.failed} isFlush>
      <ul className={rows.rows}>
        {failed.map(({ id, at, by, address }) => (
          <li key={id} className={rows.row}>
            <div>
              <span className={rows.title}>{texts.failedBy({ by })}</span>
              <span className={rows.line}>
                {address && <span>{address}</span>}
                <span>
                  <Moment at={at} />
                </span>
              </span>
            </div>
          </li>
        ))}
        <li className={rows.row}>
          <span className={rows.line}>{failed.length > 0 ? texts.failedWhat : texts.failedNone}</span>
        </li>
      </ul>
    </Panel>
  );
}
