import { RESULTS, resultLabel, type Result } from '#contract/result.ts';
import styles from './ResultChoice.module.css';

interface ResultChoiceProps {
  chosen: Result | null;
  isDisabled: boolean;
  onChoose: (result: Result, choices: HTMLElement) => void;
}

/**
 * 合格, 不合格 or 不适用. Native radios: arrow keys and readers work without a line of ours, and the browser itself shows what
 * is tapped, before anything is drawn anew. React is told neither of their names nor of what is chosen: with either, it looks
 * at each tap through the whole document for other radios, or takes the tap back until it has drawn.
 */
export function ResultChoice({ chosen, isDisabled, onChoose }: ResultChoiceProps) {
  // A thousand are on the screen at once, and few are ever drawn again: keeping parts of each costs memory and saves nothing.
  'use no memo';
  return (
    <div
      ref={(choices) => setChosen(choices, chosen)}
      className={styles['choices']}
      onInput={({ target, currentTarget }) => onChoose((target as HTMLInputElement).value as Result, currentTarget)}
    >
      {RESULTS.map((result) => (
        <label key={result} className={styles['choice']}>
          <input className={`${styles['input']} ${styles[result]}`} type="radio" value={result} disabled={isDisabled} />
          <span className={styles['words']}>{resultLabel[result]}</span>
        </label>
      ))}
    </div>
  );
}

let groups = 0;

function setChosen(choices: HTMLElement | null, chosen: Result | null): void {
  const radios = choices?.querySelectorAll('input') ?? [];
  // The same point may stand in two views that are kept alive, and radios of equal names are one group.
  groups += 1;
  for (const radio of radios) {
    radio.name ||= `choice-${groups}`;
    radio.checked = radio.value === chosen;
  }
}
