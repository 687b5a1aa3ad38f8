import { useEffect, useMemo, useRef, useState } from 'react';
import type { DeclarationDetail, DeclarationStatus } from '#contract/declaration.ts';
import { DECLARATION_BODY_MAX, DECLARATION_TITLE_MAX } from '#contract/limits.ts';
import { rules } from '#contract/rules.ts';
import { newId } from '@/lib/new-id.ts';
import { sentenceOf } from '@/lib/text/error-sentence.ts';
import { hashOf } from '@/offline/files/photos.ts';
import type { Upload, Uploads } from '@/offline/files/uploads.ts';
import { useUploads } from '@/offline/files/useUploads.ts';
import { readDraft } from '@/offline/forms/form-drafts.ts';
import { useFormDraft } from '@/offline/forms/useFormDraft.ts';
import { isAnswerLost } from '@/queries/client/lost-answer.ts';
import { useReadDeclaration, useSaveDeclaration, useStoreSignature, wasOvertaken } from '@/queries/declaration-queries.ts';
import { fieldErrorsOf } from '@/queries/client/field-errors.ts';
import { currentAccount } from '@/session/current-account.ts';
import { type Fields, useFields } from '@/ui/controls/useFields.ts';
import { useFormProblem } from '@/ui/controls/useFormProblem.ts';
import { type FormAttachment, untakenProblem, untakenUploads } from '@/parts/forms/attachment-rules.ts';
import {
  adoptTheirs,
  contentOf,
  type DeclarationForm,
  type DeclarationText,
  fieldsOf,
  formOf,
  isSameContent,
  isSignatureValid,
  isYear,
  keepMine,
  signedTextOf,
  wouldTakeBack,
  YEAR_MESSAGE,
} from './declaration-form.ts';
import type { DeclarationKind } from './declaration-kinds.ts';
import type { Signed } from './SignatureSheet.tsx';

/** Why the record that was changed can no longer be saved by this person: what was typed can only become a new one. */
export type Barrier = 'deleted' | 'declared';

/** `changedSince`: the server has what was sent; the form stays open with what was typed or added since. */
export type SaveOutcome = 'saved' | 'changedSince' | 'refused';

export interface DeclarationStart {
  /** Under which the phone keeps what is typed. */
  name: string;
  /** What the form would hold had nobody typed anything. */
  start: DeclarationForm;
  /** What was typed before and not saved. */
  kept: DeclarationForm | undefined;
  /** Somebody saved the record after what was kept had been begun. */
  changedBefore: DeclarationDetail | undefined;
  barrier?: Barrier | undefined;
}

export interface DeclarationFormState {
  form: DeclarationForm;
  fields: Fields<keyof DeclarationText>;
  isDirty: boolean;
  /** Whether what was typed before is what the form began with. */
  isRestored: boolean;
  /** What keeps the form from being saved as a whole. */
  problem: string | undefined;
  setProblem: (problem: string | undefined) => void;
  /** Whether this phone has what is typed; the sentence says why not. */
  kept: { isKept: boolean; problem: string | null };
  uploads: readonly Upload[];
  control: Pick<Uploads, 'add' | 'pause' | 'resume' | 'remove'>;
  /** The record as somebody else saved it meanwhile. */
  theirs: DeclarationDetail | undefined;
  /** What the own form is saved as once it is kept; undefined where the person still has to choose that. */
  wanted: DeclarationStatus | undefined;
  closeConflict: () => void;
  /** Goes on with the own form, and saves it if that was wanted. */
  keepMine: () => Promise<SaveOutcome>;
  takeTheirs: () => void;
  barrier: Barrier | undefined;
  saveAsNew: () => void;
  /** Throws away all that the phone keeps of the form, which is then to be closed. */
  forget: () => Promise<void>;
  /** Throws away what was typed and not saved. */
  discard: () => Promise<void>;
  attach: (attachment: FormAttachment) => void;
  detach: (attachment: FormAttachment) => void;
  sign: (signed: Signed) => Promise<void>;
  unsign: () => void;
  dropSetAside: () => void;
  /** Whether the last try got no answer: the server may have it. */
  isUnconfirmed: boolean;
  /** As what it is on its way to the server; nothing else is saved meanwhile. */
  savingAs: DeclarationStatus | undefined;
  /** Where it is refused, `problem`, `theirs` or `barrier` says why. */
  /** @returns whether it could be sent as it stands; where not, the form says why */
  check: (status: DeclarationStatus) => boolean;
  save: (status: DeclarationStatus) => Promise<SaveOutcome>;
}

const LOOK_AT_FIELDS = '请检查标出的内容';
const IS_EMPTY = '请填写正文或上传附件后再申报';
/** Stands for what there is to say of untaken uploads, which changes with them. */
const UNTAKEN = Symbol('untaken');

const hashOfContent = (form: DeclarationForm): Promise<string> => hashOf(new TextEncoder().encode(contentOf(form)).buffer);

