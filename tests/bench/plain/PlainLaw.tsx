import type { LawText } from '#contract/law.ts';

/** The text of a law as one would first write it. */
export function PlainLaw({ law }: { law: LawText }) {
  return (
    <main>
      <h1>{law.title}</h1>
      {law.chapters.map((chapter, chapterIndex) => (
        <section key={chapterIndex}>
          <h2>{chapter.title}</h2>
          {chapter.articles.map(({ number, label, paragraphs }, index) => (
            <div key={index} data-article={number}>
              <button type="button">{label}</button>
              {paragraphs.map((paragraph, paragraphIndex) => (
                <p key={paragraphIndex}>{paragraph}</p>
              ))}
            </div>
          ))}
        </section>
      ))}
    </main>
  );
}
