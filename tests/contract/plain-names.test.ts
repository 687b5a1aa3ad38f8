import { expect, test } from 'vitest';
import { newDeclaration } from '#contract/declaration.ts';
import { newDepartment } from '#contract/department.ts';
import { newItem } from '#contract/check-point.ts';
import { importedEmployee, newEmployee } from '#contract/staff.ts';
import { newTask } from '#contract/task.ts';

const id = '01900001-0000-7000-8000-000000000001';
const sha256 = 'a'.repeat(64);

/** Each takes a name and gives back what is stored of it. */
const names: Record<string, (text: string) => unknown> = {
  'a department': (text) => newDepartment.shape.deptName.parse(text),
  'the head of a department': (text) => newDepartment.shape.leader.parse(text),
  'a person': (text) => newEmployee.shape.employeeName.parse(text),
  'a department in a spreadsheet': (text) => importedEmployee.shape.deptName.parse(text),
  'a task': (text) => newTask.shape.taskName.parse(text),
  'a check item': (text) => newItem.parse({ parentId: id, itemName: text }).itemName,
  'an attachment': (text) => newDeclaration.shape.attachments.parse([{ sha256, name: text }])[0]?.name,
};

test.each(Object.entries(names))('the name of %s has nothing that nobody sees or that turns its direction', (_what, stored) => {
  // Shown as it is, the second one seems to end on exe.pdf.
  for (const text of ['内\u200B科', '内科\u202Efdp.exe', '\u2066内科\u2069', '内\u00AD科', '内\uFEFF科\u061C']) {
    expect(stored(text)).toBe(text.replace(/[\u200B\u202E\u2066\u2069\u00AD\uFEFF\u061C]/g, ''));
  }
  expect(stored(' 内科（二） 𠮷 ')).toBe('内科（二） 𠮷');
});

test('a name of nothing else is none', () => {
  expect(() => newDepartment.shape.deptName.parse('\u200B\u202E')).toThrow('必填项不能为空');
});
