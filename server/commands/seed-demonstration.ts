import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { addDays, shanghaiDay } from '#contract/calendar.ts';
import type { DepartmentKind } from '#contract/department-kind.ts';
import type { Queryable, ServerContext } from '../context.ts';
import { reasonOf } from '../modules/check-points/applicable-points-service.ts';
import { fileKey } from '../modules/files/file-service.ts';
import { startProfile } from '../modules/institutions/institution-service.ts';
import { importLaws } from '../modules/laws/law-import-service.ts';
import { hashPassword } from '../modules/session/password-service.ts';
import { tellDeclarations } from './demonstration/declarations.ts';
import { tellSevereReports } from './demonstration/severe-reports.ts';
import { tellDeptTask } from './demonstration/dept-task-story.ts';
import type { StoryPoint } from './demonstration/story-shapes.ts';
import { DemonstrationRows } from './demonstration/demonstration-rows.ts';
import { companies, type DemonstrationCompany } from './demonstration/hospitals.ts';
import { type InventedDept, inventPeople } from './demonstration/people.ts';
import { type DemonstrationFile, drawPhotos, drawSignature } from './demonstration/photos.ts';
import { createRandom, type Random } from './demonstration/random.ts';
import { planClinic, type PlannedTask, planFirstHospital, planSecondHospital } from './demonstration/task-plan.ts';
import { at } from './demonstration/working-time.ts';

const SEED = 20_200_018;
const FOUNDED_DAYS_AGO = 420;
const LAW_FOLDER = fileURLToPath(new URL('../library/laws', import.meta.url));

/**
 * Fills an empty database with three invented institutions and a year of their work, up to the day before today; alike at
 * each run, but for the dates.
 * @throws when there is a company already, and when the check library has not been put into the database
 */
export async function seedDemonstration(context: ServerContext): Promise<void> {
  const { db } = context;
  const company = await db.selectFrom('company').select('comp_name').limit(1).executeTakeFirst();
  if (company !== undefined) throw new Error(`数据库中已有机构（${company.comp_name}），不再写入演示数据`);
  const library = await findLibraryPoints(db);
  if (library.length === 0) throw new Error('数据库中没有自查要点，无法写入演示数据');

  await importLaws(context, LAW_FOLDER);
  const random = createRandom(SEED);
  const photos = drawPhotos();
  const signature = drawSignature();
  const document = await readDocument();
  for (const { compNo } of companies) {
    for (const file of [...photos, signature, document]) await context.files.write(fileKey(compNo, file.sha256), file.bytes);
  }
  const hashes = await hashPasswords();
  // Sources of their own, here and where points are chosen: a longer library must not change who was late.
  const risks = createRandom(SEED - 1);
  const points = library.map((point) => ({ ...point, risk: risks.chance(0.08) ? 0.22 : 0.03 + risks.next() * 0.04 }));
  const takenNames = new Set(companies.flatMap(({ accounts }) => accounts.map(({ employeeName }) => employeeName)));
  await db.transaction().execute(async (trx) => {
    for (const [index, each] of companies.entries()) {
      const plan = plans[index] ?? planClinic;
      await seedCompany(trx, context, { company: each, plan, random, photos, signature, document, hashes, points, takenNames });
    }
  });
}

const plans = [planFirstHospital, planSecondHospital, planClinic];

interface CompanySeed {
  company: DemonstrationCompany;
  plan: (today: string, random: Random) => PlannedTask[];
  random: Random;
  photos: readonly DemonstrationFile[];
  signature: DemonstrationFile;
  document: DemonstrationFile;
  hashes: ReadonlyMap<string, string>;
  points: readonly LibraryStoryPoint[];
  takenNames: Set<string>;
}

