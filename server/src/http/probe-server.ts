import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Services } from '../context.ts';
import { addHealthRoutes } from './health.routes.ts';
import type { HttpServer } from './http-server.ts';
import { addMetricsRoute } from './metrics.routes.ts';
import { sendProblem } from './problem-details.ts';

/** What a process that serves nothing else answers: whether it lives and works, and its figures. It does not listen yet. */
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
