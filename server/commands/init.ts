import { parseArgs } from 'node:util';
import { createCompany } from './create-company.ts';
import { runWithContext } from './run-with-context.ts';

const USAGE = `用法: npm run init -- --name 机构名称 [--category 机构类别] [--level 级别] [--no 机构编号] [--account 管理员账号]
       [--person 管理员姓名] [--dept 科室] [--title 系统标题] [--spec 机构类别代码]
  --category  如 综合医院、中医医院、社区卫生服务中心、诊所；决定启用哪些检查要点，不写则在首次登录后填写
  --level     三级、二级、一级 或 未定级（默认）
第一个机构可以不写任何选项；名称、标题、类别和级别以后可在“机构档案”中修改。登录页显示第一个机构的标题，不写为“依法执业自查”。`;

const { values } = parseArgs({
  options: {
    name: { type: 'string' },
    category: { type: 'string' },
    level: { type: 'string' },
    no: { type: 'string' },
    account: { type: 'string' },
    person: { type: 'string' },
    dept: { type: 'string' },
    title: { type: 'string' },
    spec: { type: 'string' },
    help: { type: 'boolean' },
  },
});

if (values.help) console.log(USAGE);
else await runWithContext(async (context) => {
  const isFirst = (await context.db.selectFrom('company').select('comp_no').limit(1).executeTakeFirst()) === undefined;
  if (!isFirst && (values.name === undefined || values.no === undefined || values.account === undefined)) {
    throw new Error(`数据库中已有机构。再建一个需要写明 --name、--no 和 --account。\n${USAGE}`);
  }
  const compName = values.name ?? '本机构';
  const account = values.account ?? 'admin';
  const { password } = await createCompany(context, {
    compName,
    compNo: values.no ?? '100001',
    account,
    employeeName: values.person ?? '管理员',
    deptName: values.dept ?? '医务科',
    siteTitle: values.title,
    category: values.category,
    level: values.level,
    specCode: values.spec,
  });
  console.log(`已创建机构: ${compName}\n管理员账号: ${account}\n初始密码: ${password}\n首次登录时必须修改密码。此密码只显示这一次。`);
});
