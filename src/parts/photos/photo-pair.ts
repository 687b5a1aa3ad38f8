export interface PhotoSet {
  photos: readonly string[];
  /** Absent where nothing may be deleted. */
  onDelete?: ((sha256: string) => void) | undefined;
}

export interface PhotoSide extends PhotoSet {
  /** What they show, such as 整改前. */
  label: string;
}

/** The photos of one item, those before and those after, to walk through as one row. */
export type PhotoPair = readonly [before: PhotoSide, after: PhotoSide];

export const photoPair = (before: readonly string[], after: readonly string[], onDeleteAfter?: (sha256: string) => void): PhotoPair => [
  { label: '整改前', photos: before },
  { label: '整改后', photos: after, onDelete: onDeleteAfter },
];
