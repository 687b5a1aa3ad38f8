import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Institution, InstitutionPreview } from '#contract/institution.ts';
import {
  INSTITUTION_CATEGORIES,
  INSTITUTION_GRADES,
  INSTITUTION_LEVELS,
  groupOf,
  levelLabel,
  PRACTICE_FORMS,
  practiceLabel,
  type InstitutionCategory,
} from '#contract/institution-profile.ts';
import { usualProfile } from '#contract/usual-profile.ts';
import { INSTITUTION } from '@/lib/form-names.ts';
import { isSameData } from '@/lib/is-same-data.ts';
import { sentenceOf } from '@/lib/text/error-sentence.ts';
import { useFormDraft } from '@/offline/forms/useFormDraft.ts';
import { useKeptDraft } from '@/offline/forms/useKeptDraft.ts';
import { isConflict } from '@/queries/client/conflict.ts';
import { fieldErrorsOf } from '@/queries/client/field-errors.ts';
import { useChangeInstitution, useInstitution, useInstitutionPreview } from '@/queries/institution-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { KeptLine } from '@/ui/basics/KeptLine.tsx';
import { useLeavingQuestion } from '@/ui/browser/leaving.ts';
import { BottomBar } from '@/ui/page/BottomBar.tsx';
import { FormProblem } from '@/ui/controls/FormProblem.tsx';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { Notice } from '@/ui/basics/Notice.tsx';
import { notify } from '@/ui/basics/notify.ts';
import formPage from '@/ui/page/form-page.module.css';
import { Page } from '@/ui/page/Page.tsx';
import { Section } from '@/ui/basics/Section.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { RestoredNotice } from '@/ui/sheets/RestoredNotice.tsx';
import { useFields } from '@/ui/controls/useFields.ts';
import { useFormProblem } from '@/ui/controls/useFormProblem.ts';
import { ComplianceStaff } from './ComplianceStaff.tsx';
import { PreviewSheet } from './PreviewSheet.tsx';
import { fieldSpecs, type InstitutionChoice, type InstitutionInput, layOver, startOf, toBody, toProfile } from './institution-form.ts';
import { ServicesField } from './ServicesField.tsx';
import { SubjectsField } from './SubjectsField.tsx';
import styles from './InstitutionPage.module.css';

/** 机构档案: what the institution is; it decides which check points it is asked. */
export default function InstitutionPage() {
  const institution = useInstitution();
  const { data } = institution;
  // Anew with what somebody else saved, or what was saved here.
  if (data) return <KeptForm key={data.revision} institution={data} onReload={() => institution.refetch()} />;
  return (
    <Page>
      <NotLoaded of={institution} />
    </Page>
  );
}

const categoryOptions = INSTITUTION_CATEGORIES.map((category) => ({ value: category, label: category }));

interface FormProps {
  institution: Institution;
  onReload: () => Promise<unknown>;
}

function KeptForm(props: FormProps) {
  const draft = useKeptDraft<InstitutionInput>(INSTITUTION);
  const [discarded, setDiscarded] = useState(0);
  if (draft === undefined) return null;
  return <InstitutionForm key={discarded} {...props} kept={discarded === 0 ? draft?.data : undefined} onDiscard={() => setDiscarded(discarded + 1)} />;
}

