import type { Options } from '../options.ts';
import type { Report } from '../report.ts';
import { measureAnswering } from './answering.ts';
import { measureColdStart } from './cold-start.ts';
import { measureFirstVisit } from './first-visit.ts';
import { measureHeap } from './heap.ts';
import { measureKeptView } from './kept-view.ts';
import { measureLawOpening } from './law-opening.ts';
import { measureMovingAbout } from './moving-about.ts';
import { measureOpening } from './opening.ts';
import { measurePdf } from './pdf-pages.ts';
import { measureSearch } from './search.ts';
import { measureSignInQuality } from './sign-in-quality.ts';
import { measureWeights } from './weights.ts';
import { withWorkshop } from './workshop.ts';

export async function measurePhone(report: Report, { points, laws, isQuick }: Options): Promise<void> {
  const largest = Math.max(...points);
  report.heading(
    'Phone',
    'Production build in Chromium, 390 × 844, touch, CPU slowed four times. Plain React: the same points as one form without any library, in the same browser.',
  );
  await report.within('Phone', () =>
    withWorkshop(isQuick, async (workshop) => {
      await report.take('Weight of the first screen', () => measureWeights(workshop));
      await report.take('First visit', () => measureFirstVisit(workshop));
      await report.take('Cold start', () => measureColdStart(workshop));
      await report.take('Opening a task', () => measureOpening(workshop, largest));
      await report.take('Answering', () => measureAnswering(workshop, points));
      await report.take('Filter and jump', () => measureMovingAbout(workshop, largest));
      await report.take('Heap', () => measureHeap(workshop, largest));
      await report.take('Kept view', () => measureKeptView(workshop, largest));
      await report.take('Search', () => measureSearch(workshop, laws));
      await report.take('Opening a law', () => measureLawOpening(workshop, laws));
      await report.take('Pages of a PDF', () => measurePdf(workshop, laws));
      await report.take('Lighthouse', () => measureSignInQuality(workshop));
    }),
  );
}
