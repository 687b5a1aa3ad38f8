import { useEffect, useRef, useState } from 'react';
import { today } from '@/lib/dates.ts';
import { newId } from '@/lib/new-id.ts';
import { forgetUploads, uploadHashes } from '@/offline/files/uploads.ts';
import { forgetDraft } from '@/offline/forms/form-drafts.ts';
import { useKeptDraft } from '@/offline/forms/useKeptDraft.ts';
import { useLoaded } from '@/offline/storage/useLoaded.ts';
import { useAreDeclarationsRestored, useDeclarationToChange, wasOvertaken } from '@/queries/declaration-queries.ts';
import { useSession } from '@/session/useSession.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { Notice } from '@/ui/basics/Notice.tsx';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { Page } from '@/ui/page/Page.tsx';
import { untakenUploads } from '@/parts/forms/attachment-rules.ts';
import { DeclarationEditor } from './DeclarationEditor.tsx';
import { type DeclarationForm, formName, formOf, isSameContent, NEW, newForm } from './declaration-form.ts';
import type { DeclarationKind } from './declaration-kinds.ts';
import type { Barrier } from './useDeclarationForm.ts';

export interface OpenFormProps {
  kind: DeclarationKind;
  /** `NEW`, or the record's id. */
  id: string;
  onClose: () => void;
  /** To the list: the page before may be that of a record that is gone. */
  onLeave: () => void;
}

/** Brings together what the server has of a record and what was typed before. */
export function OpenForm({ kind, id, onClose, onLeave }: OpenFormProps) {
  const name = formName(kind.selfDeclaredType, id);
  const draft = useKeptDraft<DeclarationForm>(name);
  const areRestored = useAreDeclarationsRestored();
  if (draft === undefined || !areRestored) {
    return (
      <Page width="reading" onBack={onClose}>
        <ListSkeleton rows={3} />
      </Page>
    );
  }
  const kept = draft?.data;
  const props = { kind, name, kept, onClose, onLeave };
  // What is saved as a new record is one, wherever it began, and what was typed after that changes it.
  const isNew = kept === undefined ? id === NEW : kept.revision === null;
  return isNew ? <NewForm {...props} /> : <ChangeForm {...props} id={kept?.id ?? id} />;
}

interface ReadyProps extends Omit<OpenFormProps, 'id'> {
  name: string;
  kept: DeclarationForm | undefined;
}

function NewForm({ kind, name, kept, ...ways }: ReadyProps) {
  const { user } = useSession();
  const [start] = useState(() => newForm(kind, kept?.id ?? newId(), today().slice(0, 4), user?.compName ?? ''));
  return <DeclarationEditor kind={kind} deptId="" name={name} start={start} kept={kept} changedBefore={undefined} {...ways} />;
}

function ChangeForm({ kind, name, kept, id, ...ways }: ReadyProps & { id: string }) {
  const { onClose, onLeave } = ways;
  const record = useDeclarationToChange(kind.selfDeclaredType, id);
  const hashes = useLoaded(name, uploadHashes);
  // What the device holds may be old: what the server has now is waited for, unless it cannot be reached.
  const isReady = record.data !== undefined && record.isFetchedAfterMount && hashes !== undefined;
  const [first, setFirst] = useState<typeof record.data>();
  if (isReady && first === undefined) setFirst(record.data);
  // Asked again meanwhile, the form that stands here must stay.
  const [isGone, setIsGone] = useState(false);
  if (first === undefined && kept !== undefined && record.isError && !isGone && wasOvertaken(record.error)) setIsGone(true);
  const start = first && formOf(first);
  // Saved before: its answer never arrived, or only files were added after that.
  const isSaved = start !== undefined && kept?.setAside === '' && isSameContent(kept, start);
  const isDone = isSaved && untakenUploads((hashes ?? []).map((sha256) => ({ sha256 })), start.attachments).length === 0;
  // Its name may be that of the next new record. Once: what is kept when the view is shown again was typed here.
  const isForgotten = useRef(false);
  useEffect(() => {
    if (!isDone || isForgotten.current) return;
    isForgotten.current = true;
    void forgetDraft(name);
    void forgetUploads(name);
  }, [isDone, name]);
  if (kept !== undefined && isGone) return <BarredForm kind={kind} name={name} kept={kept} barrier="deleted" {...ways} />;
  if (first === undefined || start === undefined) {
    return (
      <Page width="reading" onBack={onClose}>
        <NotLoaded of={record} rows={3} onLeave={onLeave} />
      </Page>
    );
  }
  const typed = isDone ? undefined : isSaved ? start : kept;
  if (!first.mayChange) {
    return typed === undefined ? <Declared onClose={onClose} /> : <BarredForm kind={kind} name={name} kept={typed} barrier="declared" {...ways} />;
  }
  const changedBefore = typed !== undefined && typed.revision !== first.revision ? first : undefined;
  return <DeclarationEditor kind={kind} deptId={first.deptId} name={name} start={start} kept={typed} changedBefore={changedBefore} {...ways} />;
}

function Declared({ onClose }: Pick<ReadyProps, 'onClose'>) {
  return (
    <Page width="reading" onBack={onClose}>
      <Notice tone="neutral" title="已申报的记录只能由管理员修改" action={<ActionButton onClick={onClose}>返回</ActionButton>}>
        如有错误，请联系本机构管理员。
      </Notice>
    </Page>
  );
}

/** What was typed into a record that can no longer be saved. */
function BarredForm({ kind, name, kept, barrier, ...ways }: ReadyProps & { kept: DeclarationForm; barrier: Barrier }) {
  const { user } = useSession();
  const [start] = useState(() => newForm(kind, kept.id, today().slice(0, 4), user?.compName ?? ''));
  return <DeclarationEditor kind={kind} deptId="" name={name} start={start} kept={kept} changedBefore={undefined} barrier={barrier} {...ways} />;
}
