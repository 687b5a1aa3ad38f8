import { isInterrupted } from './undo.ts';

export interface Figure {
  name: string;
  measured: string;
  /** As the design has it; empty for a figure without one. */
  goal?: string;
  isMet?: boolean;
  /** The same with as little as possible in between, measured in the same run. */
  limit?: string;
  /** How it was measured. */
  how: string;
}

const NAME_WIDTH = 76;
const VALUE_WIDTH = 31;
const HOW_WIDTH = 140;

/** Prints figures as they come, and keeps count of what could not be measured. */
export class Report {
  readonly unmeasured: string[] = [];
  readonly missed: string[] = [];
  readonly #wanted: readonly string[] | undefined;
  #hasTaken = false;

  /** @param wanted what the names of figures have to hold, of which one is enough */
  constructor(wanted?: readonly string[]) {
    this.#wanted = wanted?.map((name) => name.toLowerCase());
  }

  /** Whether there was anything of what is wanted. */
  get hasTaken(): boolean {
    return this.#hasTaken;
  }

  heading(title: string, how: string): void {
    console.log(`\n${title}`);
    console.log(indent(how, 2));
    console.log(row(['', 'measured', 'goal', 'limit in this run']));
    console.log(`  ${'-'.repeat(NAME_WIDTH + 3 * VALUE_WIDTH)}`);
  }

  /** Goals are shown, never enforced; a figure that cannot be had is a fault of the run. */
  async take(name: string, measure: () => Promise<readonly Figure[]>): Promise<void> {
    if (this.#wanted?.some((wanted) => name.toLowerCase().includes(wanted)) === false) return;
    await this.within(name, async () => {
      this.#hasTaken = true;
      for (const figure of await measure()) this.#print(figure);
    });
  }

  /** What several figures are measured in, each of them taken by itself. */
  async within(name: string, work: () => Promise<void>): Promise<void> {
    if (isInterrupted()) return;
    try {
      await work();
    } catch (error) {
      // What was taken away in the middle of it fails, of course.
      if (isInterrupted()) return;
      this.unmeasured.push(name);
      console.log(row([name, 'COULD NOT BE MEASURED']));
      console.log(indent(error instanceof Error ? (error.stack ?? error.message) : String(error), 4));
    }
  }

  #print({ name, measured, goal = '', isMet, limit = '', how }: Figure): void {
    if (isMet === false) this.missed.push(name);
    console.log(row([name, measured, goal === '' ? '' : `${goal}${isMet === undefined ? '' : isMet ? '  ✓' : '  MISSED'}`, limit]));
    console.log(indent(how, 4));
  }
}

const row = ([name = '', ...values]: string[]): string =>
  `  ${pad(name, NAME_WIDTH)}${values.map((value) => pad(value, VALUE_WIDTH)).join('')}`.trimEnd();

/** A Chinese character is as wide as two others. */
const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(1, width - text.length - (text.match(/[\u2E80-\uFFEF]/g)?.length ?? 0)));

/** Breaks a text into lines at its spaces. */
function indent(text: string, by: number): string {
  const lines: string[] = [];
  for (const given of text.split('\n')) {
    let line = '';
    for (const word of given.split(' ')) {
      if (line !== '' && line.length + word.length + 1 > HOW_WIDTH) {
        lines.push(line);
        line = '';
      }
      line = line === '' ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines.map((line) => `${' '.repeat(by)}${line}`).join('\n');
}

export const inMilliseconds = (value: number): string => (value < 100 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`);
export const inSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
export const inKiB = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;
export const inMiB = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
