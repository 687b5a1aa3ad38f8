import { useEffect, useRef, useState } from 'react';
import type { DeclarationStatus } from '#contract/declaration.ts';
import { DECLARATION_BODY_MAX } from '#contract/limits.ts';
import { asAsked, rules } from '#contract/rules.ts';
import { cleanText } from '@/lib/text/draft-text.ts';
import { useSession } from '@/session/useSession.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { KeptLine } from '@/ui/basics/KeptLine.tsx';
import { Notice } from '@/ui/basics/Notice.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { untakenUploads } from '@/parts/forms/attachment-rules.ts';
import { AttachmentsField } from '@/parts/forms/AttachmentsField.tsx';
import { FormProblem } from '@/ui/controls/FormProblem.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { BottomBar } from '@/ui/page/BottomBar.tsx';
import { Page } from '@/ui/page/Page.tsx';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';
import { RestoredNotice } from '@/ui/sheets/RestoredNotice.tsx';
import { ConflictSheet } from './ConflictSheet.tsx';
import { changeYear, isSignatureValid, isYear, joinTexts, yearOptions } from './declaration-form.ts';
import type { DeclarationKind } from './declaration-kinds.ts';
import { DeclareSheet } from './DeclareSheet.tsx';
import { DraftTextSheet } from './DraftTextSheet.tsx';
import { SetAsideText } from './SetAsideText.tsx';
import { SignatureField } from './SignatureField.tsx';
import { confirmDiscard } from './confirm-discard.ts';
import { type Barrier, type DeclarationStart, type SaveOutcome, useDeclarationForm } from './useDeclarationForm.ts';
import styles from './DeclarationEditor.module.css';

const TEACH_TRAIN = 1;
const PUBLICITY = 4;

const barrierTitles: Record<Barrier, string> = { deleted: '这条记录已被删除', declared: '这条记录已申报，只能由管理员修改' };

export interface DeclarationEditorProps extends DeclarationStart {
  kind: DeclarationKind;
  /** Whose record it is; empty for a new one. */
  deptId: string;
  onClose: () => void;
  /** To the list, where there is nothing to come back to. */
  onLeave: () => void;
}

