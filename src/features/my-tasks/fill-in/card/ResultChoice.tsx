import { RESULTS, resultLabel, type Result } from '#contract/result.ts';
import { focusTapped } from './choice-taps.ts';
import styles from './ResultChoice.module.css';

interface ResultChoiceProps {
  chosen: Result | null;
  isDisabled: boolean;
  /** Resolves once the choice is stored, or could not be. */
  onChoose: (result: Result, choices: HTMLElement) => Promise<unknown>;
}

/**
 * 合格, 不合格 or 不适用. Native radios: arrow keys and readers work without a line of ours, and the browser itself shows what
 * is tapped, before anything is drawn anew. They are not React's: at each tap it looks through the whole document for other
 * radios of that name, and a thousand cards of them weigh 3 MiB.
 */
export function ResultChoice({ chosen, isDisabled, onChoose }: ResultChoiceProps) {
  // A thousand are on the screen at once, and few are ever drawn again: keeping parts of each costs memory and saves nothing.
  'use no memo';
  return (
    <div
      ref={(choices) => {
        if (choices) setRadios(choices, chosen, isDisabled);
      }}
      className={styles['choices']}
      onInput={({ target, currentTarget }) => {
        void onChoose((target as HTMLInputElement).value as Result, currentTarget).finally(() => setTimeout(focusTapped, 0));
      }}
    />
  );
}

let groups = 0;

function setRadios(choices: HTMLElement, chosen: Result | null, isDisabled: boolean): void {
  if (!choices.firstChild) {
    // The same point may stand in two views that are kept alive, and radios of one name are one group.
    groups += 1;
    choices.append(...RESULTS.map((result) => createRadio(result, `choice-${groups}`)));
  }
  for (const radio of choices.querySelectorAll('input')) {
    radio.checked = radio.value === chosen;
    radio.disabled = isDisabled;
  }
}

function createRadio(result: Result, name: string): HTMLElement {
  const label = document.createElement('label');
  const radio = document.createElement('input');
  const words = document.createElement('span');
  label.className = styles['choice'] ?? '';
  radio.className = `${styles['input']} ${styles[result]}`;
  words.className = styles['words'] ?? '';
  // Else the browser notes the state of every radio at each step of its history: of 1,000 points, that takes a slow phone 80 ms.
  Object.assign(radio, { type: 'radio', name, value: result, autocomplete: 'off' });
  words.append(resultLabel[result]);
  label.append(radio, words);
  return label;
}
