import { useMutation } from '@tanstack/react-query';

/**
 * For what is asked of the server and changes nothing, where the screen shows a failure itself: as a mutation, so that
 * a 403 leads away from the screen as it does everywhere.
 */
export function useQuietCall<Answer, Input = void>(ask: (input: Input) => Promise<Answer>): (input: Input) => Promise<Answer> {
  return useMutation({ mutationFn: ask, meta: { quiet: true } }).mutateAsync;
}
