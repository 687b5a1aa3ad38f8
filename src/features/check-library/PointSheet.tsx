import { useState } from 'react';
import { lacksArticleMessage } from '#contract/basis-article.ts';
import type { Basis, CheckItem, CheckPoint } from '#contract/check-point.ts';
import { articleNumber } from '#contract/chinese-numerals.ts';
import { BASIS_ANCHOR_MAX, BASIS_GIST_MAX, BASIS_LAW_MAX, POINT_TEXT_MAX } from '#contract/limits.ts';
import type { Rule } from '#contract/rules.ts';
import { sentenceOf } from '@/lib/text/error-sentence.ts';
import { useFormDraft } from '@/offline/forms/useFormDraft.ts';
import { useKeptDraft } from '@/offline/forms/useKeptDraft.ts';
import { FormSheet } from '@/parts/forms/FormSheet.tsx';
import { isConflict } from '@/queries/client/conflict.ts';
import { readOwnPoint, useAddPoint, useChangePoint, useRestorePoint } from '@/queries/laws/check-point-queries.ts';
import { findCitedLaw, findLaw, useLawLibrary } from '@/queries/laws/law-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Notice } from '@/ui/basics/Notice.tsx';
import { notify } from '@/ui/basics/notify.ts';
import stack from '@/ui/basics/stack.module.css';
import letters from '@/ui/basics/letters.module.css';
import { Checkbox } from '@/ui/controls/Checkbox.tsx';
import { FormProblem } from '@/ui/controls/FormProblem.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFields } from '@/ui/controls/useFields.ts';
import { AnchorField } from './AnchorField.tsx';
import { findPlace, itemOptions, NO_ITEM } from './item-tree.ts';
import { BasisTag } from './PointTags.tsx';
import styles from './PointSheet.module.css';

export interface PointSheetProps {
  tree: readonly CheckItem[];
  /** Undefined for a new one. */
  point: CheckPoint | undefined;
  /** Where a new one starts; empty for nowhere yet. */
  itemId: string;
  onBasis: (basis: Basis) => void;
  onClose: () => void;
}

interface PointValues {
  categoryId: string;
  itemId: string;
  content: string;
  expected: string;
  method: string;
  basisLaw: string;
  basisArticle: string;
  basisGist: string;
  basisAnchor: string;
  /** The present version, once the basis was compared with it. */
  basisEdition: string;
}

/** What the phone keeps, so its shape carries the version of the rows. */
interface PointInput {
  /** Of a point that exists only what was changed: the rest stays as somebody else may have saved it meanwhile. */
  values: Partial<PointValues>;
  /** Of the wording that was changed. */
  version: string | undefined;
}

/** Adds an own point, or changes one. */
export function PointSheet(props: PointSheetProps) {
  const form = `point:${props.point?.id ?? 'new'}`;
  const draft = useKeptDraft<PointInput>(form);
  return draft === undefined ? null : <OpenSheet {...props} form={form} kept={draft?.data} />;
}

interface OpenSheetProps extends PointSheetProps {
  form: string;
  kept: PointInput | undefined;
}

const wasChanged = '这个要点在此期间被修改过，保存前请核对。';
/** As the import takes it. */
const articleRule: Rule = {
  test: (text) => (articleNumber(text) ?? 0) > 0,
  message: '请填写条号，如 12、十二 或 第十二条',
  normalize: (text) => (text.trim() === '' ? '' : String(articleNumber(text) ?? text)),
};

const labels = { content: '检查要点', expected: '检查标准', method: '检查方法', basisLaw: '依据', basisArticle: '第几条', basisGist: '依据要点', basisAnchor: '原文词句' } satisfies Partial<Record<keyof PointValues, string>>;

function startOf(tree: readonly CheckItem[], point: CheckPoint | undefined, itemId: string): PointValues {
  const place = findPlace(tree, point?.itemId ?? itemId);
  return {
    categoryId: place?.category.id ?? '',
    itemId: place?.item?.id ?? NO_ITEM,
    content: point?.content ?? '',
    expected: point?.expected ?? '',
    method: point?.method ?? '',
    basisLaw: point?.basis.law ?? '',
    basisArticle: point === undefined || point.basis.article === 0 ? '' : String(point.basis.article),
    basisGist: point?.basis.gist ?? '',
    basisAnchor: point?.basis.anchor ?? '',
    basisEdition: '',
  };
}

