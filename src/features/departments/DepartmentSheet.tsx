import type { Department } from '#contract/department.ts';
import { DEPARTMENT_KINDS, departmentKindLabel } from '#contract/department-kind.ts';
import { DEPARTMENT_SORT_MAX, EXTENSION_MAX } from '#contract/limits.ts';
import { proposeKind } from '#contract/propose-kind.ts';
import { rules, telephone } from '#contract/rules.ts';
import { FormSheet } from '@/parts/forms/FormSheet.tsx';
import { useOverwriting } from '@/queries/client/useOverwriting.ts';
import { readDepartment, useAddDepartment, useChangeDepartment } from '@/queries/department-queries.ts';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { atMost, useFields } from '@/ui/controls/useFields.ts';

const empty = { deptName: '', kind: '', leader: '', tel: '', extension: '', sort: '', remark: '' };

const toValues = ({ deptName, kind, leader, tel, extension, sort, remark }: Department): typeof empty => ({
  deptName,
  kind: kind ?? '',
  leader,
  tel,
  extension,
  sort: String(sort),
  remark,
});

const toRead = ({ deptName, kind, leader, tel, extension, sort, remark }: Department) => ({ deptName, kind: kind ?? null, leader, tel, extension, sort, remark });

export interface DepartmentSheetProps {
  /** Changed; a new one is added where there is none. */
  department: Department | undefined;
  onClose: () => void;
  /** A department was added behind all others. */
  onAddedLast: () => void;
}

/** Adds a department, or changes the given one. */
export function DepartmentSheet({ department, onClose, onAddedLast }: DepartmentSheetProps) {
  const adding = useAddDepartment();
  const changing = useChangeDepartment();
  const form = useFields(
    {
      deptName: { maxLength: 50, isRequired: true },
      kind: {},
      leader: { maxLength: 50 },
      tel: { maxLength: 20, rule: telephone },
      extension: { maxLength: EXTENSION_MAX, rule: rules.digits },
      sort: { maxLength: 4, rule: rules.nonNegativeInteger, check: atMost(DEPARTMENT_SORT_MAX) },
      remark: { maxLength: 500 },
    },
    department === undefined ? empty : toValues(department),
  );
  const overwrite = useOverwriting(department && toRead(department), async () => {
    const now = department && (await readDepartment(department.id));
    if (now !== undefined) form.rebase(toValues(now));
    return now && toRead(now);
  });

  /** The kind of a new one follows its name as long as it is the one that the name proposes. */
  const handleName = (deptName: string): void => {
    if (department === undefined && form.values.kind === (proposeKind(form.values.deptName) ?? '')) form.set('kind', proposeKind(deptName) ?? '');
    form.set('deptName', deptName);
  };
  const handleSave = async (): Promise<string | undefined> => {
    if (!form.checkAll()) return undefined;
    const { deptName, kind, leader, tel, extension, sort, remark } = form.values;
    const body = {
      deptName: deptName.trim(),
      kind: DEPARTMENT_KINDS.find((one) => one === kind) ?? null,
      leader: leader.trim(),
      tel: tel.trim(),
      extension: extension.trim(),
      // Left empty: a new one comes last, another keeps its place.
      ...(sort === '' ? {} : { sort: Number(sort) }),
      remark: remark.trim(),
    };
    if (department === undefined) await adding.mutateAsync(body);
    else await overwrite((began) => changing.mutateAsync({ id: department.id, ...form.onlyChanged(body), ...began }));
    if (department === undefined && sort === '') onAddedLast();
    return department === undefined ? '科室已新增' : '科室已保存';
  };

  return (
    <FormSheet title={department === undefined ? '新增科室' : '编辑科室'} hasInput={form.isDirty} fields={form} onSave={handleSave} onClose={onClose}>
      <TextField label="科室名称" {...form.bind('deptName')} onChange={handleName} />
      <Select
        label="科室类别"
        {...form.bind('kind')}
        emptyLabel="未选择"
        options={DEPARTMENT_KINDS.map((kind) => ({ value: kind, label: departmentKindLabel[kind] }))}
        hint="决定本科室自查哪些要点；不选则全部要点都适用"
      />
      <TextField label="负责人" {...form.bind('leader')} />
      <TextField label="联系电话" {...form.bind('tel')} type="tel" hint="手机号或固定电话" />
      <TextField label="分机号" {...form.bind('extension')} inputMode="numeric" />
      <TextField label="排序" {...form.bind('sort')} inputMode="numeric" hint={department === undefined ? '小的排在前面，不填排在最后' : '小的排在前面'} />
      <TextField label="备注" {...form.bind('remark')} rows={3} />
    </FormSheet>
  );
}
