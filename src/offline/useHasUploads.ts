import { useEffect, useState } from 'react';
import { hasUploads } from './uploads.ts';

/** Whether files wait for this form as it is opened; undefined while that is read. */
export function useHasUploads(form: string): boolean | undefined {
  const [found, setFound] = useState<boolean>();
  useEffect(() => {
    let isCurrent = true;
    void hasUploads(form).then((has) => {
      if (isCurrent) setFound((before) => before ?? has);
    });
    return () => {
      isCurrent = false;
    };
  }, [form]);
  return found;
}
