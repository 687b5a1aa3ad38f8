import { syncCheckLibrary } from '../modules/check-points/check-library-service.ts';
import { runWithContext } from './run-with-context.ts';
import { seedDemonstration } from './seed-demonstration.ts';

await runWithContext(async (context, config) => {
  if (config.isProduction) throw new Error('NODE_ENV=production 时不写入演示数据');
  await syncCheckLibrary(context);
  await seedDemonstration(context);
  console.log('已写入演示数据。账号: admin01 / Admin2026(管理员)，staff01 / Staff2026(内科)');
});
