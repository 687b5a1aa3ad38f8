import { addDays } from '#contract/calendar.ts';
import { type DeclarationType, declarationType } from '#contract/declaration-type.ts';
import type { DeclarationFileTable, DeclarationHistoryTable, DeclarationTable } from '../../database/tables.ts';
import type { InventedDept } from './people.ts';
import type { Random } from './random.ts';
import { at } from './working-time.ts';

interface Sample {
  type: DeclarationType;
  title: (dept: string, year: number) => string;
  body: (dept: string, year: number) => string;
  trainingHours?: string;
  attachments?: readonly ('document' | 'photo')[];
  isSigned?: true;
  /** Month and day of each one in a year. */
  days: readonly string[];
  /** Departments that have one, by their position; the rest is late, as in life. */
  depts: (index: number) => boolean;
  status?: 'draft';
}

const samples: readonly Sample[] = [
  {
    type: declarationType.yearPlan,
    title: (dept, year) => `${dept}${year}年度依法执业自查工作计划`,
    body: (dept, year) =>
      `为落实《医疗机构依法执业自查管理办法》，结合${dept}工作实际，制定${year}年度自查计划。\n\n一、工作目标\n全年完成一次全面自查、每季度至少一次日常自查，发现的问题在十五日内整改到位，整改率不低于95%。\n\n二、组织分工\n科主任为第一责任人，护士长协助，指定一名自查员负责组织实施和资料归档。\n\n三、自查安排\n第一季度：人员资质与执业范围、知情同意书。\n第二季度：药品与医疗器械管理、抗菌药物使用。\n第三季度：消毒隔离、医疗废物分类与交接。\n第四季度：全面自查，汇总问题并形成年度总结。\n\n四、工作要求\n自查结果如实填写，不合格项拍照留存，逐项明确整改措施、责任人和完成时限。`,
    days: ['01-18'],
    depts: (index) => index < 18,
  },
  {
    type: declarationType.teachTrain,
    title: (dept) => `${dept}医疗废物管理与职业防护培训记录`,
    body: (dept) =>
      `培训内容：《医疗废物管理条例》要点、锐器盒使用、职业暴露后的处理流程。\n培训方式：集中授课与现场演示。\n参加人员：${dept}全体在岗医务人员，缺勤人员已补训。\n考核结果：现场提问与操作考核，均合格。\n存在不足：新入职人员对交接登记的填写不够熟练，已安排带教。`,
    trainingHours: '2.5',
    attachments: ['document', 'photo'],
    days: ['03-22', '09-16'],
    depts: (index) => index % 3 === 0,
  },
  {
    type: declarationType.riskEvaluation,
    title: (dept, year) => `${dept}${year}年依法执业风险评估报告`,
    body: (dept) =>
      `评估范围：${dept}诊疗活动、药品器械、感染防控和医疗文书。\n\n高风险：毒麻药品交接登记、锐器盒更换时限。\n中风险：知情同意书签署时间、急救药品近效期管理。\n低风险：公示内容更新、标识完整性。\n\n应对措施：高风险环节每周抽查一次，中风险环节每月检查一次，检查结果纳入科室质量考核。`,
    days: ['04-12'],
    depts: (index) => index % 4 === 0,
  },
  {
    type: declarationType.rectificationMeasures,
    title: (dept, year) => `${dept}${year}年上半年问题整改措施`,
    body: () =>
      '一、锐器盒超过四分之三未更换：调整更换频次，由责任护士每班检查，护士长每周抽查。\n二、部分知情同意书缺少签署时间：在模板中增加必填提示，归档前由病案质控员核对。\n三、急救车药品一览表未及时更新：更换药品时同步更新，并由双人核对签字。\n\n以上措施已明确责任人，完成时限为十五日。',
    attachments: ['photo'],
    days: ['07-05'],
    depts: (index) => index % 5 === 0,
  },
  {
    type: declarationType.publicity,
    title: (dept, year) => `${dept}${year}年第一季度依法执业自查情况公示`,
    body: (dept) => `${dept}已按计划完成第一季度日常自查，发现的问题均已整改并通过复核。现予公示，公示期七日。如有意见，请向医务科反映。`,
    days: ['04-08'],
    depts: (index) => index === 0 || index === 2,
  },
  {
    type: declarationType.annualReview,
    title: (dept, year) => `${dept}${year}年度依法执业自查总结`,
    body: (dept, year) =>
      `${year}年，${dept}按照年度计划开展依法执业自查，完成全面自查一次、日常自查四次。\n\n一、主要做法\n自查员对照自查要点逐项检查，不合格项现场拍照，当日反馈责任人。\n\n二、发现的问题\n集中在医疗废物暂存、急救药品管理和文书签署时间三个方面。\n\n三、整改情况\n问题全部完成整改，两项问题曾反复出现，已修订相应流程。\n\n四、下一年度打算\n加强新入职人员培训，把反复出现的问题列为专项自查内容。`,
    days: ['12-20'],
    depts: (index) => index < 14,
  },
  {
    type: declarationType.letterCommitment,
    title: (dept, year) => `${dept}${year}年度依法执业承诺书`,
    body: (dept) =>
      `${dept}郑重承诺：\n一、严格遵守医疗卫生法律、法规和规章，在核准的诊疗科目和执业范围内开展诊疗活动。\n二、不使用非卫生技术人员从事医疗卫生技术工作。\n三、如实开展依法执业自查，不隐瞒、不虚报，发现问题及时整改。\n四、自觉接受监督检查和社会监督。\n如有违反，愿意承担相应责任。`,
    isSigned: true,
    days: ['01-25'],
    depts: (index) => index < 12,
  },
  {
    type: declarationType.annualReview,
    title: (dept, year) => `${dept}${year}年度依法执业自查总结（起草中）`,
    body: () => '一、主要做法\n\n二、发现的问题\n\n三、整改情况',
    days: ['11-02'],
    depts: (index) => index === 0,
    status: 'draft',
  },
];

