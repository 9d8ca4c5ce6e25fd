import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Notice } from '../../components/ui/notice.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { AuditReportDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './audit.module.css';
import { texts } from './texts.ts';

/** Verifies the whole chain on request: a long log takes a moment. */
export function CheckChain() {
  const { id } = useWorkspace();
  const check = useMutation({
    mutationFn: async () => (await runDocument(AuditReportDocument, { workspaceId: id })).auditReport,
  });
  const report = check.data;
  return (
    <div className={classes.check}>
      <Button variant="default" size="xs" w="fit-content" loading={check.isPending} onClick={() => check.mutate()}>
        {texts.verify}
      </Button>
      {check.error && <Problem error={check.error} title={texts.notVerified} onRetry={() => check.mutate()} />}
      <div role="status">
        {report?.isConsistent && (
          <Notice tone="good" title={texts.verified}>
            <p>{texts.verifiedHow({ linked: report.linked, waiting: report.waiting })}</p>
          </Notice>
        )}
        {report && !report.isConsistent && (
          <Notice tone="bad" title={texts.tampered}>
            <p>
              {report.fault} {texts.tamperedHow}
            </p>
          </Notice>
        )}
      </div>
    </div>
  );
}
