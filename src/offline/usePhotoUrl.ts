import { useEffect, useState } from 'react';
import { loadPhoto } from './photos.ts';

export interface PhotoUrl {
  /** An object URL, released when the component goes; undefined while loading or when the photo cannot be had. */
  url: string | undefined;
  isMissing: boolean;
}

const loading: PhotoUrl = { url: undefined, isMissing: false };

/** A photo to show: from this phone, otherwise from the server. */
export function usePhotoUrl(sha256: string): PhotoUrl {
  const [shown, setShown] = useState<{ sha256: string; photo: PhotoUrl }>({ sha256, photo: loading });

  useEffect(() => {
    const controller = new AbortController();
    let url: string | undefined;
    loadPhoto(sha256, controller.signal).then(
      (blob) => {
        if (controller.signal.aborted) return;
        url = URL.createObjectURL(blob);
        setShown({ sha256, photo: { url, isMissing: false } });
      },
      () => {
        if (!controller.signal.aborted) setShown({ sha256, photo: { url: undefined, isMissing: true } });
      },
    );
    return () => {
      controller.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [sha256]);

  return shown.sha256 === sha256 ? shown.photo : loading;
}