function InstitutionForm({ institution, kept, onReload, onDiscard }: FormProps & { kept: InstitutionInput | undefined; onDiscard: () => void }) {
  const preview = useInstitutionPreview();
  const changing = useChangeInstitution();
  const [start, setStart] = useState(() => startOf(institution));
  const [first] = useState(() => (kept === undefined ? { ...start, both: [] } : layOver(kept, start)));
  const form = useFields(fieldSpecs, start.fields, first.fields);
  const [choice, setChoice] = useState<InstitutionChoice>(first.choice);
  const [problem, setProblem] = useFormProblem();
  const [shown, setShown] = useState<InstitutionPreview>();
  const isDirty = !isSameData({ fields: form.values, choice }, { fields: start.fields, choice: start.choice });
  const input = useMemo<InstitutionInput>(() => ({ fields: form.values, choice, start }), [form.values, choice, start]);
  const draft = useFormDraft(INSTITUTION, input, isDirty);
  const change = (changes: Partial<InstitutionChoice>): void => setChoice((before) => ({ ...before, ...changes }));
  useLeavingQuestion(isDirty && draft.problem !== null);
  const settleSaved = useEffectEvent(() => {
    if (kept !== undefined && !isDirty) void draft.settle(input);
  });
  // What was kept may be saved: its answer never arrived.
  useEffect(() => settleSaved(), []);

  /** A new profile is proposed by category and level; one that was looked through stays. */
  const propose = (changes: Partial<Pick<InstitutionChoice, 'category' | 'level'>>): void => {
    const { category, level } = { ...choice, ...changes };
    if (institution.profile !== null || category === '') return change(changes);
    const usual = usualProfile(category, isGraded(category) ? level : 0);
    change({ ...changes, level: usual.level, practice: usual.practice, services: new Set(usual.services) });
    form.set('beds', String(usual.beds));
  };
  const handleSave = async (): Promise<void> => {
    setProblem(undefined);
    if (!form.checkAll()) return;
    const profile = toProfile(form.values, choice);
    if (profile === undefined) return setProblem('请选择机构类别');
    try {
      const found = await preview(profile);
      if (found.added.length + found.removed.length > 0) setShown(found);
      else await save();
    } catch (error) {
      showFailure(error);
    }
  };
  const showFailure = (error: unknown): void => {
    const others = form.setErrors(fieldErrorsOf(error));
    if (fieldErrorsOf(error).length === 0 || others.length > 0) setProblem(others[0] ?? sentenceOf(error, '保存失败，请重试'));
  };
  const save = async (): Promise<void> => {
    const body = toBody(form.values, choice, institution.revision);
    if (body === undefined) return;
    const sent = { fields: form.values, choice };
    /** At once: the form goes when it is read anew, and stores only what was typed since. */
    const onSaved = (): Promise<void> => {
      setStart(sent);
      return draft.settle({ ...sent, start: sent });
    };
    try {
      await changing.mutateAsync({ body, onSaved });
    } catch (error) {
      setShown(undefined);
      showFailure(error);
      // The form begins anew with both: what was filled in here, over what somebody else saved.
      if (isConflict(error)) await onReload();
      return;
    }
    setShown(undefined);
    notify('机构档案已保存', 'success');
  };

  return (
    <Page
      footer={
        <BottomBar className={formPage['buttons']}>
          <ActionButton tone="primary" onClick={handleSave} isDisabled={!isDirty && institution.profile !== null}>
            保存
          </ActionButton>
        </BottomBar>
      }
    >
      <div className={formPage['form']}>
        {kept !== undefined && isDirty && (
          <RestoredNotice
            deed="保存"
            title={first.both.length > 0 ? `其他管理员也修改了${first.both.join('、')}` : undefined}
            onDiscard={async () => {
              await draft.forget();
              onDiscard();
            }}
          >
            {first.both.length > 0 && '再次保存时，以您填写的内容为准。'}
          </RestoredNotice>
        )}
        {institution.profile === null && (
          <Notice tone="warning" title="请填写机构档案">
            机构类别、级别和开展的服务决定本机构自查哪些要点。填写之前，全部要点都会列出。
          </Notice>
        )}
        <Section title="基本信息">
          <div className={styles['fields']}>
            <TextField label="机构名称" {...form.bind('compName')} />
            <TextField label="系统标题" {...form.bind('siteTitle')} placeholder="依法执业自查" hint="显示在页面上方" />
            <Select
              label="机构类别"
              value={choice.category}
              emptyLabel="请选择"
              isRequired
              onChange={(category) => propose({ category: category as InstitutionCategory })}
              options={categoryOptions}
            />
            <Select
              label="级别"
              value={String(choice.level)}
              onChange={(level) => propose({ level: INSTITUTION_LEVELS.find((one) => String(one) === level) ?? 0 })}
              options={INSTITUTION_LEVELS.map((level) => ({ value: String(level), label: levelLabel[level] }))}
            />
            <Select
              label="等次"
              value={choice.grade}
              onChange={(grade) => change({ grade: INSTITUTION_GRADES.find((one) => one === grade) ?? '' })}
              options={INSTITUTION_GRADES.map((grade) => ({ value: grade, label: grade === '' ? '未定等' : `${grade}等` }))}
            />
            <Select
              label="执业依据"
              value={choice.practice}
              onChange={(practice) => change({ practice: PRACTICE_FORMS.find((one) => one === practice) ?? 'licence' })}
              options={PRACTICE_FORMS.map((practice) => ({ value: practice, label: practiceLabel[practice] }))}
            />
            <TextField label={choice.practice === 'licence' ? '许可证登记号' : '备案编号'} {...form.bind('licenceNumber')} />
            <TextField label="地址" {...form.bind('address')} />
            <TextField label="法定代表人" {...form.bind('legalPerson')} />
            <TextField label="主要负责人" {...form.bind('principal')} />
            <TextField label="床位（张）" {...form.bind('beds')} inputMode="numeric" />
            <TextField label="牙椅（台）" {...form.bind('dentalChairs')} inputMode="numeric" />
          </div>
        </Section>
        <Section title="开展的服务">
          <ServicesField chosen={choice.services} onChange={(services) => change({ services })} />
        </Section>
        <Section title="诊疗科目">
          <SubjectsField chosen={choice.subjects} onChange={(subjects) => change({ subjects })} />
        </Section>
        <Section title="依法执业管理">
          <div className={styles['part']}>
            <TextField label="依法执业管理部门" {...form.bind('complianceDept')} />
            <ComplianceStaff staff={choice.complianceStaff} onChange={(complianceStaff) => change({ complianceStaff })} />
          </div>
        </Section>
        <FormProblem>{problem}</FormProblem>
        {isDirty && <KeptLine kept={draft} rest="尚未保存" />}
      </div>
      {shown && <PreviewSheet preview={shown} onClose={() => setShown(undefined)} onConfirm={save} />}
    </Page>
  );
}

/** Hospitals and the like have a level. */
const isGraded = (category: InstitutionCategory): boolean => ['hospital', 'maternalChild'].includes(groupOf(category));
