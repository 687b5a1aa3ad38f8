/**
 * Counters, gauges and histograms in the text format that Prometheus reads (version 0.0.4). Label values come from the
 * code and never from a request, so that their number stays small.
 */
export type Labels = Readonly<Record<string, string>>;

/** One line of the answer; `suffix` is what a histogram adds to its name. */
interface Sample {
  suffix: string;
  labels: Labels;
  value: number;
}

interface Instrument {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  samples: () => Sample[] | Promise<Sample[]>;
}

export interface Counter {
  add: (labels: Labels, count?: number) => void;
}

export interface Histogram {
  observe: (labels: Labels, value: number) => void;
}

export type Registry = ReturnType<typeof createRegistry>;

export function createRegistry() {
  const instruments: Instrument[] = [];

  const counter = (name: string, help: string): Counter => {
    const series = new Map<string, Sample>();
    instruments.push({ name, help, type: 'counter', samples: () => [...series.values()] });
    return {
      add: (labels, count = 1) => {
        const key = keyOf(labels);
        const sample = series.get(key);
        if (sample === undefined) series.set(key, { suffix: '', labels, value: count });
        else sample.value += count;
      },
    };
  };

  /** @param bounds upper bounds of the buckets, ascending */
  const histogram = (name: string, help: string, bounds: readonly number[]): Histogram => {
    const series = new Map<string, { labels: Labels; counts: number[]; count: number; sum: number }>();
    const samples = (): Sample[] =>
      [...series.values()].flatMap(({ labels, counts, count, sum }) => {
        let below = 0;
        return [
          ...bounds.map((bound, index) => ({ suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: (below += counts[index] ?? 0) })),
          { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
          { suffix: '_sum', labels, value: sum },
          { suffix: '_count', labels, value: count },
        ];
      });
    instruments.push({ name, help, type: 'histogram', samples });
    return {
      observe: (labels, value) => {
        const key = keyOf(labels);
        let one = series.get(key);
        if (one === undefined) series.set(key, (one = { labels, counts: bounds.map(() => 0), count: 0, sum: 0 }));
        const index = bounds.findIndex((bound) => value <= bound);
        if (index >= 0) one.counts[index] = (one.counts[index] ?? 0) + 1;
        one.count += 1;
        one.sum += value;
      },
    };
  };

  /** Values that are read when they are asked for; none where there is nothing to tell. */
  const read = (type: 'counter' | 'gauge', name: string, help: string, values: () => Promise<[Labels, number][]> | [Labels, number][]): void => {
    instruments.push({ name, help, type, samples: async () => (await values()).map(([labels, value]) => ({ suffix: '', labels, value })) });
  };

  const render = async (): Promise<string> => {
    const parts = await Promise.all(
      instruments.map(async ({ name, help, type, samples }) => {
        const lines = (await samples()).map(({ suffix, labels, value }) => `${name}${suffix}${renderLabels(labels)} ${renderNumber(value)}`);
        return lines.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
      }),
    );
    return `${parts.flat().join('\n')}\n`;
  };

  return { counter, histogram, read, render };
}

const keyOf = (labels: Labels): string => Object.values(labels).join('\n');

function renderLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const renderNumber = (value: number): string => (Number.isFinite(value) || Number.isNaN(value) ? String(value) : value > 0 ? '+Inf' : '-Inf');
