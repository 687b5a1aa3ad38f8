import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { findMyNotices, readAllNotices, readNotice } from './my-notice-service.ts';
import { addNotice, changeNotice, findNotices, publishNotice, readNoticeDetail, removeNotice, withdrawNotice } from './notice-service.ts';

export function noticeRoutes(register: Register, context: ServerContext): void {
  register('queryNoticePage', ({ query, caller }) => findNotices(context, caller.compNo, query));

  register('queryNoticeById', ({ params, caller }) => readNoticeDetail(context, caller.compNo, params.id));

  register('addNotice', async ({ body, caller }) => {
    await addNotice(context, caller, body);
    return { id: body.id };
  });

  register('updateNotice', async ({ body, caller }) => {
    await changeNotice(context, caller, body);
    return null;
  });

  register('publishNotice', async ({ params, body, caller }) => {
    await publishNotice(context, caller, params.id, body?.read ?? {});
    return null;
  });

  register('withdrawNotice', async ({ params, caller }) => {
    await withdrawNotice(context, caller, params.id);
    return null;
  });

  register('deleteNotice', async ({ params, caller }) => {
    await removeNotice(context, caller, params.id);
    return null;
  });

  register('queryMyNoticeList', ({ query, caller }) => findMyNotices(context, caller, query));

  register('readNotice', async ({ params, caller }) => {
    await readNotice(context, caller, params.id);
    return null;
  });

  register('readAllNotices', async ({ body, caller }) => {
    await readAllNotices(context, caller, body);
    return null;
  });
}
