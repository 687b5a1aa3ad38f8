import { Activity } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { declarationsPath } from '@/lib/paths.ts';
import { declarationKinds, kindAt } from './declaration-kinds.ts';
import { DeclarationList } from './DeclarationList.tsx';
import { OpenForm } from './OpenForm.tsx';

/** The seven lists of declarations, and their form in the place of the list: which one, the address tells. */
export default function DeclarationsPage() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const kind = kindAt(pathname) ?? declarationKinds[0];
  const edited = new URLSearchParams(search).get('edit');
  if (kind === undefined) return null;

  const close = (): void => {
    // The router counts the addresses of this window: before the first there is nothing of ours.
    const isFirst = (history.state as { idx?: number } | null)?.idx === 0;
    void (isFirst ? navigate(declarationsPath(kind.selfDeclaredType), { replace: true }) : navigate(-1));
  };
  return (
    <>
      <Activity mode={edited === null ? 'visible' : 'hidden'}>
        <DeclarationList kind={kind} />
      </Activity>
      {edited !== null && <OpenForm key={edited} kind={kind} id={edited} onClose={close} />}
    </>
  );
}
