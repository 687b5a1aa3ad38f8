import type { ApiErrorKind } from './ApiError.ts';

export interface ApiHooks {
  /** The session is over and could not be renewed; `reason` is the server's sentence, `isTold` where the person has to know it. */
  onSignedOut: (reason: string, isTold: boolean) => void;
  /** The sentence for a failure that came without one. */
  describeFailure: (kind: ApiErrorKind, status: number | null, isUnsent?: boolean) => string;
}

/** Apart from the client itself, so that the app can give its hooks before the client is loaded. */
export let hooks: Readonly<ApiHooks> = { onSignedOut: () => undefined, describeFailure: () => '' };

/** Given by the app once, at start: what follows from a failure is none of the transport's business. */
export function configureApi(given: ApiHooks): void {
  hooks = given;
}
