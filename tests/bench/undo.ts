const steps = new Set<() => Promise<void>>();
let isStopping = false;
/** What is being started at that moment is there by then, and is undone as well. */
const STARTING_MS = 2000;

/** A step that leaves the machine as it was. It runs once: when it is called, or when the run is interrupted. */
export function undoable(step: () => Promise<void>): () => Promise<void> {
  const undo = async (): Promise<void> => {
    if (steps.delete(undo)) await step();
  };
  steps.add(undo);
  return undo;
}

/** Nothing new may be begun any more. */
export const isInterrupted = (): boolean => isStopping;

/** Leaves the machine as it was when the run is interrupted or breaks; what was begun last ends first. */
export function undoBeforeTheEnd(): void {
  const undoAll = async (): Promise<void> => {
    for (let undo = [...steps].at(-1); undo !== undefined; undo = [...steps].at(-1)) await undo().catch(console.error);
  };
  const stop = async (exitCode: number): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    await undoAll();
    await new Promise((resolve) => setTimeout(resolve, STARTING_MS));
    await undoAll();
    process.exit(exitCode);
  };
  process.on('uncaughtException', (error) => {
    if (!isStopping) console.error(error);
    void stop(1);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(130));
}
