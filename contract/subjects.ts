/** 诊疗科目 of 医疗机构诊疗科目名录 (卫医发〔1994〕27号, as changed to 2009): first level by code, each with its second level in the order of its codes. */
export const subjects: readonly { code: string; name: string; children: readonly string[] }[] = [
  { code: '01', name: '预防保健科', children: [] },
  { code: '02', name: '全科医疗科', children: [] },
  { code: '03', name: '内科', children: ['呼吸内科专业', '消化内科专业', '神经内科专业', '心血管内科专业', '血液内科专业', '肾病学专业', '内分泌专业', '免疫学专业', '变态反应专业', '老年病专业', '其他'] },
  { code: '04', name: '外科', children: ['普通外科专业', '神经外科专业', '骨科专业', '泌尿外科专业', '胸外科专业', '心脏大血管外科专业', '烧伤科专业', '整形外科专业', '其他'] },
  { code: '05', name: '妇产科', children: ['妇科专业', '产科专业', '计划生育专业', '优生学专业', '生殖健康与不孕症专业', '其他'] },
  { code: '06', name: '妇女保健科', children: ['青春期保健专业', '围产期保健专业', '更年期保健专业', '妇女心理卫生专业', '妇女营养专业', '其他'] },
  { code: '07', name: '儿科', children: ['新生儿专业', '小儿传染病专业', '小儿消化专业', '小儿呼吸专业', '小儿心脏病专业', '小儿肾病专业', '小儿血液病专业', '小儿神经病学专业', '小儿内分泌专业', '小儿遗传病专业', '小儿免疫专业', '其他'] },
  { code: '08', name: '小儿外科', children: ['小儿普通外科专业', '小儿骨科专业', '小儿泌尿外科专业', '小儿胸心外科专业', '小儿神经外科专业', '其他'] },
  { code: '09', name: '儿童保健科', children: ['儿童生长发育专业', '儿童营养专业', '儿童心理卫生专业', '儿童五官保健专业', '儿童康复专业', '其他'] },
  { code: '10', name: '眼科', children: [] },
  { code: '11', name: '耳鼻咽喉科', children: ['耳科专业', '鼻科专业', '咽喉科专业', '其他'] },
  { code: '12', name: '口腔科', children: ['口腔内科专业', '口腔颌面外科专业', '正畸专业', '口腔修复专业', '口腔预防保健专业', '其他'] },
  { code: '13', name: '皮肤科', children: ['皮肤病专业', '性传播疾病专业', '其他'] },
  { code: '14', name: '医疗美容科', children: [] },
  { code: '15', name: '精神科', children: ['精神病专业', '精神卫生专业', '药物依赖专业', '精神康复专业', '社区防治专业', '临床心理专业', '司法精神专业', '其他'] },
  { code: '16', name: '传染科', children: ['肠道传染病专业', '呼吸道传染病专业', '肝炎专业', '虫媒传染病专业', '动物源性传染病专业', '蠕虫病专业', '其他'] },
  { code: '17', name: '结核病科', children: [] },
  { code: '18', name: '地方病科', children: [] },
  { code: '19', name: '肿瘤科', children: [] },
  { code: '20', name: '急诊医学科', children: [] },
  { code: '21', name: '康复医学科', children: [] },
  { code: '22', name: '运动医学科', children: [] },
  { code: '23', name: '职业病科', children: ['职业中毒专业', '尘肺专业', '放射病专业', '物理因素损伤专业', '职业健康监护专业', '其他'] },
  { code: '24', name: '临终关怀科', children: [] },
  { code: '25', name: '特种医学与军事医学科', children: [] },
  { code: '26', name: '麻醉科', children: [] },
  { code: '27', name: '疼痛科', children: [] },
  { code: '28', name: '重症医学科', children: [] },
  { code: '30', name: '医学检验科', children: ['临床体液、血液专业', '临床微生物学专业', '临床化学检验专业', '临床免疫、血清学专业', '临床细胞分子遗传学专业', '其他'] },
  { code: '31', name: '病理科', children: [] },
  { code: '32', name: '医学影像科', children: ['X线诊断专业', 'CT诊断专业', '磁共振成像诊断专业', '核医学专业', '超声诊断专业', '心电诊断专业', '脑电及脑血流图诊断专业', '神经肌肉电图专业', '介入放射学专业', '放射治疗专业', '其他'] },
  { code: '50', name: '中医科', children: ['内科专业', '外科专业', '妇产科专业', '儿科专业', '皮肤科专业', '眼科专业', '耳鼻咽喉科专业', '口腔科专业', '肿瘤科专业', '骨伤科专业', '肛肠科专业', '老年病科专业', '针灸科专业', '推拿科专业', '康复医学专业', '急诊科专业', '预防保健科专业', '其他'] },
  { code: '51', name: '民族医学科', children: ['维吾尔医学', '藏医学', '蒙医学', '彝医学', '傣医学', '其他'] },
  { code: '52', name: '中西医结合科', children: [] },
];

/** A first level's code (`03`), or with the second level behind it (`03.02`). */
export const SUBJECT_CODES: readonly string[] = subjects.flatMap(({ code, children }) => [code, ...children.map((_, index) => subjectCode(code, index))]);

export function subjectCode(code: string, child: number): string {
  return `${code}.${String(child + 1).padStart(2, '0')}`;
}

/** Such as 内科 or 内科（心血管内科专业）. */
export function subjectLabel(code: string): string {
  const [first = '', second] = code.split('.');
  const subject = subjects.find((one) => one.code === first);
  if (subject === undefined) return code;
  const child = second === undefined ? undefined : subject.children[Number(second) - 1];
  return child === undefined ? subject.name : `${subject.name}（${child}）`;
}
