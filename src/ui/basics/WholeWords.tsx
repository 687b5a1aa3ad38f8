import { Fragment } from 'react';
import styles from './WholeWords.module.css';

/** Text that may break at its spaces only: where it is narrow no date, time or number is torn in two. */
export function WholeWords({ text }: { text: string }) {
  return text.split(' ').map((word, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className={styles['word']}>{word}</span>
    </Fragment>
  ));
}