/** The form of one record. What is typed stays on this phone until the server has it. */
export function DeclarationEditor({ kind, deptId, onClose, onLeave, ...start }: DeclarationEditorProps) {
  const { user } = useSession();
  const type = kind.selfDeclaredType;
  const state = useDeclarationForm(kind, start);
  const { form, fields, kept } = state;
  const [isDrafting, setIsDrafting] = useState(false);
  const [asked, setAsked] = useState<'declare' | 'sign'>();
  const isSaving = state.savingAs !== undefined;
  const isDeclared = form.status === 'declared';
  const barrier = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Whoever saves stands at the end of a long form.
    if (!isSaving) barrier.current?.scrollIntoView({ block: 'nearest' });
  }, [isSaving, state.barrier]);
  const handleForget = async (): Promise<void> => {
    if (!(await confirmDiscard())) return;
    await state.forget();
    onLeave();
  };

  const setBody = (text: string): void => fields.set('body', cleanText(text, text.length));
  const handleYear = (year: string): void => {
    const { title, body } = changeYear(kind, user?.compName ?? '', form.text, asAsked(year.trim(), rules.digits));
    fields.set('year', year);
    if (title !== form.text.title) fields.set('title', title);
    if (body !== form.text.body) fields.set('body', body);
  };
  const finish = (outcome: SaveOutcome, status: DeclarationStatus): void => {
    if (outcome === 'refused') return;
    const done = status === 'draft' ? '草稿已保存' : isDeclared ? '修改已保存' : '已申报';
    notify(outcome === 'saved' ? done : `${done}，之后的修改还没有保存`, 'success');
    if (outcome === 'saved') onClose();
  };
  const handleSave = async (status: DeclarationStatus): Promise<void> => {
    if (status === 'draft' && isDeclared) {
      const isSure = await confirmDialog({
        content: '改回草稿后，这条记录不再算作已申报，需要重新申报。申报人不会收到通知。',
        confirmText: '改回草稿',
        cancelText: '保持已申报',
      });
      if (!isSure) return;
    }
    finish(await state.save(status), status);
  };
  /** What is declared for the first time is final for most people: only what could be declared asks for it. */
  const handleDeclare = async (): Promise<void> => {
    if (isDeclared) await handleSave('declared');
    else if (state.check('declared')) setAsked('declare');
  };
  const handleKeepMine = async (): Promise<void> => {
    const outcome = await state.keepMine();
    if (state.wanted !== undefined) finish(outcome, state.wanted);
  };
  const handleDraft = (): void => {
    if (isYear(form.text.year)) setIsDrafting(true);
    else state.setProblem('请先选择年度，再生成草稿');
  };
  const handleUseDraft = (draft: { title: string; body: string }, how: 'replace' | 'append'): void => {
    setBody(how === 'append' ? joinTexts(form.text.body, draft.body) : draft.body);
    if (form.text.title.trim() === '') fields.set('title', draft.title);
    setIsDrafting(false);
  };

  return (
    <Page
      width="reading"
      onBack={onClose}
      footer={
        <BottomBar>
          <ActionButton onClick={() => handleSave('draft')} isDisabled={isSaving}>
            {isDeclared ? '改回草稿' : '保存草稿'}
          </ActionButton>
          <ActionButton tone="primary" onClick={handleDeclare} isDisabled={isSaving}>
            {isDeclared ? '保存修改' : '申报'}
          </ActionButton>
        </BottomBar>
      }
    >
      {/* Whoever is no administrator cannot change any more what was declared: nothing is typed after it was sent. */}
      <div className={styles['form']} inert={state.savingAs === 'declared'}>
        <h2 className={styles['subject']}>{form.revision === null ? `新增${kind.title}` : `编辑${kind.title}`}</h2>
        {state.isRestored && state.isDirty && state.barrier === undefined && <RestoredNotice deed="保存" rest="和没有传完的附件" onDiscard={state.discard} />}
        {state.barrier !== undefined && (
          <div ref={barrier}>
            <Notice
              tone="warning"
              title={barrierTitles[state.barrier]}
              action={
                <>
                  <ActionButton size="small" onClick={handleForget}>
                    丢弃
                  </ActionButton>
                  <ActionButton size="small" tone="primary" onClick={state.saveAsNew}>
                    另存为新记录
                  </ActionButton>
                </>
              }
            >
              您填写的内容还在这里，没有丢失。可以另存为新记录，不再需要时可以丢弃。
            </Notice>
          </div>
        )}
        <div className={styles['pair']}>
          <TextField label="标题" {...fields.bind('title')} />
          <Select label="年度" {...fields.bind('year')} onChange={handleYear} emptyLabel="请选择年度" options={yearOptions(form.text.year)} />
        </div>
        {type === TEACH_TRAIN && <TextField label="学时" {...fields.bind('trainingHours')} inputMode="decimal" hint="选填，最多一位小数" />}
        {type === PUBLICITY && <TextField label="公示网址" {...fields.bind('website')} inputMode="url" hint="选填，以 http:// 或 https:// 开头" />}
        <div>
          <TextField label="正文" {...fields.bind('body')} onChange={setBody} rows={12} hint={kind.bodyHint} />
          <div className={styles['tools']}>
            {kind.canDraft && (
              <ActionButton size="small" onClick={handleDraft}>
                生成草稿
              </ActionButton>
            )}
            <span className={styles['count']}>
              {form.text.body.length}/{DECLARATION_BODY_MAX}
            </span>
          </div>
        </div>
        {form.setAside !== '' && (
          <SetAsideText
            text={form.setAside}
            onInsert={() => {
              setBody(joinTexts(form.text.body, form.setAside));
              state.dropSetAside();
            }}
            onDrop={state.dropSetAside}
          />
        )}
        <AttachmentsField attachments={form.attachments} uploads={state.uploads} control={state.control} onAdd={state.attach} onRemove={state.detach} />
        {kind.isSigned && (
          <SignatureField
            type={type}
            signature={form.signature}
            isValid={isSignatureValid(form)}
            isEarly={untakenUploads(state.uploads, form.attachments).length > 0}
            signerName={user?.employeeName ?? ''}
            isOpen={asked === 'sign'}
            onOpen={(isOpen) => setAsked(isOpen ? 'sign' : undefined)}
            onSign={state.sign}
            onRemove={state.unsign}
          />
        )}
        <FormProblem>{state.problem}</FormProblem>
        {state.isDirty && (!isSaving || kept.problem !== null) && <KeptLine kept={kept} rest={state.isUnconfirmed ? '服务器可能已经收到，再次提交不会重复' : '尚未提交'} />}
      </div>
      {isSaving && (
        <p className={styles['saving']} role="status">
          {state.savingAs === 'draft' ? '正在保存…' : '正在提交…'}
        </p>
      )}
      {asked === 'declare' && (
        <DeclareSheet
          kind={kind}
          form={form}
          deptId={deptId === '' ? (user?.deptId ?? '') : deptId}
          isUnsigned={kind.isSigned && !isSignatureValid(form)}
          onDeclare={() => {
            setAsked(undefined);
            void handleSave('declared');
          }}
          onSign={() => setAsked('sign')}
          onClose={() => setAsked(undefined)}
        />
      )}
      {isDrafting && (
        <DraftTextSheet
          type={type}
          year={Number(form.text.year)}
          deptId={deptId}
          hasText={form.text.body.trim() !== ''}
          onUse={handleUseDraft}
          onClose={() => setIsDrafting(false)}
        />
      )}
      {state.theirs !== undefined && (
        <ConflictSheet
          mine={form}
          theirs={state.theirs}
          savesAtOnce={state.wanted !== undefined}
          onKeepMine={handleKeepMine}
          onTakeTheirs={state.takeTheirs}
          onClose={state.closeConflict}
        />
      )}
    </Page>
  );
}
