import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { findMyDeptTasks, readDeptTask, readHistory } from './dept-task-service.ts';
import { decideLateAnswer, findLateAnswers, findMyLateAnswers, handInAnswers } from './late-answer-service.ts';
import { saveAnswers } from './save-answers-service.ts';
import { submitDeptTask } from './submission-service.ts';

export function deptTaskRoutes(register: Register, context: ServerContext): void {
  register('queryMyTaskCheckList', async ({ query, caller }) => findMyDeptTasks(context, caller, query));

  register('queryTaskCheckPointInfo', async ({ params, caller }) => readDeptTask(context, caller, params.id));

  register('queryMyTaskAnswerCheckPoint', async ({ query, caller }) => ({
    history: await readHistory(context, caller, query.deptTaskId),
  }));

  register('saveAnswers', async ({ body, caller }) => saveAnswers(context, caller, body));

  register('submitDeptTask', async ({ body, caller }) => submitDeptTask(context, caller, body));

  register('handInAnswers', async ({ body, caller }) => handInAnswers(context, caller, body));

  register('queryMyLateAnswers', async ({ query, caller }) => findMyLateAnswers(context, caller, query));

  register('queryLateAnswerPage', async ({ query, caller }) => findLateAnswers(context, caller, query));

  register('decideLateAnswer', async ({ body, caller }) => {
    await decideLateAnswer(context, caller, body);
    return null;
  });
}
