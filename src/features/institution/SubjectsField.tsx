import { useState } from 'react';
import { subjectCode, subjects } from '#contract/subjects.ts';
import { toggled } from '@/lib/toggled.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Checkbox } from '@/ui/controls/Checkbox.tsx';
import styles from './InstitutionPage.module.css';

interface SubjectsFieldProps {
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** 诊疗科目 as registered: the first level, and for each that is chosen its second level. */
export function SubjectsField({ chosen, onChange }: SubjectsFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? subjects : subjects.filter(({ code }) => chosen.has(code));
  const handleFirst = (code: string): void => {
    if (!chosen.has(code)) return onChange(toggled(chosen, code));
    onChange(new Set([...chosen].filter((one) => one !== code && !one.startsWith(`${code}.`))));
  };
  return (
    <div className={styles['part']}>
      {shown.length === 0 && <p className={styles['hint']}>还没有登记诊疗科目。</p>}
      {shown.map(({ code, name, children }) => (
        <div key={code}>
          <Checkbox label={name} isChecked={chosen.has(code)} onChange={() => handleFirst(code)} />
          {chosen.has(code) && children.length > 0 && (
            <div className={styles['second']}>
              {children.map((child, index) => (
                <Checkbox
                  key={child}
                  label={child}
                  isChecked={chosen.has(subjectCode(code, index))}
                  onChange={() => onChange(toggled(chosen, subjectCode(code, index)))}
                />
              ))}
            </div>
          )}
        </div>
      ))}
      <ActionButton onClick={() => setIsOpen(!isOpen)}>{isOpen ? '只看已选科目' : '选择诊疗科目'}</ActionButton>
    </div>
  );
}
