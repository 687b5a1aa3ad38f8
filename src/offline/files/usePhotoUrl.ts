import { useEffect, useRef, useState } from 'react';
import { ApiError } from '@/api/ApiError.ts';
import { isMissing } from '@/lib/is-missing.ts';
import { getReachability, subscribeToReachability } from '@/offline/network/reachability.ts';
import { loadPhoto } from './photos.ts';

type Problem = 'offline' | 'gone' | 'failed';
const sentences: Record<Problem, string> = { offline: '联网后可看', gone: '照片不在服务器上', failed: '暂时无法显示' };

export interface PhotoUrl {
  /** An object URL, released when the component goes; undefined while loading or when the photo cannot be had. */
  url: string | undefined;
  /** Why it cannot be had, in a few words. */
  problem: string | undefined;
  /** Whatever the problem is; it is tried again by itself, too, when the server is there again, or gave another one that had failed. */
  retry: () => void;
}

interface Loaded {
  sha256: string;
  url?: string;
  problem?: Problem;
}

interface Failed {
  sha256: string;
  tryAgain: () => void;
}

/** Whoever shows just now that a photo failed. */
const failures = new Set<Failed>();

/** What made one work may help the others, of which the same photo in another place is one. */
function tellFailures(loaded: string): void {
  const told = [...failures];
  if (told.some(({ sha256 }) => sha256 === loaded)) for (const { tryAgain } of told) tryAgain();
}

/** A photo to show: from this phone, otherwise from the server. */
export function usePhotoUrl(sha256: string): PhotoUrl {
  /** The others are told of a try of its own; what made it try made them try, too. */
  const [attempt, setAttempt] = useState({ isOwn: true });
  const isLoading = useRef(false);
  const [loaded, setLoaded] = useState<Loaded>({ sha256 });
  const { url, problem }: Loaded = loaded.sha256 === sha256 ? loaded : { sha256 };

  useEffect(() => {
    const controller = new AbortController();
    let made: string | undefined;
    isLoading.current = true;
    loadPhoto(sha256, controller.signal).then(
      (blob) => {
        if (controller.signal.aborted) return;
        if (attempt.isOwn) tellFailures(sha256);
        isLoading.current = false;
        made = URL.createObjectURL(blob);
        setLoaded({ sha256, url: made });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        isLoading.current = false;
        setLoaded({ sha256, problem: problemOf(error) });
      },
    );
    return () => {
      controller.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [sha256, attempt]);

  useEffect(() => {
    if (problem === undefined || problem === 'gone') return;
    const follow = (): void => {
      if (getReachability() === 'online') setAttempt({ isOwn: false });
      else setLoaded({ sha256, problem: 'offline' });
    };
    // The server may have come back just now.
    if (problem === 'offline' && getReachability() === 'online') follow();
    return subscribeToReachability(follow);
  }, [sha256, problem]);

  useEffect(() => {
    if (problem !== 'failed') return;
    const failure: Failed = {
      sha256,
      tryAgain: () => {
        if (!isLoading.current) setAttempt({ isOwn: false });
      },
    };
    failures.add(failure);
    return () => void failures.delete(failure);
  }, [sha256, problem]);

  return { url, problem: problem && sentences[problem], retry: () => setAttempt({ isOwn: true }) };
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return 'failed';
  if (isMissing(error)) return 'gone';
  // One lost request is not yet a lost network.
  return error.kind === 'offline' && getReachability() !== 'online' ? 'offline' : 'failed';
}
