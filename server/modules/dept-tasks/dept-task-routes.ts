import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { findMyDeptTasks, readDeptTask, readHistory } from './dept-task-service.ts';
import { importAnswers, importCorrections, importSubmission } from './import-waiting-service.ts';
import { decideLateWork, findLateWork, findMyLateWork, handInAnswers, handInCorrections } from './late-work-service.ts';
import { saveAnswers } from './save-answers-service.ts';
import { submitDeptTask } from './submission-service.ts';
import { withdrawSubmission } from './withdraw-service.ts';

export function deptTaskRoutes(register: Register, context: ServerContext): void {
  register('queryMyTaskCheckList', async ({ query, caller }) => findMyDeptTasks(context, caller, query));

  register('queryTaskCheckPointInfo', async ({ params, caller }) => readDeptTask(context, caller, params.id));

  register('queryMyTaskAnswerCheckPoint', async ({ query, caller }) => readHistory(context, caller, query.deptTaskId));

  register('saveAnswers', async ({ body, caller }) => saveAnswers(context, caller, body));

  register('submitDeptTask', async ({ body, caller }) => submitDeptTask(context, caller, body));

  register('withdrawSubmission', async ({ body, caller }) => withdrawSubmission(context, caller, body));

  register('handInAnswers', async ({ body, caller }) => handInAnswers(context, caller, body));

  register('handInCorrections', async ({ body, caller }) => handInCorrections(context, caller, body));

  register('queryMyLateWork', async ({ query, caller }) => findMyLateWork(context, caller, query));

  register('queryLateWorkPage', async ({ query, caller }) => findLateWork(context, caller, query));

  register('decideLateWork', async ({ body, caller }) => decideLateWork(context, caller, body));

  register('importAnswers', async ({ body, caller }) => importAnswers(context, caller, body));

  register('importCorrections', async ({ body, caller }) => importCorrections(context, caller, body));

  register('importSubmission', async ({ body, caller }) => importSubmission(context, caller, body));
}
