import { useEffect, useState } from 'react';
import { uploadHashes } from './uploads.ts';

/** SHA-256 of the files that this phone has of the form as it is opened; undefined while that is read. */
export function useUploadHashes(form: string): readonly string[] | undefined {
  const [found, setFound] = useState<readonly string[]>();
  useEffect(() => {
    let isCurrent = true;
    void uploadHashes(form).then((hashes) => {
      if (isCurrent) setFound((before) => before ?? hashes);
    });
    return () => {
      isCurrent = false;
    };
  }, [form]);
  return found;
}
