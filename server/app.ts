import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { SHORT_BODY_BYTES } from '#contract/json-size.ts';
import { addressOf } from './caller-address.ts';
import type { Caller } from './caller.ts';
import type { TrustProxy } from './config.ts';
import type { ServerContext } from './context.ts';
import { createRegister } from './endpoint.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { auditRoutes } from './modules/audit/audit-routes.ts';
import { checkPointRoutes } from './modules/check-points/check-point-routes.ts';
import { declarationRoutes } from './modules/declarations/declaration-routes.ts';
import { departmentRoutes } from './modules/departments/department-routes.ts';
import { deptTaskRoutes } from './modules/dept-tasks/dept-task-routes.ts';
import { dutyRoutes } from './modules/duties/duty-routes.ts';
import { fileRoutes } from './modules/files/file-routes.ts';
import { homeRoutes } from './modules/home/home-routes.ts';
import { institutionRoutes } from './modules/institutions/institution-routes.ts';
import { lawChangeRoutes } from './modules/law-changes/law-change-routes.ts';
import { lawRoutes } from './modules/laws/law-routes.ts';
import { noticeRoutes } from './modules/notices/notice-routes.ts';
import { publicBoardRoutes } from './modules/public-board/public-board-routes.ts';
import { rewordingRoutes } from './modules/rewordings/rewording-routes.ts';
import { scoreRoutes } from './modules/scores/score-routes.ts';
import { selfCorrectionRoutes } from './modules/self-corrections/self-correction-routes.ts';
import { createSessionService } from './modules/session/session-service.ts';
import { sessionRoutes } from './modules/session/session-routes.ts';
import { siteRoutes } from './modules/site/site-routes.ts';
import { severeReportRoutes } from './modules/severe-reports/severe-report-routes.ts';
import { staffRoutes } from './modules/staff/staff-routes.ts';
import { statisticsRoutes } from './modules/statistics/statistics-routes.ts';
import { taskRoutes } from './modules/tasks/task-routes.ts';
import { testResourceRoutes } from './modules/test-resources/test-resource-routes.ts';
import { answerUnreadable, handleErrors } from './plugins/error-handler.ts';
import { answerHealth } from './plugins/health.ts';
import { readBodies } from './plugins/bodies.ts';
import { loggerOptions, logRequests } from './plugins/request-log.ts';
import { countRequests } from './plugins/request-metrics.ts';
import { keepRequestScope } from './plugins/request-scope.ts';
import { setSecurityHeaders } from './plugins/security-headers.ts';
import { serveClient } from './plugins/static-files.ts';

export interface AppOptions {
  context: ServerContext;
  /** Rejects when the database does not answer. */
  pingDatabase: () => Promise<void>;
  metrics?: Metrics;
  /** The built client. */
  clientDirectory: string;
  trustProxy?: TrustProxy;
  logLevel?: string;
  /** Where log lines go; standard output if absent. */
  logStream?: { write: (line: string) => void };
}

const REQUEST_TIMEOUT_MS = 60_000;

/** Builds the whole server, without listening. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { context } = options;
  const app = Fastify({
    logger: loggerOptions(options.logLevel ?? 'info', options.logStream),
    // request-log.ts writes one line for each request instead of two.
    logController: new LogController({ disableRequestLogging: true }),
    // Twelve of its digits are random, and short enough to be read out.
    genReqId: () => randomUUID().slice(24),
    frameworkErrors: answerUnreadable,
    trustProxy: options.trustProxy ?? false,
    // Of what is no call, too.
    bodyLimit: SHORT_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
  });

  handleErrors(app);
  keepRequestScope(app);
  logRequests(app);
  countRequests(app, options.metrics ?? createMetrics());
  setSecurityHeaders(app);
  readBodies(app);
  app.decorateRequest('caller', undefined);
  const sessions = createSessionService(context);
  const register = createRegister(app, () => context.now(), (request): Promise<Caller | undefined> => {
    const token = request.headers.accesstoken;
    return typeof token === 'string' && token !== '' ? sessions.findCaller(token, addressOf(request), request.log) : Promise.resolve(undefined);
  });

  answerHealth(app, { database: options.pingDatabase, files: context.files.ping });
  siteRoutes(register, context);
  sessionRoutes(register, sessions);
  departmentRoutes(register, context);
  staffRoutes(register, context, sessions);
  checkPointRoutes(register, context);
  taskRoutes(register, context, sessions);
  deptTaskRoutes(register, context);
  selfCorrectionRoutes(register, context);
  fileRoutes(register, context);
  declarationRoutes(register, context);
  publicBoardRoutes(register, context);
  homeRoutes(register, context);
  dutyRoutes(register, context);
  scoreRoutes(register, context);
  severeReportRoutes(register, context);
  statisticsRoutes(register, context);
  noticeRoutes(register, context);
  auditRoutes(register, context);
  institutionRoutes(register, context);
  lawRoutes(register, context);
  lawChangeRoutes(register, context);
  rewordingRoutes(register, context);
  testResourceRoutes(register, context);
  await serveClient(app, options.clientDirectory);
  return app;
}
