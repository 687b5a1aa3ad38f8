import { useEffect, useId, useRef, useState, type ChangeEvent, type CompositionEvent } from 'react';
import { tooLongMessage } from '#contract/rules.ts';
import { addPhrase, cleanText } from '@/lib/text/draft-text.ts';
import { pauseAfter } from '@/lib/typing-pause.ts';
import { askBeforeLeaving } from '@/ui/browser/leaving.ts';
import type { FlushRegistry } from './flush-registry.ts';
import styles from './DraftField.module.css';

export interface Phrases {
  label: string;
  items: readonly string[];
  /** A longer text, by the words of its button; only into an empty field. */
  whole?: { words: string; text: string } | undefined;
  /** Leads to where they are changed; told what stands in the field. */
  onManage?: ((text: string) => void) | undefined;
}

interface DraftFieldProps {
  label: string;
  /** What is stored. */
  text: string;
  maxLength: number;
  placeholder: string;
  isRequired: boolean;
  /** A single line is an input. */
  rows: number;
  /** One tap each. */
  phrases?: Phrases | undefined;
  /** Where the field can be made to store what it has. */
  unsaved: FlushRegistry;
  onSave: (text: string) => Promise<unknown>;
  /** Told when there is text that is not being stored yet, and when there is none any more. */
  onTyping: (isTyping: boolean) => void;
}

/** Short ones in two or three rows are no reason for another tap. */
const PHRASES_AT_MOST = 8;
/** Of more, so many keep what stands below them, such as the camera, on the screen. */
const PHRASES_AT_FIRST = 4;

/** Text that is stored after a pause in typing, now and then without one, and at once when the field or the page is left. */
export function DraftField({ label, text: stored, maxLength, placeholder, isRequired, rows, phrases, unsaved, onSave, onTyping }: DraftFieldProps) {
  const [typed, setTyped] = useState<string>();
  const [lostCount, setLostCount] = useState(0);
  const [wasLeft, setWasLeft] = useState(false);
  const [areAllShown, setAreAllShown] = useState(false);
  const waiting = useRef<{ text: string; since: number; timer: ReturnType<typeof setTimeout>; stopAsking: () => void }>(undefined);
  const isComposing = useRef(false);
  const save = useRef(onSave);
  const tellTyping = useRef(onTyping);
  const id = useId();

  useEffect(() => {
    save.current = onSave;
    tellTyping.current = onTyping;
  }, [onSave, onTyping]);

  const flush = useRef((): Promise<unknown> => {
    if (!waiting.current) return Promise.resolve();
    const { text, timer, stopAsking } = waiting.current;
    clearTimeout(timer);
    waiting.current = undefined;
    const done = save.current(text).finally(stopAsking);
    // From here on what is stored holds the text, also when it changes elsewhere; a word that is being put together stays.
    if (!isComposing.current) setTyped(undefined);
    tellTyping.current(false);
    return done;
  });

  useEffect(() => {
    const flushNow = flush.current;
    const remove = unsaved.add(flushNow);
    return () => {
      remove();
      void flushNow();
    };
  }, [unsaved]);

  const handleChange = (given: string, isUnderWay = false): void => {
    isComposing.current = isUnderWay;
    // The keys of a word are more than the word: cut, it would be lost.
    if (isUnderWay && given.length > maxLength) return setTyped(given);
    const text = cleanText(given, maxLength);
    setLostCount(Math.max(0, given.length - maxLength));
    setTyped(text);
    if (waiting.current) clearTimeout(waiting.current.timer);
    else onTyping(true);
    const { since, ms } = pauseAfter(waiting.current?.since);
    // Until it is stored it is on this page alone, and a reload leaves no time to store it.
    const stopAsking = waiting.current?.stopAsking ?? askBeforeLeaving();
    waiting.current = { text, since, timer: setTimeout(() => void flush.current(), ms), stopAsking };
  };
  const handlePhrase = (phrase: string): void => {
    handleChange(addPhrase(waiting.current?.text ?? stored, phrase, maxLength));
    void flush.current();
  };

  const text = typed ?? stored;
  const canFold = phrases !== undefined && phrases.items.length > PHRASES_AT_MOST;
  const isMissing = isRequired && wasLeft && text.trim() === '';
  const shared = {
    id,
    className: `${styles['text']} ${isMissing ? styles['missing'] : ''} ${rows === 1 ? styles['line'] : ''}`,
    value: text,
    placeholder,
    autoComplete: 'off',
    'aria-required': isRequired,
    'aria-invalid': isMissing,
    onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => handleChange(target.value, (nativeEvent as InputEvent).isComposing),
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement | HTMLTextAreaElement>) => handleChange(currentTarget.value),
    onBlur: () => {
      setWasLeft(true);
      void flush.current();
    },
  };
  return (
    <div className={styles['draft']}>
      <div className={styles['head']}>
        <label htmlFor={id}>{label}</label>
        {rows > 1 && (
          <span className={styles['count']} aria-hidden>
            {text.length}/{maxLength}
          </span>
        )}
      </div>
      {rows === 1 ? (
        <input {...shared} />
      ) : (
        <textarea {...shared} rows={rows} />
      )}
      {lostCount > 0 && (
        <p className={styles['problem']} role="alert">
          {tooLongMessage(maxLength)}，多出的 {lostCount} 个没有填入
        </p>
      )}
      {phrases && (
        <div className={styles['phrases']} role="group" aria-label={phrases.label}>
          {/* In front, where it heads the phrases; at the end it would take a line of its own on a small phone. */}
          {phrases.onManage && (
            <button type="button" className={`${styles['phrase']} ${styles['manage']}`} onClick={() => phrases.onManage?.(text)}>
              <span>{`＋ ${phrases.label}`}</span>
            </button>
          )}
          {phrases.whole && text.trim() === '' && (
            <button type="button" className={styles['phrase']} onClick={() => handlePhrase(phrases.whole?.text ?? '')}>
              <span>{phrases.whole.words}</span>
            </button>
          )}
          {(areAllShown || !canFold ? phrases.items : phrases.items.slice(0, PHRASES_AT_FIRST)).map((phrase) => (
            <button key={phrase} type="button" className={styles['phrase']} onClick={() => handlePhrase(phrase)}>
              <span>{phrase}</span>
            </button>
          ))}
          {canFold && (
            <button type="button" className={`${styles['phrase']} ${styles['manage']}`} aria-expanded={areAllShown} onClick={() => setAreAllShown(!areAllShown)}>
              <span>{areAllShown ? '收起' : `更多 ${phrases.items.length - PHRASES_AT_FIRST} 条`}</span>
            </button>
          )}
        </div>
      )}
    </div>
  );
}
