import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Empty } from '../../components/ui/empty.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { MoreButton } from '../../components/ui/more-button.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import rows from '../../components/ui/rows.module.css';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import { fetchFile } from '../../lib/http/fetch-file.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './audit.module.css';
import { AuditFilters } from './audit-filters.tsx';
import { AuditRow } from './audit-row.tsx';
import { CheckChain } from './check-chain.tsx';
import { type AuditFilter, aboutAuditQuery, auditQuery, exportAddress, NO_FILTER } from './queries.ts';
import { texts } from './texts.ts';

/** The account's audit log; for owners also as a file, and with verification. */
export function AuditPage({ filter, onFilter }: { filter: AuditFilter; onFilter: (filter: AuditFilter) => void }) {
  const { id, timeZone, viewerCan } = useWorkspace();
  const query = useInfiniteQuery(auditQuery(id, filter, timeZone));
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <Page title={texts.title} actions={viewerCan.exportAudit && <ExportMenu filter={filter} />}>
      <div className={classes.page}>
        <p className={classes.dim}>
          {texts.lead} <KeptFrom />
        </p>
        {viewerCan.exportAudit && <CheckChain />}
        <AuditFilters filter={filter} onChange={onFilter} />
        <Panel title={texts.order} isFlush>
          <Loaded query={query} skeleton={<SkeletonRows />}>
            {(entries) =>
              entries.length === 0 ? (
                <Empty title={isFiltered ? texts.none : texts.empty}>
                  <p>{isFiltered ? '' : texts.emptyHow}</p>
                </Empty>
              ) : (
                <ul className={rows.rows}>
                  {entries.map((entry) => (
                    <AuditRow key={entry.id} entry={entry} onOnly={(subjectId) => onFilter({ ...NO_FILTER, subjectId })} />
                  ))}
                </ul>
              )
            }
          </Loaded>
          <MoreButton query={query} />
        </Panel>
      </div>
    </Page>
  );
}

/** Says that older entries were dropped by the operator's retention. */
function KeptFrom() {
  const keptFrom = useQuery(aboutAuditQuery(useWorkspace().id)).data?.keptFrom;
  if (!keptFrom) return null;
  return (
    <>
      {texts.keptFrom} <Moment at={keptFrom} as="when" />.
    </>
  );
}

/** Exports the filtered log as a file. */
function ExportMenu({ filter }: { filter: AuditFilter }) {
  const { id, timeZone } = useWorkspace();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          {texts.exports}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['ndjson', 'csv'] as const).map((format) => (
          <Menu.Item key={format} onClick={() => fetchFile(exportAddress(id, format, filter, timeZone))}>
            {texts[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
