import { flushSync } from 'react-dom';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { CloseOutline } from '@/ui/basics/icons.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { stepsTakenBack } from '@/ui/sheets/sheet-steps.ts';
import type { TabStripProps } from './TabStrip.tsx';
import styles from './ViewsSheet.module.css';

export interface ViewsSheetProps extends TabStripProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The open views of a phone: a tap goes to one, and closes what is not needed any more. */
export function ViewsSheet({ isOpen, onClose, tabs: open, titleOf, isFixed }: ViewsSheetProps) {
  const areAllFixed = open.tabs.every(({ key }) => isFixed(key));
  const leaveFor = (go: () => void) => (): void => {
    flushSync(onClose);
    // What replaces the address of a view is to find no step of this sheet above it.
    void stepsTakenBack().then(go);
  };
  return (
    <Sheet
      isOpen={isOpen}
      title="打开的页面"
      onClose={onClose}
      footer={
        <>
          <ActionButton isDisabled={areAllFixed} onClick={leaveFor(open.closeAll)}>
            关闭全部
          </ActionButton>
          <ActionButton onClick={leaveFor(() => open.shown !== undefined && open.refresh(open.shown))}>刷新当前</ActionButton>
        </>
      }
    >
      <ul>
        {open.tabs.map(({ key, note }) => (
          <li key={key} className={styles['view']} aria-current={key === open.shown ? 'page' : undefined}>
            <button type="button" className={styles['name']} onClick={leaveFor(() => open.show(key))}>
              <span>{titleOf(key)}</span>
              {note !== '' && <span className={styles['note']}>{note}</span>}
            </button>
            {!isFixed(key) && (
              <button type="button" className={styles['close']} onClick={key === open.shown ? leaveFor(() => open.close(key)) : () => open.close(key)} aria-label={`关闭 ${titleOf(key)}`}>
                <CloseOutline aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
