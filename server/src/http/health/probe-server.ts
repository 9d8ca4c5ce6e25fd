import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Services } from '../../context.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { sendProblem } from '../engine/problem-details.ts';
import { addHealthRoutes } from './health.routes.ts';
import { addMetricsRoute } from './metrics.routes.ts';

/** The server of a process that serves nothing else: health checks and metrics. It does not listen yet. */
export function buildProbeServer(services: Services, isWorking: () => boolean): HttpServer {
  const app: HttpServer = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  app.setErrorHandler((error, request, reply) => sendProblem(services, error, request, reply));
  addHealthRoutes(app, services, isWorking);
  addMetricsRoute(app, services);
  return app;
}
