import { useEffect, useState, type ReactNode } from 'react';
import { PHRASE_MAX, PHRASES_MAX } from '#contract/limits.ts';
import { frequentRemarks, phraseStore } from '@/offline/forms/phrases.ts';
import { usePhrases } from '@/offline/forms/usePhrases.ts';
import { isDone } from '@/parts/filled/is-done.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { QUICK_PHRASES } from './answer-text.ts';
import styles from './PhrasesSheet.module.css';

const OFFERED = 5;

interface PhrasesSheetProps {
  isOpen: boolean;
  /** What stands in the field. */
  remark: string;
  onClose: () => void;
}

/** The person's own texts for remarks: to add, and to delete. */
export function PhrasesSheet({ isOpen, remark, onClose }: PhrasesSheetProps) {
  const phrases = usePhrases();
  const [text, setText] = useState('');
  const [frequent, setFrequent] = useState<readonly string[]>([]);
  useEffect(() => {
    if (isOpen) void frequentRemarks(PHRASE_MAX, OFFERED).then(setFrequent);
  }, [isOpen]);
  const known = new Set<string>([...phrases, ...QUICK_PHRASES]);
  const offered = [...new Set([remark.trim(), ...frequent])].filter((each) => each !== '' && each.length <= PHRASE_MAX && !known.has(each));
  const typed = text.trim();
  const add = (phrase: string): Promise<boolean> => isDone(phraseStore().add(phrase));
  const handleAdd = async (): Promise<void> => {
    if (await add(typed)) setText('');
  };
  return (
    <Sheet isOpen={isOpen} title="常用语" onClose={onClose}>
      <div className={styles['new']}>
        <TextField label="新的常用语" value={text} onChange={setText} maxLength={PHRASE_MAX} />
        <ActionButton tone="primary" isDisabled={typed === '' || typed.length > PHRASE_MAX || phrases.length >= PHRASES_MAX} onClick={handleAdd}>
          添加
        </ActionButton>
      </div>
      <p className={styles['hint']}>
        {phrases.length >= PHRASES_MAX ? `最多 ${PHRASES_MAX} 条，删去一条才能再添加。` : '只保存在本机的这个账号下，填写说明时点一下就填入。'}
      </p>
      {phrases.length > 0 && (
        <ul className={styles['list']} aria-label="我的常用语">
          {phrases.map((phrase) => (
            <Row key={phrase} phrase={phrase}>
              <ActionButton size="small" label={`删除 ${phrase}`} onClick={() => isDone(phraseStore().remove(phrase))}>
                删除
              </ActionButton>
            </Row>
          ))}
        </ul>
      )}
      {offered.length > 0 && phrases.length < PHRASES_MAX && (
        <>
          <h3 className={styles['title']}>写过的说明</h3>
          <ul className={styles['list']} aria-label="写过的说明">
            {offered.map((phrase) => (
              <Row key={phrase} phrase={phrase}>
                <ActionButton size="small" label={`添加 ${phrase}`} onClick={() => add(phrase)}>
                  添加
                </ActionButton>
              </Row>
            ))}
          </ul>
        </>
      )}
    </Sheet>
  );
}

const Row = ({ phrase, children }: { phrase: string; children: ReactNode }) => (
  <li>
    <span>{phrase}</span>
    {children}
  </li>
);
