import { shanghaiDay } from '#contract/calendar.ts';
import { TASK_TYPES } from '#contract/task-status.ts';
import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { listOpenDepartments } from '../departments/department-service.ts';
import { readDeptTaskOf } from '../dept-tasks/dept-task-service.ts';
import { returnSubmission } from '../dept-tasks/submission-service.ts';
import type { SessionService } from '../session/session-service.ts';
import { exportRoutes } from './export-routes.ts';
import { issueTask } from './task-issue-service.ts';
import { remindTask } from './task-remind-service.ts';
import { readTaskToReissue } from './task-reissue-service.ts';
import { cancelTask, countTasks, findTaskPoints, findTasks, listTaskDepartments, readTask } from './task-service.ts';

export function taskRoutes(register: Register, context: ServerContext, sessions: SessionService): void {
  register('taskDepartments', async ({ caller }) => listOpenDepartments(context, caller.compNo, shanghaiDay(context.now())));

  register('taskTypes', async () => [...TASK_TYPES]);

  register('issueTask', async ({ body, caller }) => issueTask(context, caller, body));

  register('cancelTask', async ({ body, caller }) => {
    await cancelTask(context, caller, body);
    return null;
  });

  register('queryTaskPage', async ({ query, caller }) => findTasks(context, caller.compNo, query));

  register('remindTask', async ({ body, caller }) => remindTask(context, caller, body));

  register('queryTaskInfo', async ({ params, caller }) => readTask(context, caller.compNo, params.id));

  register('queryTaskToReissue', async ({ params, caller }) => readTaskToReissue(context, caller.compNo, params.id));

  register('queryTaskCount', async ({ query, caller }) => countTasks(context, caller.compNo, query));

  register('queryCheckPointList', async ({ query, caller }) => findTaskPoints(context, caller.compNo, query));

  register('queryTaskDeptList', async ({ query, caller }) => listTaskDepartments(context, caller.compNo, query.taskId));

  register('getTaskDeptDetail', async ({ query, caller }) => readDeptTaskOf(context, caller, query.taskId, query.deptId));

  register('returnSubmission', async ({ body, caller }) => {
    await returnSubmission(context, caller, body);
    return null;
  });

  exportRoutes(register, context, sessions);
}
