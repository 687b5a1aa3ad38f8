/**
 * The national check items: the twelve content categories of 《医疗机构依法执业自查管理办法》
 * (国卫监督发〔2020〕18号), with points worded for this product.
 */
import { createHash } from 'node:crypto';
import type { LibraryItem } from './library-item.ts';
import { institution } from './check-points/01-institution.ts';
import { personnel } from './check-points/02-personnel.ts';
import { drugDeviceBlood } from './check-points/03-drug-device-blood.ts';
import { technologyResearch } from './check-points/04-technology-research.ts';
import { qualitySafety } from './check-points/05-quality-safety.ts';
import { infectiousDisease } from './check-points/06-infectious-disease.ts';
import { maternalChild } from './check-points/07-maternal-child.ts';
import { radiationOccupational } from './check-points/08-radiation-occupational.ts';
import { mentalHealth } from './check-points/09-mental-health.ts';
import { traditionalMedicine } from './check-points/10-traditional-medicine.ts';
import { medicalRecords } from './check-points/11-medical-records.ts';
import { otherObligations } from './check-points/12-other-obligations.ts';

export type { LibraryItem, LibraryPoint } from './library-item.ts';

/** Raised with every change of the data below, so that a server knows when to bring its tables up to date. */
export const checkLibraryVersion = 5;

/** In the order of the regulation. */
export const checkLibrary: readonly LibraryItem[] = [
  institution,
  personnel,
  drugDeviceBlood,
  technologyResearch,
  qualitySafety,
  infectiousDisease,
  maternalChild,
  radiationOccupational,
  mentalHealth,
  traditionalMedicine,
  medicalRecords,
  otherObligations,
];

/**
 * Publication day of the edition in force that the article numbers of a law follow. Amendments renumber articles: before a
 * newer edition replaces one of these, its points have to be checked again. 生态环境法典 ended 固体废物污染环境防治法 and
 * 放射性污染防治法 on 2026-08-15: no point cites them; the regulations on medical waste and radiation cited here remain.
 */
