const fine = matchMedia('(pointer: fine)');

/** Whether there is a mouse, or what is as exact. */
export const hasFinePointer = (): boolean => fine.matches;
