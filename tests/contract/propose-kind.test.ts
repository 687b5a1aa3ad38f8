import { expect, test } from 'vitest';
import { proposeKind } from '#contract/propose-kind.ts';

test.each([
  ['内科', 'internalMedicine'],
  ['心血管内科一病区', 'internalMedicine'],
  ['骨科', 'surgery'],
  ['妇产科', 'obstetrics'],
  ['新生儿重症监护室', 'newborn'],
  ['重症医学科（ICU）', 'intensiveCare'],
  ['医院感染管理科', 'infectionControl'],
  ['感染性疾病科', 'infectious'],
  ['发热门诊', 'infectious'],
  ['麻醉手术科', 'anaesthesia'],
  ['眼耳鼻喉科', 'ent'],
  ['心身医学科', 'psychiatry'],
  ['针灸推拿科', 'traditional'],
  ['中药房', 'pharmacy'],
  ['医学影像科', 'imaging'],
  ['放疗科', 'radiotherapy'],
  ['儿童保健科', 'preventive'],
  ['医务科', 'medicalAffairs'],
  ['后勤保障科', 'logistics'],
  ['血液透析室', 'dialysis'],
  ['门诊部', 'outpatient'],
  ['星光组', undefined],
])('%s is of the kind %s', (name, kind) => {
  expect(proposeKind(name)).toBe(kind);
});
