/** What was asked for may have been done: its answer never came. The same may be asked again under the same id. */
export class LostAnswerError extends Error {
  override readonly name = 'LostAnswerError';
}
