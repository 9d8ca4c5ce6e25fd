import { getRouteApi } from '@tanstack/react-router';
import { ProofPage } from '../../features/jobs/proof/proof-page.tsx';

const route = getRouteApi('/shell/jobs/$jobId/proof');

export function ProofRoute() {
  const { jobId } = route.useParams();
  return <ProofPage key={jobId} jobId={jobId} />;
}
