import { getRouteApi } from '@tanstack/react-router';
import { JobPage } from '../../features/jobs/job-page.tsx';

const route = getRouteApi('/shell/jobs/$jobId');

export function JobRoute() {
  const { jobId } = route.useParams();
  return <JobPage key={jobId} jobId={jobId} />;
}