function OpenSheet({ form: name, kept, tree, point: opened, itemId, onBasis, onClose }: OpenSheetProps) {
  const adding = useAddPoint();
  const changing = useChangePoint();
  const restoring = useRestorePoint();
  const laws = useLawLibrary();
  /** As it was read last: somebody else may have saved it while the sheet is open. */
  const [point, setPoint] = useState(opened);
  const [isRetired, setIsRetired] = useState(false);
  const [restoreProblem, setRestoreProblem] = useState<string>();
  const [isRestored, setIsRestored] = useState(kept !== undefined);
  const [version, setVersion] = useState(kept?.version ?? point?.version);
  const start = startOf(tree, point, itemId);
  const form = useFields<keyof PointValues>(
    {
      categoryId: { isRequired: true },
      itemId: {},
      content: { maxLength: POINT_TEXT_MAX, isRequired: true },
      expected: { maxLength: POINT_TEXT_MAX, isRequired: true },
      method: { maxLength: POINT_TEXT_MAX },
      basisLaw: { maxLength: BASIS_LAW_MAX, isRequired: true },
      basisArticle: { rule: articleRule },
      basisGist: { maxLength: BASIS_GIST_MAX },
      basisAnchor: { maxLength: BASIS_ANCHOR_MAX },
      basisEdition: {},
    },
    start,
    { ...start, ...withPlaceIn(tree, kept?.values) },
  );
  const { values } = form;
  const before = startOf(tree, opened, itemId);
  /** What both have changed. */
  const overwritten = (Object.keys(labels) as (keyof typeof labels)[]).filter((field) => start[field] !== before[field] && start[field] !== values[field]);
  const category = tree.find(({ id }) => id === values.categoryId);
  const law = values.basisLaw.trim() === '' ? undefined : findLaw(laws.data ?? [], values.basisLaw);
  // A law that is there as a PDF alone has no articles that could be counted.
  const lacksArticle = law !== undefined && law.articleCount > 0 && Number(values.basisArticle) > law.articleCount;
  // Another law or article is taken from the present version anyway.
  const cited =
    point !== undefined && values.basisLaw.trim() === point.basis.law && Number(values.basisArticle) === point.basis.article
      ? findCitedLaw(laws.data ?? [], point.basis)
      : undefined;
  const newEdition = (cited?.state === 'amended' && cited.current.status === 'effective' && cited.current.publishDate) || undefined;
  const isConfirmed = newEdition !== undefined && values.basisEdition === newEdition;
  const showBasis = (edition: string | null | undefined): void =>
    onBasis({ law: values.basisLaw.trim(), article: Number(values.basisArticle), gist: values.basisGist.trim(), edition });

  const draft = useFormDraft<PointInput>(name, { values: point === undefined ? values : form.onlyChanged(values), version }, form.isDirty);
  const handleDiscard = (): void => {
    setIsRestored(false);
    setVersion(point?.version);
    form.reset();
  };
  /** What was typed goes on top of what the server has now. */
  const meetConflict = async ({ id }: CheckPoint): Promise<void> => {
    const current = await readOwnPoint(id, values.categoryId);
    setIsRetired(current === undefined);
    if (current === undefined) return;
    setPoint(current);
    form.rebase(startOf(tree, current, itemId));
  };
  const handleRestore = async (): Promise<void> => {
    if (point === undefined) return;
    setRestoreProblem(undefined);
    try {
      await restoring.mutateAsync(point.id);
    } catch (error) {
      setRestoreProblem(sentenceOf(error, '恢复失败，请重试'));
      return;
    }
    setIsRetired(false);
    notify('已恢复，请再次保存', 'success');
  };
  const handleSave = async (): Promise<string | undefined> => {
    if (!form.checkAll()) return undefined;
    const itemId = values.itemId === NO_ITEM ? values.categoryId : values.itemId;
    const wording = {
      content: values.content.trim(),
      expected: values.expected.trim(),
      method: values.method.trim(),
      basisLaw: values.basisLaw.trim(),
      basisArticle: Number(values.basisArticle),
      basisGist: values.basisGist.trim(),
      basisAnchor: values.basisAnchor.trim(),
    };
    try {
      if (point === undefined) await adding.mutateAsync({ itemId, ...wording });
      // The version tells whether somebody else has changed the wording; where the point stands is no part of it.
      else await changing.mutateAsync({ id: point.id, version: point.version, ...wording, ...form.onlyChanged({ itemId }), ...(isConfirmed ? { basisEdition: newEdition } : {}) });
    } catch (error) {
      // Where it cannot be read now, the next save finds out again.
      if (point !== undefined && isConflict(error)) await meetConflict(point).catch(() => undefined);
      throw error;
    }
    return point === undefined ? '要点已新增' : '要点已保存';
  };

  return (
    <FormSheet
      title={point === undefined ? '新增要点' : '编辑要点'}
      hasInput={form.isDirty}
      draft={draft}
      restored={isRestored ? { deed: '保存', note: version === point?.version ? '' : wasChanged, onDiscard: handleDiscard } : undefined}
      fields={form}
      situation={isRetired ? 'retired' : 'there'}
      explanation={
        overwritten.length > 0 && (
          <section className={styles['change']} aria-label="对方的内容">
            <h3>对方的内容</h3>
            {overwritten.map((field) => (
              <p key={field}>
                {labels[field]}：{start[field] || '（空）'}
              </p>
            ))}
            <p className={letters['quiet']}>再次保存时，以您填写的内容为准。</p>
          </section>
        )
      }
      onSave={handleSave}
      onClose={onClose}
    >
      {!isRestored && version !== point?.version && <Notice tone="warning" title={wasChanged} />}
      {isRetired && (
        <Notice
          tone="warning"
          title="这个要点已被废止"
          action={
            <ActionButton size="small" tone="primary" onClick={handleRestore}>
              恢复要点
            </ActionButton>
          }
        >
          {restoreProblem ?? '您填写的内容还在这里，没有丢失。恢复后才能保存。'}
        </Notice>
      )}
      {point !== undefined && <p className={letters['quiet']}>保存后用于以后下发的任务；已经下发的任务仍是原来的内容。</p>}
      <div className={styles['pair']}>
        <Select
          label="自查类别"
          {...form.bind('categoryId')}
          onChange={(id) => {
            form.set('categoryId', id);
            form.set('itemId', NO_ITEM);
          }}
          emptyLabel="请选择"
          options={tree.map(({ id, name }) => ({ value: id, label: name }))}
          isDisabled={point !== undefined}
          {...(point === undefined ? {} : { hint: '类别不能更改，需要时请废止后重新新增' })}
        />
        <Select label="自查项目" {...form.bind('itemId')} options={itemOptions(category)} isDisabled={category === undefined} />
      </div>
      <TextField label="检查要点" {...form.bind('content')} rows={3} hint="检查什么，一句话说清" />
      <TextField label="检查标准" {...form.bind('expected')} rows={2} hint="怎样才算合格" />
      <TextField label="检查方法" {...form.bind('method')} rows={2} />
      <div className={`${styles['pair']} ${styles['wide']}`}>
        <TextField
          label="依据"
          {...form.bind('basisLaw')}
          suggestions={[...new Set((laws.data ?? []).map(({ title }) => title))]}
          hint={values.basisLaw.trim() === '' || laws.data === undefined ? '法律法规或本机构制度的全称' : law === undefined ? '法规库中暂无，现场不能查看原文' : lacksArticle ? '法规库中已有' : '法规库中已有，现场可以查看原文'}
        />
        <TextField
          label="第几条"
          {...form.bind('basisArticle')}
          inputMode="numeric"
          hint={lacksArticle ? <span className={styles['warning']}>{lacksArticleMessage(law.articleCount)}</span> : '不分条的不填'}
        />
      </div>
      {point !== undefined && cited !== undefined && cited.state !== 'inForce' && (
        <div className={styles['change']} role="note">
          <BasisTag laws={laws.data ?? []} basis={point.basis} />
          {newEdition !== undefined && (
            <>
              <p>
                这个要点依据的是 {point.basis.edition} 公布的版本，现行版本公布于 {newEdition}，条文编号和内容可能已经变动。
              </p>
              <Checkbox
                label={`已按现行版本（${newEdition} 公布）核对，条号和依据要点无误`}
                isChecked={isConfirmed}
                onChange={(isChecked) => form.set('basisEdition', isChecked ? newEdition : '')}
              />
              <FormProblem>{form.errors.basisEdition}</FormProblem>
            </>
          )}
        </div>
      )}
      {law !== undefined && /^[1-9][0-9]*$/.test(values.basisArticle) && (
        <div className={stack['row']}>
          <ActionButton size="small" onClick={() => showBasis(cited === undefined ? law.publishDate : (point?.basis.edition ?? law.publishDate))}>
            {newEdition === undefined ? '核对原文' : '查看原版本条文'}
          </ActionButton>
          {newEdition !== undefined && (
            <ActionButton size="small" onClick={() => showBasis(newEdition)}>
              查看现行条文
            </ActionButton>
          )}
        </div>
      )}
      <AnchorField law={isConfirmed ? law : (cited?.law ?? law)} article={Number(values.basisArticle) || 0} {...form.bind('basisAnchor')} />
      <TextField label="依据要点" {...form.bind('basisGist')} rows={2} hint="用自己的话说明依据的要求" />
    </FormSheet>
  );
}

/** The item that was chosen may be deleted meanwhile. */
const withPlaceIn = (tree: readonly CheckItem[], values: Partial<PointValues> = {}): Partial<PointValues> =>
  values.itemId !== undefined && findPlace(tree, values.itemId) === undefined ? { ...values, itemId: NO_ITEM } : values;