/** The state of one record's form, from what was typed before to what the server has. */
export function useDeclarationForm({ selfDeclaredType: type }: DeclarationKind, { name, start, kept, changedBefore, barrier: barrierBefore }: DeclarationStart): DeclarationFormState {
  const first = kept ?? start;
  const [base, setBase] = useState(start);
  const [rest, setRest] = useState<Omit<DeclarationForm, 'text'>>(first);
  const [theirs, setTheirs] = useState(changedBefore);
  const [wanted, setWanted] = useState<DeclarationStatus>();
  const [barrier, setBarrier] = useState(barrierBefore);
  const [savingAs, setSavingAs] = useState<DeclarationStatus>();
  const [isUnconfirmed, setIsUnconfirmed] = useState(false);
  const [isRestored, setIsRestored] = useState(kept !== undefined);
  const [problem, setProblem] = useFormProblem<string | typeof UNTAKEN>();
  const saving = useSaveDeclaration();
  const storing = useStoreSignature();
  const read = useReadDeclaration();
  const { uploads, ...control } = useUploads(name);
  const fields = useFields<keyof DeclarationText>(
    {
      title: { maxLength: DECLARATION_TITLE_MAX, isRequired: true },
      year: { maxLength: 4, isRequired: true, rule: rules.digits, check: (text) => (isYear(text) ? undefined : YEAR_MESSAGE) },
      body: { maxLength: DECLARATION_BODY_MAX },
      trainingHours: { maxLength: 6, rule: rules.decimal },
      website: { maxLength: 300, rule: rules.url },
    },
    first.text,
  );
  const form = useMemo<DeclarationForm>(() => ({ ...rest, text: fields.values }), [rest, fields.values]);
  const untaken = untakenProblem(untakenUploads(uploads, form.attachments));
  // It was said of a try to save: what is added later is not to bring it back.
  if (problem === UNTAKEN && untaken === undefined) setProblem(undefined);
  const isEmpty = form.text.body.trim() === '' && form.attachments.length === 0;
  if (problem === IS_EMPTY && !isEmpty) setProblem(undefined);
  // A file that belongs to a record would be taken for one of the next, were nothing kept that says so.
  const hasOwnFiles = form.revision !== null && untaken !== undefined;
  const isDirty = hasOwnFiles || !isSameContent(form, base) || form.setAside !== '' || form.sent !== undefined;
  const draft = useFormDraft(name, form, isDirty);
  // It goes on while it is being saved.
  const latest = useRef(form);
  useEffect(() => void (latest.current = form));
  const [account] = useState(currentAccount);
  // Not once it is left, and not while its view waits behind another. Below the draft, which by then is on its way to the phone.
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const change = (changes: Partial<Omit<DeclarationForm, 'text'>>): void => setRest((before) => ({ ...before, ...changes }));
  const show = (next: DeclarationForm): void => {
    fields.reset(next.text);
    setRest(next);
    setProblem(undefined);
  };
  const removeUploads = (taken = control.list()): Promise<unknown> => Promise.all(taken.map(({ id }) => control.remove(id)));
  const forget = async (): Promise<void> => {
    await draft.forget();
    await removeUploads();
  };

  const refusalOf = (status: DeclarationStatus): string | typeof UNTAKEN | undefined => {
    if (untaken !== undefined) return UNTAKEN;
    return status === 'declared' && isEmpty ? IS_EMPTY : undefined;
  };
  /** @returns the revision that the server has now */
  const send = async (mine: DeclarationForm, status: DeclarationStatus): Promise<number> => {
    const sent = isSignatureValid(mine) ? mine : { ...mine, signature: null };
    const before = mine.sent ?? [];
    if (mine.revision === null) {
      // A page that ends while nobody knows whether the server has it must know it again.
      const begun = { sent: [...new Set([...before, await hashOfContent(sent)])] };
      change(begun);
      await draft.keep({ ...latest.current, ...begun });
    }
    if (sent.signature?.png !== undefined) await storing.mutateAsync(sent.signature.png);
    const toSave = { type, id: sent.id, fields: fieldsOf(sent, status) };
    try {
      return (await saving.mutateAsync({ ...toSave, revision: sent.revision })).revision;
    } catch (error) {
      const made = wasOvertaken(error) ? await read(type, sent.id).catch(() => undefined) : undefined;
      if (made === undefined) throw error;
      const isSame = isSameContent(formOf(made), sent);
      if (isSame && made.status === status) return made.revision;
      // Only over what this form sent before, when the answer was lost: another window may have saved the same new record.
      if (sent.revision !== null || !(isSame || before.includes(await hashOfContent(formOf(made))))) throw error;
      return (await saving.mutateAsync({ ...toSave, revision: made.revision })).revision;
    }
  };
  /** After the server took what was sent. */
  const settle = async (sent: DeclarationForm, revision: number, status: DeclarationStatus): Promise<SaveOutcome> => {
    const saved = { revision, status, sent: undefined };
    setBase({ ...sent, ...saved });
    change(saved);
    setIsRestored(false);
    let now = latest.current;
    if (!isOpen.current) {
      // What is kept is the newest: it may have been opened again and typed into.
      const there = (await readDraft<DeclarationForm>(name, account))?.data;
      // Thrown away, another record's by now, or saved from where it was opened again.
      if (there?.id !== sent.id || there.revision !== sent.revision) return 'saved';
      now = there;
    }
    if (isSameContent(now, sent) && untakenUploads(control.list(), now.attachments).length === 0) {
      change({ setAside: '' });
      const taken = control.list();
      // Not for ever: the form stays in a view that waits, and what is typed there later is to be kept.
      await draft.settle({ ...now, ...saved, setAside: '' });
      await removeUploads(taken);
      return 'saved';
    }
    // At once: of a form that was left meanwhile nothing is stored any more.
    await draft.keep({ ...now, ...saved });
    return 'changedSince';
  };
  /** Finds out what became of the record, where that is why the server refused. @returns whether it was */
  const meetConflict = async (error: unknown, sent: DeclarationForm, status: DeclarationStatus): Promise<boolean> => {
    if (!wasOvertaken(error)) return false;
    try {
      const current = await read(type, sent.id);
      if (!current.mayChange) {
        setBarrier('declared');
        return true;
      }
      setBarrier(undefined);
      if (current.revision === sent.revision) return false;
      setTheirs(current);
      setWanted(wouldTakeBack(sent, current, status) ? undefined : status);
    } catch (failure) {
      if (!wasOvertaken(failure)) return false;
      setBarrier('deleted');
    }
    return true;
  };
  const explain = (error: unknown): void => {
    const found = fieldErrorsOf(error);
    const others = fields.setErrors(found);
    if (found.some(({ field }) => field === 'attachments')) control.sendAgain();
    const sentence = sentenceOf(error, '保存失败，请重试');
    const words = draft.problem === null ? `${sentence}。填写的内容已保存在本机，没有丢失` : sentence;
    setIsUnconfirmed(isAnswerLost(error));
    setProblem(found.length === 0 ? words : (others[0] ?? LOOK_AT_FIELDS));
  };
  const check = (status: DeclarationStatus): boolean => {
    setProblem(undefined);
    setIsUnconfirmed(false);
    const refusal = refusalOf(status);
    if (fields.checkAll() && refusal === undefined) return true;
    setProblem(refusal ?? LOOK_AT_FIELDS);
    return false;
  };
  const trySave = async (toSave: DeclarationForm, status: DeclarationStatus): Promise<SaveOutcome> => {
    if (!check(status)) return 'refused';
    let revision: number;
    try {
      revision = await send(toSave, status);
    } catch (error) {
      if (!(await meetConflict(error, toSave, status))) explain(error);
      return 'refused';
    }
    return await settle(toSave, revision, status);
  };
  const save = async (toSave: DeclarationForm, status: DeclarationStatus): Promise<SaveOutcome> => {
    if (savingAs !== undefined) return 'refused';
    setSavingAs(status);
    return await trySave(toSave, status).finally(() => setSavingAs(undefined));
  };

  return {
    form,
    fields,
    isDirty,
    isRestored,
    problem: problem === UNTAKEN ? untaken : problem,
    setProblem,
    kept: draft,
    uploads,
    control,
    theirs,
    wanted,
    closeConflict: () => setTheirs(undefined),
    keepMine: async () => {
      if (theirs === undefined) return 'refused';
      const mine = keepMine(form, formOf(theirs));
      setBase(formOf(theirs));
      setRest(mine);
      setTheirs(undefined);
      return wanted === undefined ? 'refused' : await save(mine, wanted);
    },
    takeTheirs: () => {
      if (theirs === undefined) return;
      setBase(formOf(theirs));
      show(adoptTheirs(form, formOf(theirs)));
      setTheirs(undefined);
    },
    barrier,
    saveAsNew: () => {
      change({ id: newId(), revision: null, status: 'draft', sent: undefined });
      setBarrier(undefined);
      // What it would go back to is the record that cannot be changed.
      setIsRestored(false);
    },
    forget,
    discard: async () => {
      await removeUploads();
      setIsRestored(false);
      show(base);
    },
    attach: (attachment) =>
      setRest((before) => ({ ...before, attachments: [...before.attachments.filter(({ sha256 }) => sha256 !== attachment.sha256), attachment] })),
    detach: ({ sha256 }) => {
      setRest((before) => ({ ...before, attachments: before.attachments.filter((one) => one.sha256 !== sha256) }));
      for (const upload of control.list()) if (upload.sha256 === sha256) void control.remove(upload.id);
    },
    sign: async ({ png, signerName }) =>
      change({ signature: { sha256: await hashOf(png), signerName, png, fileId: undefined, signedText: signedTextOf(form) } }),
    unsign: () => change({ signature: null }),
    dropSetAside: () => change({ setAside: '' }),
    isUnconfirmed,
    savingAs,
    check,
    save: (status) => save(form, status),
  };
}
