import { parseArgs } from 'node:util';
import { createSessionService } from '../modules/session/session-service.ts';
import { createStaffService } from '../modules/staff/staff-service.ts';
import { makePassword } from './initial-password.ts';
import { runWithContext } from './run-with-context.ts';

const USAGE = '用法: npm run reset-password -- 账号';

await runWithContext(async (context) => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [account] = positionals;
  if (account === undefined || positionals.length > 1) throw new Error(USAGE);
  const staff = createStaffService(context, createSessionService(context));
  const password = makePassword();
  const person = await staff.resetPassword(account, password);
  if (person === undefined) throw new Error(`没有账号 ${account}`);
  console.log(`已重置 ${person.compName} ${person.employeeName} 的密码\n账号: ${person.account}\n新密码: ${password}`);
  console.log('该账号在所有设备上的登录已注销；首次登录时必须修改密码。此密码只显示这一次。');
  if (!person.isEnabled) console.log('注意：该账号已停用，仍不能登录，请由管理员先启用。');
});
