import { type Figure, inMilliseconds } from '../report.ts';
import { median } from '../sample.ts';
import { findInList, keptTexts, onPhoneWithLaws, restartAtLaws } from './law-phone.ts';
import { type Opening, timeOfOpening } from './opening.ts';
import { waitUntilQuiet } from './page-clock.ts';
import { slowDownCpu } from './tap.ts';
import { onNewPhone, type Workshop } from './workshop.ts';

/** A long law that is kept, tapped in the list of laws without a network. */
export async function measureLawOpening(workshop: Workshop, statutes: string): Promise<Figure[]> {
  const runs = workshop.isQuick ? 1 : 5;
  const opened: Opening[] = [];
  const { law, text } = await onPhoneWithLaws(workshop, statutes, async (phone, { longLaw }) => {
    for (let run = 0; run < runs; run += 1) {
      await restartAtLaws(phone.page);
      const link = await findInList(phone.page, longLaw.title);
      opened.push(await timeOfOpening(phone, link, { selector: '[data-article]', count: longLaw.articleCount }));
    }
    return { law: longLaw, text: (await keptTexts(phone.page)).find(({ id }) => id === longLaw.id) };
  });
  if (text === undefined) throw new Error('the long law is not kept');
  workshop.plain.offerLaw(text);
  const plain: Opening[] = [];
  for (let run = 0; run < runs; run += 1) {
    await onNewPhone(workshop, async (phone) => {
      await phone.page.goto(`${workshop.plain.url}?law`);
      const button = phone.page.getByRole('button', { name: '打开' });
      await button.waitFor();
      await slowDownCpu(phone.page);
      await waitUntilQuiet(phone.page);
      plain.push(await timeOfOpening(phone, button, { selector: '[data-article]', count: law.articleCount }));
    });
  }
  const first = median(opened.map(({ firstMs }) => firstMs));
  const complete = median(opened.map(({ completeMs }) => completeMs));
  const characters = text.chapters.flatMap(({ articles }) => articles.flatMap(({ paragraphs }) => paragraphs)).join('').length;
  return [
    {
      name: `Opening a law of ${law.articleCount} articles kept offline`,
      measured: inMilliseconds(complete),
      goal: '≤ 300 ms',
      isMet: complete <= 300,
      limit: `plain React ${inMilliseconds(median(plain.map(({ completeMs }) => completeMs)))}`,
      how: `From the tap on the list until the last article is drawn, the first one after ${inMilliseconds(first)}; medians of ${runs}, the app started anew for each, server stopped. The law: ${characters.toLocaleString('en')} characters, put together from articles of the others, none of which is as long. Plain React: the same text, already loaded.`,
    },
  ];
}
