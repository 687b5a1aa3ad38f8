import styles from './WholeWords.module.css';

/** Running text in which no number is torn in two, nor a date from its time; it breaks anywhere else. */
export function WholeDates({ text }: { text: string }) {
  // What a group of the pattern catches stands at the odd places.
  return text.split(/(\d[\d:.-]*\d(?: \d\d:\d[\d:]*\d)?)/).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <span key={index} className={styles['word']}>
        {piece}
      </span>
    ),
  );
}
