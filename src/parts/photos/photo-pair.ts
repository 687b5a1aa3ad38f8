export interface PhotoSet {
  photos: readonly string[];
  /** Absent where nothing may be deleted. */
  onDelete?: ((sha256: string) => void) | undefined;
  /** A picture with marks takes the place of the first, or stands behind it where that is kept. Absent where nothing may be marked. */
  onMark?: ((change: MarkedPhoto) => Promise<unknown>) | undefined;
}

export interface MarkedPhoto {
  first: string;
  marked: string;
  isFirstKept: boolean;
}

export interface PhotoSide extends PhotoSet {
  /** What they show, such as 整改前. */
  label: string;
}

/** The photos of one item, those before and those after, to walk through as one row. */
export type PhotoPair = readonly [before: PhotoSide, after: PhotoSide];

export const photoPair = (before: readonly string[], after: readonly string[], onAfter?: Pick<PhotoSet, 'onDelete' | 'onMark'>): PhotoPair => [
  { label: '整改前', photos: before },
  { label: '整改后', photos: after, ...onAfter },
];

/** The photos after one was marked, in their order. */
export const withMarked = (photos: readonly string[], { first, marked, isFirstKept }: MarkedPhoto): string[] =>
  photos.filter((photo) => photo !== marked || photo === first).flatMap((photo) => (photo !== first ? [photo] : isFirstKept ? [first, marked] : [marked]));
