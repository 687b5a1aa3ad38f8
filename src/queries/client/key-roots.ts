/** What the keys of a resource begin with: apart from the keys, since resources that change with each other cannot import each other. */
export const keyRoots = {
  task: ['task'],
  myTask: ['my-task'],
  selfCorrection: ['self-correction'],
  home: ['home'],
  lateWork: ['late-work'],
  staff: ['staff'],
} as const;