export interface DeclaredFile {
  sha256: string;
  name: string;
}
/** Files that declarations have; a signature is a picture like any other. */
export interface DeclarationFiles {
  document: DeclaredFile;
  photo: DeclaredFile;
  signature: DeclaredFile;
}

export interface DeclaredRows {
  declaration: DeclarationTable[];
  declaration_file: DeclarationFileTable[];
  declaration_history: DeclarationHistoryTable[];
}

/** What the departments of a company declared from the beginning of last year up to the day before today. */
export function tellDeclarations(random: Random, depts: readonly InventedDept[], files: DeclarationFiles, today: string, since: string): DeclaredRows {
  const rows: DeclaredRows = { declaration: [], declaration_file: [], declaration_history: [] };
  const thisYear = Number(today.slice(0, 4));
  for (const year of [thisYear - 1, thisYear]) {
    for (const sample of samples) {
      // What was begun last year is finished by now.
      if (sample.status === 'draft' && year < thisYear) continue;
      for (const [index, dept] of depts.entries()) {
        for (const day of sample.depts(index) ? sample.days : []) {
          // Not all on one day.
          const on = addDays(`${year}-${day}`, random.between(0, 9));
          if (on >= today || on < since) continue;
          addDeclaration(rows, random, { sample, dept, files, year, on });
        }
      }
    }
  }
  return rows;
}

function addDeclaration(
  rows: DeclaredRows,
  random: Random,
  { sample, dept, files, year, on }: { sample: Sample; dept: InventedDept; files: DeclarationFiles; year: number; on: string },
): void {
  const createdAt = at(on, random.between(8, 16), random.between(0, 59));
  const instant = createdAt.toISOString();
  const { id: deptId, comp_no: compNo, dept_name: deptName } = dept.row;
  const author = dept.who.people[0];
  if (author === undefined) return;
  const id = random.id(createdAt);
  const isDeclared = sample.status !== 'draft';
  const signer = sample.isSigned ? dept.who.leader : null;
  const row: DeclarationTable = {
    id,
    comp_no: compNo,
    dept_id: deptId,
    self_declared_type: sample.type,
    title: sample.title(deptName, year),
    year,
    body: sample.body(deptName, year),
    training_hours: sample.trainingHours ?? '',
    website: '',
    status: isDeclared ? 'declared' : 'draft',
    declared_at: isDeclared ? instant : null,
    declared_by: isDeclared ? author.id : null,
    signer_name: signer,
    signed_at: signer === null ? null : instant,
    revision: 1,
    is_institutional: 0,
    created_by: author.id,
    created_at: instant,
    updated_by: author.id,
    updated_at: instant,
  };
  const attachments = (sample.attachments ?? []).map((kind) => files[kind]);
  rows.declaration.push(row);
  const added: [DeclarationFileTable['kind'], DeclaredFile][] = [
    ...attachments.map((file): ['attachment', DeclaredFile] => ['attachment', file]),
    ...(signer === null ? [] : [['signature', files.signature] satisfies ['signature', DeclaredFile]]),
  ];
  for (const [seq, [kind, file]] of added.entries()) {
    rows.declaration_file.push({ id: random.id(createdAt), declaration_id: id, comp_no: compNo, kind, seq, sha256: file.sha256, name: file.name });
  }
  rows.declaration_history.push({
    id: random.id(createdAt),
    comp_no: compNo,
    declaration_id: id,
    revision: 1,
    deed: 'add',
    content: JSON.stringify({
      title: row.title,
      year,
      body: row.body,
      trainingHours: row.training_hours,
      website: '',
      status: row.status,
      attachments,
      signature: signer === null ? null : { signerName: signer, sha256: files.signature.sha256 },
    }),
    saved_by: author.id,
    saved_at: instant,
  });
}
