/** Figures in the text format that Prometheus reads (prometheus.io, "Exposition formats", version 0.0.4). */

export const FIGURES_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

/** A figure as it is at one moment. A plain value, which threads can send to each other. */
export interface Figure {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

/** Counts up, for each combination of labels by itself. One without labels begins with 0. */
export class Counter {
  readonly #name: string;
  readonly #help: string;
  readonly #series: LabelledSeries<{ value: number }>;

  constructor(name: string, help: string, ...labelNames: readonly string[]) {
    this.#name = name;
    this.#help = help;
    this.#series = new LabelledSeries(labelNames, () => ({ value: 0 }));
  }

  add(amount: number, ...labels: readonly string[]): void {
    this.#series.of(labels).value += amount;
  }

  figure(): Figure {
    const samples = this.#series.all.map(({ labels, data: { value } }) => ({ name: this.#name, labels, value }));
    return { name: this.#name, help: this.#help, type: 'counter', samples };
  }
}

/** Counts values by bounds that they do not exceed, for each combination of labels by itself. */
export class Histogram {
  readonly #name: string;
  readonly #help: string;
  readonly #bounds: readonly number[];
  readonly #series: LabelledSeries<HistogramData>;

  /** `bounds`: ascending. */
  constructor(name: string, help: string, bounds: readonly number[], ...labelNames: readonly string[]) {
    this.#name = name;
    this.#help = help;
    this.#bounds = bounds;
    const counts = new Array<number>(bounds.length + 1).fill(0);
    this.#series = new LabelledSeries(labelNames, () => ({ counts: [...counts], sum: 0 }));
  }

  observe(value: number, ...labels: readonly string[]): void {
    const data = this.#series.of(labels);
    let at = 0;
    while (at < this.#bounds.length && value > this.#bounds[at]!) at += 1;
    data.counts[at]! += 1;
    data.sum += value;
  }

  figure(): Figure {
    const samples = this.#series.all.flatMap((series) => this.#samplesOf(series));
    return { name: this.#name, help: this.#help, type: 'histogram', samples };
  }

  /** Each bound counts all values that do not exceed it. */
  #samplesOf({ labels, data: { counts, sum } }: Series<HistogramData>): Sample[] {
    let count = 0;
    const buckets = counts.map((more, at) => {
      count += more;
      const le = at < this.#bounds.length ? String(this.#bounds[at]) : '+Inf';
      return { name: `${this.#name}_bucket`, labels: { le, ...labels }, value: count };
    });
    const rest = { sum, count };
    return [
      ...buckets,
      ...Object.entries(rest).map(([part, value]) => ({ name: `${this.#name}_${part}`, labels, value })),
    ];
  }
}

interface HistogramData {
  /** By the first bound that a value does not exceed; the last count is for those that exceed all bounds. */
  readonly counts: number[];
  sum: number;
}

interface Series<Data> {
  readonly labels: Labels;
  readonly data: Data;
}

/** Data for each combination of labels. It is found in nested maps, which is faster than to make one text of the labels. */
class LabelledSeries<Data> {
  readonly all: Series<Data>[] = [];
  readonly #names: readonly string[];
  readonly #create: () => Data;
  readonly #root: SeriesNode<Data> = { next: new Map(), data: undefined };

  constructor(names: readonly string[], create: () => Data) {
    this.#names = names;
    this.#create = create;
    if (names.length === 0) this.of([]);
  }

  of(labels: readonly string[]): Data {
    let node = this.#root;
    for (let at = 0; at < labels.length; at++) {
      let next = node.next.get(labels[at]!);
      if (next === undefined) {
        next = { next: new Map(), data: undefined };
        node.next.set(labels[at]!, next);
      }
      node = next;
    }
    node.data ??= this.#add(labels);
    return node.data;
  }

  #add(labels: readonly string[]): Data {
    const data = this.#create();
    this.all.push({ labels: Object.fromEntries(this.#names.map((name, at) => [name, labels[at]!])), data });
    return data;
  }
}

interface SeriesNode<Data> {
  readonly next: Map<string, SeriesNode<Data>>;
  data: Data | undefined;
}

/** A figure that is read at this moment; `value` may be rows, one for each value of a label. */
export function gauge(name: string, help: string, value: number | readonly (readonly [Labels, number])[]): Figure {
  const rows = typeof value === 'number' ? ([[{}, value]] as const) : value;
  return { name, help, type: 'gauge', samples: rows.map(([labels, one]) => ({ name, labels, value: one })) };
}

/** The sums of figures of the same name, such as those of several threads. */
export function sumFigures(figures: Iterable<Figure>): Figure[] {
  const sums = new Map<string, { figure: Figure; samples: Map<string, Sample> }>();
  for (const figure of figures) {
    let sum = sums.get(figure.name);
    if (sum === undefined) {
      sum = { figure, samples: new Map() };
      sums.set(figure.name, sum);
    }
    for (const sample of figure.samples) {
      const key = seriesText(sample);
      const before = sum.samples.get(key)?.value ?? 0;
      sum.samples.set(key, { ...sample, value: before + sample.value });
    }
  }
  return Array.from(sums.values(), ({ figure, samples }) => ({ ...figure, samples: [...samples.values()] }));
}

export function figuresText(figures: readonly Figure[]): string {
  return figures
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${escaped(help)}`,
      `# TYPE ${name} ${type}`,
      ...samples.map((sample) => `${seriesText(sample)} ${numberText(sample.value)}`),
      '',
    ])
    .join('\n');
}

function seriesText({ name, labels }: Sample): string {
  const texts = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value).replaceAll('"', '\\"')}"`);
  return texts.length === 0 ? name : `${name}{${texts.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function numberText(value: number): string {
  return String(value).replace('Infinity', 'Inf');
}