async function seedCompany(trx: Queryable, context: ServerContext, seed: CompanySeed): Promise<void> {
  const { company, random, photos } = seed;
  const today = shanghaiDay(context.now());
  const foundedAt = at(addDays(today, -FOUNDED_DAYS_AGO), 9);
  await trx
    .insertInto('company')
    .values({ comp_no: company.compNo, comp_name: company.compName, spec_code: 'hospital', site_title: '依法执业自查', created_at: foundedAt.toISOString() })
    .execute();
  await startProfile(trx, context, company.compNo, company.profile);

  const { depts, employees } = inventPeople(random, company, { foundedAt, today, hashes: seed.hashes, photos: photos.map((photo) => photo.sha256), takenNames: seed.takenNames });
  const admin = employees.find((employee) => employee.is_admin === 1);
  if (admin === undefined) throw new Error(`no administrator in ${company.compName}`);
  const rows = new DemonstrationRows(company.compNo, admin.id);
  const asked = seed.points.filter(({ appliesTo }) => reasonOf(appliesTo, company.profile) === null);
  for (const dept of depts) rows.addDept(dept.row);
  for (const employee of employees) rows.addEmployee(employee);
  for (const task of seed.plan(today, random)) {
    const taking = depts.filter((dept) => task.takesPart(dept.who.dept));
    const points = choosePoints(createRandom(random.between(0, 0xffff_ffff)), asked, task, taking);
    rows.addTask(random, task, points);
    for (const { row, who } of taking) {
      // Its own source of chance: what happens in one ward must not depend on how long a month another one had.
      const own = createRandom(random.between(0, 0xffff_ffff));
      rows.addDeptTask(own, task, row.id, tellDeptTask(own, task, pointsOf(task, points, who), task.outcomeOf(who.dept), who, today));
    }
  }
  const [photo] = photos;
  if (photo === undefined) throw new Error('no photos');
  const files = {
    document: { sha256: seed.document.sha256, name: '培训讲义：医疗废物管理.pdf' },
    photo: { sha256: photo.sha256, name: '现场照片.png' },
    signature: { sha256: seed.signature.sha256, name: '签名.png' },
  };
  // Sources of their own: what was declared and told changes nothing of what happened.
  rows.addDeclarations(tellDeclarations(createRandom(SEED + Number(company.compNo) + 1), depts, files, today, addDays(today, -FOUNDED_DAYS_AGO)));
  for (const { sha256, bytes } of [...photos, seed.signature]) rows.addFile({ sha256, size: bytes.length, type: 'image/png', createdAt: foundedAt });
  rows.addFile({ sha256: seed.document.sha256, size: seed.document.bytes.length, type: 'application/pdf', createdAt: foundedAt });
  rows.addNotices(createRandom(SEED + Number(company.compNo)), today);
  await rows.insert(trx, context.dialect);
  await tellSevereReports(trx, createRandom(SEED + Number(company.compNo) + 2), company.compNo, admin.id);
}

/** A PDF whose Chinese font is not embedded, as those of many authorities. */
async function readDocument(): Promise<DemonstrationFile> {
  const bytes = await readFile(`${LAW_FOLDER}/medical-waste-rules.pdf`);
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

type LibraryStoryPoint = Omit<StoryPoint, 'seq'> & { appliesTo: string | null };

/** Points in the library's order: all, or some that most of the departments can answer. */
function choosePoints(random: Random, library: readonly LibraryStoryPoint[], { drawn }: PlannedTask, depts: readonly InventedDept[]): StoryPoint[] {
  const isAskedOfSome = (point: LibraryStoryPoint): boolean => depts.some(({ who }) => who.isAsked(point));
  const chosen = drawn === undefined ? library.filter(isAskedOfSome) : random.sample(mostAsked(library, drawn, depts), drawn.pointCount);
  return chosen.map((point, index) => ({ ...point, seq: index + 1 }));
}

/** Of the categories, three times as many points as are drawn: those that most departments can answer, in their order. */
function mostAsked(library: readonly LibraryStoryPoint[], { categories, pointCount }: NonNullable<PlannedTask['drawn']>, depts: readonly InventedDept[]): LibraryStoryPoint[] {
  const counted = library
    .filter((point) => categories.includes(point.category))
    .map((point) => ({ point, count: depts.filter(({ who }) => who.isAsked(point)).length }));
  const kept = new Set(counted.toSorted((one, other) => other.count - one.count).slice(0, 3 * pointCount));
  return counted.filter((each) => kept.has(each)).map(({ point }) => point);
}

/** What a department has of a task: the points that were drawn, or of all those that it is asked. */
const pointsOf = ({ drawn }: PlannedTask, points: readonly StoryPoint[], { isAsked }: InventedDept['who']): StoryPoint[] =>
  drawn === undefined ? points.filter((point) => isAsked(point)).map((point, index) => ({ ...point, seq: index + 1 })) : [...points];

/** By password; under the empty one the hash of a password that nobody knows, for accounts that are not named. */
async function hashPasswords(): Promise<Map<string, string>> {
  const unknown = randomBytes(32).toString('base64url');
  const passwords = [...new Set(companies.flatMap((company) => company.accounts.map((account) => account.password)))];
  const hashes = await Promise.all([...passwords, unknown].map((password) => hashPassword(password)));
  return new Map(hashes.map((hash, index) => [passwords[index] ?? '', hash]));
}

async function findLibraryPoints(db: Queryable): Promise<Omit<LibraryStoryPoint, 'risk'>[]> {
  const rows = await db
    .selectFrom('check_point')
    .innerJoin('check_point_version', 'check_point_version.id', 'check_point.version_id')
    .innerJoin('check_item as item', 'item.id', 'check_point.item_id')
    .innerJoin('check_item as category', 'category.id', 'check_point.category_id')
    .select([
      'check_point.id as pointId',
      'check_point.version_id as versionId',
      'check_point_version.weight',
      'check_point_version.mark',
      'check_point.category_id as categoryId',
      'item.item_name as itemName',
      'category.sort as category',
      'check_point_version.content',
      'check_point.applies_to as appliesTo',
      'check_point.kinds',
    ])
    .where('check_point.comp_no', 'is', null)
    .where('check_point.retired_at', 'is', null)
    .orderBy('category.sort')
    .orderBy('item.sort')
    .orderBy('check_point.sort')
    .execute();
  return rows.map((row) => ({ ...row, kinds: row.kinds === null ? undefined : (JSON.parse(row.kinds) as DepartmentKind[]) }));
}