export const basisEditions: Readonly<Record<string, string>> = {
  中华人民共和国个人信息保护法: '2021-08-20',
  '互联网诊疗管理办法（试行）': '2018-07-17',
  中华人民共和国中医药法: '2016-12-25',
  乡村医生从业管理条例: '2003-08-05',
  人体器官捐献和移植条例: '2023-12-04',
  中华人民共和国人类遗传资源管理条例: '2019-05-28',
  中华人民共和国传染病防治法: '2025-04-30',
  中华人民共和国医师法: '2021-08-20',
  医疗事故处理条例: '2002-04-04',
  医疗保障基金使用监督管理条例: '2021-01-15',
  医疗器械使用质量监督管理办法: '2015-10-21',
  医疗器械监督管理条例: '2024-12-06',
  医疗广告管理办法: '2006-11-10',
  医疗废物管理条例: '2011-01-08',
  '医疗机构制剂配制质量管理规范（试行）': '2001-03-13',
  医疗机构传染病预检分诊管理办法: '2005-02-28',
  医疗保障基金使用监督管理条例实施细则: '2026-02-12',
  '医疗机构病历管理规定（2013年版）': '2013-11-20',
  医疗机构管理条例: '2022-03-29',
  医疗机构药事管理规定: '2011-01-30',
  '医疗机构麻醉药品、第一类精神药品管理规定': '2005-11-14',
  医疗机构管理条例实施细则: '2017-02-21',
  医疗用毒性药品管理办法: '1988-12-27',
  医疗纠纷预防和处理条例: '2018-07-31',
  医疗质量管理办法: '2016-09-25',
  医院中药饮片管理规范: '2007-03-12',
  医院感染管理办法: '2006-07-06',
  中华人民共和国妇女权益保障法: '2022-10-30',
  中华人民共和国反家庭暴力法: '2015-12-27',
  中华人民共和国基本医疗卫生与健康促进法: '2019-12-28',
  处方管理办法: '2007-02-14',
  '处方药与非处方药分类管理办法（试行）': '1999-06-18',
  中华人民共和国安全生产法: '2021-06-10',
  中华人民共和国广告法: '2021-04-29',
  中华人民共和国危险化学品安全法: '2025-12-27',
  护士条例: '2020-03-27',
  放射性同位素与射线装置安全和防护条例: '2019-03-02',
  放射性废物安全管理条例: '2011-12-20',
  放射性药品管理办法: '2024-12-06',
  中华人民共和国数据安全法: '2021-06-10',
  中华人民共和国未成年人保护法: '2024-04-26',
  残疾预防和残疾人康复条例: '2018-09-18',
  中华人民共和国母婴保健法: '2017-11-04',
  中华人民共和国母婴保健法实施办法: '2023-07-20',
  中华人民共和国民法典: '2020-05-28',
  中华人民共和国人口与计划生育法: '2021-08-20',
  中华人民共和国消防法: '2021-04-29',
  中华人民共和国特种设备安全法: '2013-06-29',
  中华人民共和国献血法: '1997-12-29',
  中华人民共和国生物安全法: '2024-04-26',
  中华人民共和国疫苗管理法: '2019-06-29',
  '电子病历应用管理规范（试行）': '2017-02-15',
  生物医学新技术临床研究和临床转化应用管理条例: '2025-09-28',
  病历书写基本规范: '2010-01-22',
  病原微生物实验室生物安全管理条例: '2024-12-06',
  中华人民共和国突发公共卫生事件应对法: '2025-09-12',
  突发公共卫生事件应急条例: '2011-01-08',
  中华人民共和国精神卫生法: '2018-04-27',
  中华人民共和国网络安全法: '2025-10-28',
  网络数据安全管理条例: '2024-09-24',
  中华人民共和国职业病防治法: '2018-12-29',
  艾滋病防治条例: '2019-03-02',
  中华人民共和国药品管理法: '2019-08-26',
  '长期处方管理规范（试行）': '2021-08-10',
  中华人民共和国药品管理法实施条例: '2026-01-16',
  药品经营和使用质量监督管理办法: '2023-09-27',
  中华人民共和国食品安全法: '2025-09-12',
  麻醉药品和精神药品管理条例: '2024-12-06',
  计划生育技术服务管理条例: '2004-12-10',
  // Of the unverified laws, those whose day other sources name, some of them only once.
  医疗技术临床应用管理办法: '2018-08-13',
  放射诊疗管理规定: '2016-01-19',
  涉及人的生命科学和医学研究伦理审查办法: '2023-02-18',
};

/**
 * Laws whose text was not at hand: nothing proves the article, the wording or the edition that their points name. Such a
 * point has no anchor; every other point has one.
 */
export const unverifiedLaws: ReadonlySet<string> = new Set([
  '人类辅助生殖技术管理办法',
  '医疗技术临床应用管理办法',
  '医疗机构临床用血管理办法',
  '抗菌药物临床应用管理办法',
  '放射工作人员职业健康管理办法',
  '放射诊疗管理规定',
  '消毒管理办法',
  '涉及人的生命科学和医学研究伦理审查办法',
  '职业健康检查管理办法',
]);

/** 2021-01-01T00:00:00Z in milliseconds: earlier than anything that a server creates at run time. */
const LIBRARY_TIMESTAMP = 1_609_459_200_000;

/**
 * The identifier of a category, item or point, the same on every server for the same code: a UUID in
 * the shape of version 7 (RFC 9562) whose time is one constant and whose random part is a digest of the code.
 */
export function libraryId(code: string): string {
  const digest = createHash('sha256').update(`zyzc-library:${code}`).digest();
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(LIBRARY_TIMESTAMP, 0, 6);
  digest.copy(bytes, 6, 0, 10);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const codes = new Map(checkLibrary.flatMap(({ children }) => children.flatMap(({ points }) => points.map(({ code }) => [libraryId(code), code] as const))));

/** Null for a point of another release. */
export const codeOfPoint = (id: string): string | null => codes.get(id) ?? null;
