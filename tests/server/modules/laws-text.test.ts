import { describe, expect, test } from 'vitest';
import { articleLabel, fromChineseNumeral, toChineseNumeral } from '#contract/chinese-numerals.ts';
import { parseRange } from '../../../server/files/byte-range.ts';
import { guessLawFacts } from '../../../server/modules/laws/law-facts.ts';
import { LawTextError, parseLawText } from '../../../server/modules/laws/law-text.ts';

describe('Chinese numerals', () => {
  test('every number up to 9999 survives the way there and back', () => {
    for (let value = 1; value <= 9999; value += 1) expect(fromChineseNumeral(toChineseNumeral(value))).toBe(value);
  });

  test.each([
    ['十', 10],
    ['十二', 12],
    ['二十', 20],
    ['一百零三', 103],
    ['一百〇三', 103],
    ['一百一十', 110],
    ['一百一十五', 115],
    ['一百二十', 120],
    ['一千二百六十', 1260],
    ['一千零一', 1001],
    ['两百', 200],
    ['12', 12],
    ['一百○三', 103],
    ['一百◯三', 103],
    ['１２', 12],
  ])('%s is %i', (text, value) => {
    expect(fromChineseNumeral(text)).toBe(value);
  });

  test.each(['', '零', '百', '一二', '十十', '一百百', '甲', '12345', '第一'])('%s is no number', (text) => {
    expect(fromChineseNumeral(text)).toBeUndefined();
  });

  test('are written as statutes write them', () => {
    expect([1, 10, 12, 20, 100, 103, 110, 115, 1001, 1010].map(articleLabel)).toEqual([
      '第一条', '第十条', '第十二条', '第二十条', '第一百条', '第一百零三条', '第一百一十条', '第一百一十五条', '第一千零一条', '第一千零一十条',
    ]);
  });
});

const errorOf = (text: string): LawTextError => {
  try {
    parseLawText(text);
  } catch (error) {
    if (error instanceof LawTextError) return error;
    throw error;
  }
  throw new Error('the text was accepted');
};

describe('a statute in Markdown', () => {
  test('has title, notes, chapters, and articles of several paragraphs', () => {
    const law = parseLawText(
      [
        '# 示例条例', '', '2003年7月30日 国务院第16次常务会议通过', '', '2004年1月1日 施行', '', '<!-- INFO END -->', '',
        '## 第一章 总 则', '', '第一条 为了示例，制定本条例。', '', '第二条　本条例适用于：', '', '（一）甲；', '', '（二）乙。', '',
        '## 第二章　附　则', '', '第三条 本条例自2004年1月1日起施行。',
      ].join('\n'),
    );
    expect(law).toEqual({
      title: '示例条例',
      notes: ['2003年7月30日 国务院第16次常务会议通过', '2004年1月1日 施行'],
      articleCount: 3,
      chapters: [
        {
          title: '第一章 总则',
          articles: [
            { number: 1, label: '第一条', paragraphs: ['为了示例，制定本条例。'] },
            { number: 2, label: '第二条', paragraphs: ['本条例适用于：', '（一）甲；', '（二）乙。'] },
          ],
        },
        { title: '第二章 附则', articles: [{ number: 3, label: '第三条', paragraphs: ['本条例自2004年1月1日起施行。'] }] },
      ],
    });
  });

  test('may have front matter, bold articles, Windows line ends, a byte order mark and comments', () => {
    const law = parseLawText('\uFEFF---\r\nsidebar: auto\r\n---\r\n\r\n# 中华人民共和国示例法\r\n\r\n<!-- 来源\r\n不是正文 -->\r\n## 第一章　总则\r\n\r\n**第一条**　甲。\r\n\r\n**第二条**　乙。\r\n');
    expect(law.title).toBe('中华人民共和国示例法');
    expect(law.chapters).toEqual([
      {
        title: '第一章 总则',
        articles: [
          { number: 1, label: '第一条', paragraphs: ['甲。'] },
          { number: 2, label: '第二条', paragraphs: ['乙。'] },
        ],
      },
    ]);
  });

  test('may have sections, parts, a preamble, a table of contents and an annex', () => {
    const law = parseLawText(
      [
        '# 示例办法', '', '目 录', '', '第一章 总则', '', '第二章 管理', '', '## 序言', '', '这是序言，共一段。', '', '## 第一章 总则', '', '第一条 甲。', '',
        '## 第二章 管理', '', '第二条 乙。', '', '### 第一节 登记', '', '第三条 丙。', '', '### 第二节 监督', '', '第三条之一 丁。', '', '第四条 戊。', '',
        '## 附件', '', '第一条 附件中的条文不是本办法的条文。',
      ].join('\n'),
    );
    expect(law.articleCount).toBe(5);
    expect(law.chapters.map((chapter) => [chapter.title, chapter.articles.map((article) => article.label)])).toEqual([
      ['序言', ['']],
      ['第一章 总则', ['第一条']],
      ['第二章 管理', ['第二条']],
      ['第二章 管理 · 第一节 登记', ['第三条']],
      ['第二章 管理 · 第二节 监督', ['第三条之一', '第四条']],
      ['附件', ['']],
    ]);
    expect(law.chapters.at(-1)?.articles[0]).toEqual({ number: 0, label: '', paragraphs: ['第一条 附件中的条文不是本办法的条文。'] });
  });

  test('keeps as text what only begins like an article or a chapter', () => {
    const law = parseLawText('# 示例法\n\n第一条 甲。\n\n第二条第一款规定的情形，从其规定。\n\n第二章规定的罚则，另行规定。\n\n第二条 乙。\n\n第一条、第二条中的期限为工作日。\n');
    expect(law.chapters).toHaveLength(1);
    expect(law.chapters[0]?.articles.map((article) => article.paragraphs)).toEqual([
      ['甲。', '第二条第一款规定的情形，从其规定。', '第二章规定的罚则，另行规定。'],
      ['乙。', '第一条、第二条中的期限为工作日。'],
    ]);
  });

  test('joins a paragraph that was broken into lines, and understands an article whose space is missing', () => {
    const law = parseLawText('# 示例法\n\n第一条为了示例而写得很长的\n一段话。\n第二条乙。\n（一）丙；\n（二）丁。');
    expect(law.chapters[0]?.articles.map((article) => article.paragraphs)).toEqual([['为了示例而写得很长的一段话。'], ['乙。', '（一）丙；', '（二）丁。']]);
  });

  test.each([
    ['without a title', '\n\n第一条 甲。', 3, '没有标题'],
    ['without an article', '# 示例法\n\n没有条文的文字。', 3, '没有条文'],
    ['that is empty', '', 1, '没有标题'],
    ['with a missing article', '# 示例法\n\n第一条 甲。\n\n第三条 丙。', 5, '应为第二条，实为第三条'],
    ['with a repeated article', '# 示例法\n\n第一条 甲。\n\n第一条 甲。', 5, '应为第二条，实为第一条'],
    ['with an empty article', '# 示例法\n\n第一条\n\n第二条 乙。', 3, '第一条没有内容'],
    ['with a number that is none', '# 示例法\n\n第一条 甲。\n\n第二二条 乙。', 5, '看不懂的条文编号'],
    ['with a character that no text has', '# 示例法\n\n第一条 甲\u0000。', 3, '不支持的字符'],
  ])('%s is refused, naming the line', (_, text, line, message) => {
    const error = errorOf(text);
    expect(error.line).toBe(line);
    expect(error.message).toContain(message);
  });
});

describe('a text as people type and paste it', () => {
  const articlesOf = (text: string) => parseLawText(text).chapters.flatMap((chapter) => chapter.articles);

  test('has its articles, with blanks in their numbers or a circle in place of 〇', () => {
    const last = ['第九十八条', '第九十九条', '第 一 百 条', '第一百○一条', '第一百◯二 条', '第１０３条', '第一百零三 条 之 一', '第104条'];
    const first = Array.from({ length: 97 }, (_, index) => articleLabel(index + 1));
    const found = articlesOf(`# 示例法\n\n${[...first, ...last].map((label) => `${label} 甲。`).join('\n\n')}`);
    expect(found.slice(97).map(({ number, label, paragraphs }) => [number, label, paragraphs.join()])).toEqual([
      [98, '第九十八条', '甲。'],
      [99, '第九十九条', '甲。'],
      [100, '第一百条', '甲。'],
      [101, '第一百零一条', '甲。'],
      [102, '第一百零二条', '甲。'],
      [103, '第一百零三条', '甲。'],
      [103, '第一百零三条之一', '甲。'],
      [104, '第一百零四条', '甲。'],
    ]);
  });

  test('has its chapters, with blanks in their numbers, and 附则 without a mark', () => {
    const { chapters } = parseLawText('# 示例法\n\n第 一 章 总 则\n\n第一条 甲。\n\n第 二 章 管理\n\n第二条 乙。\n\n附 则\n\n第三条 丙。');
    expect(chapters.map(({ title, articles }) => [title, articles.map(({ paragraphs }) => paragraphs)])).toEqual([
      ['第一章 总则', [['甲。']]],
      ['第二章 管理', [['乙。']]],
      ['附则', [['丙。']]],
    ]);
  });

  test.each(['笫三条 丙。', '弟三条 丙。', '第三條 丙。', '三条 丙。', '第三 丙。', '第三 条例规定的。', '第叁条 丙。', '> 第三条 丙。', '- 第三条 丙。', '【第三条】丙。', '_第三条_ 丙。', '## 笫三条', '| 第三条 | 丙。 |', '第三条的规定。'])(
    'is refused for the line “%s”, which begins like an article and is none',
    (line) => {
      for (const after of ['', '\n\n第四条 丁。']) {
        const error = errorOf(`# 示例法\n\n第一条 甲。\n\n第二条 乙。\n\n${line}${after}`);
        expect(error.line).toBe(7);
        expect(error.message).toContain('第三条');
      }
    },
  );

  test('is refused for an article put in later that is none', () => {
    expect(errorOf('# 示例法\n\n第一条 甲。\n\n笫一条之一 乙。\n\n第二条 丙。')).toMatchObject({ line: 5, message: expect.stringContaining('第一条之一') });
    expect(errorOf('# 示例法\n\n笫一条 甲。\n\n笫二条 乙。\n\n一、丙。').line).toBe(3);
  });

  test('goes on after a line in it that begins like an annex', () => {
    const lines = ['第一条 分类如下：', '附录所列药品', '附录一', '附表', '第二章 管理', '第二条 乙。', '附录', '第一条 附录的条文。', '第二条 又一条。', '第三条 还有一条。'];
    const { chapters } = parseLawText(`# 示例法\n\n${lines.join('\n\n')}`);
    expect(chapters.map(({ title, articles }) => [title, ...articles.map(({ label, paragraphs }) => [label, ...paragraphs])])).toEqual([
      ['', ['第一条', '分类如下：', '附录所列药品', '附录一', '附表']],
      ['第二章 管理', ['第二条', '乙。']],
      ['附录', ['', '第一条 附录的条文。', '第二条 又一条。', '第三条 还有一条。']],
    ]);
    expect(articlesOf('# 示例法\n\n第一条\n\n附件一\n\n第二条 乙。').map(({ paragraphs }) => paragraphs)).toEqual([['附件一'], ['乙。']]);
    expect(errorOf('# 示例法\n\n第一条 甲。\n\n## 附录\n\n丙。\n\n第二条 乙。')).toMatchObject({ line: 5, message: expect.stringContaining('第二条') });
  });

  test('shows a row of a table as a line of its own', () => {
    const table = ['| 类别 | 特征 |', '| --- | :---: |', '| 感染性废物 | 携带病原微生物 |', '| 甲\\|乙 | |', '| 第五条 | 无 |'];
    const [first, second] = articlesOf(`# 示例规定\n\n第一条 分类见下表：\n${table.join('\n')}\n表后的文字\n接着说。\n\n第二条 乙。`);
    expect(first?.paragraphs).toEqual(['分类见下表：', '类别 ｜ 特征', '感染性废物 ｜ 携带病原微生物', '甲|乙 ｜', '第五条 ｜ 无', '表后的文字接着说。']);
    expect(second?.paragraphs).toEqual(['乙。']);
  });

  test('shows what HTML writes otherwise, and line breaks as blanks', () => {
    expect(articlesOf('# 示例法\n\n&emsp;第一条&nbsp;甲<br/>乙 &lt; 5 &amp; 6。')[0]?.paragraphs).toEqual(['甲 乙 < 5 & 6。']);
  });

  test.each([
    ['![流程图](a.png)', '图片'],
    ['<img src="a.png">', '图片'],
    ['<table><tr><td>甲</td></tr></table>', 'HTML 表格'],
    ['10<sup>3</sup>个', 'HTML 标记 <sup>'],
  ])('is refused for %s, naming the line', (line, message) => {
    const error = errorOf(`# 示例法\n\n第一条 甲。\n\n${line}`);
    expect(error.line).toBe(5);
    expect(error.message).toContain(message);
  });

  test.each([
    ['by its title', '# 中华人民共和国民法典 第一编 总则\n\n第一条 甲。', 1],
    ['by its title without a number', '# 民法典（总则编）\n\n第一条 甲。', 1],
    ['by its title alone', '# 民法典总则\n\n第一条 甲。', 1],
    ['by its only volume', '# 民法典\n\n## 第一编 总则\n\n第一条 甲。', 3],
    ['by a volume that is missing', '# 民法典\n\n## 第一编 总则\n\n第一条 甲。\n\n## 第三编 合同\n\n第二条 乙。', 7],
    ['by a first volume that is missing', '# 民法典\n\n## 第二编 物权\n\n第一条 甲。', 3],
  ])('is refused as part of a code, known %s', (_, text, line) => {
    const error = errorOf(text);
    expect(error.line).toBe(line);
    expect(error.message).toContain('这是法典的一编');
  });

  test.each(['民法总则', '民法典', '最高人民法院关于适用《中华人民共和国民法典》总则编若干问题的解释', '医疗机构编制管理办法', '法规汇编'])('%s is no part of a code', (title) => {
    expect(parseLawText(`# ${title}\n\n第一条 甲。`).title).toBe(title);
  });
});

describe('a document without articles', () => {
  const notice = ['# 关于示例工作的通知', '', '国卫办医函〔2019〕480号', '', '各省卫生健康委：', '', '## 一、提高政治站位', '（一）充分认识。', '（二）加强领导。', '', '二、落实责任', '各地要落实。', '', '2019年5月23日'];

  test('has its items in their place', () => {
    const law = parseLawText(notice.join('\n'));
    expect(law).toEqual({
      title: '关于示例工作的通知',
      notes: ['国卫办医函〔2019〕480号'],
      articleCount: 2,
      chapters: [
        {
          title: '',
          articles: [
            { number: 0, label: '', paragraphs: ['各省卫生健康委：'] },
            { number: 1, label: '一、', paragraphs: ['提高政治站位', '（一）充分认识。', '（二）加强领导。'] },
            { number: 2, label: '二、', paragraphs: ['落实责任', '各地要落实。', '2019年5月23日'] },
          ],
        },
      ],
    });
    expect(guessLawFacts({ ...law, fileName: '通知' })).toMatchObject({ lawType: '规范性文件', docNumber: '国卫办医函〔2019〕480号', publishDate: '2019-05-23' });
  });

  test.each([
    '三、落实责任',
    '二，落实责任',
    '- 二、落实责任',
  ])('is refused for “%s” after 一、', (line) => {
    expect(errorOf(`# 通知\n\n一、甲。\n\n${line}`)).toMatchObject({ line: 5, message: expect.stringContaining('二、') });
  });

  test('has the items of its annex apart, and gives way to articles', () => {
    const { chapters } = parseLawText('# 通知\n\n一、甲。\n\n二、乙。\n\n附件\n\n一、丙。\n\n二、丁。\n\n三、戊。');
    expect(chapters.map(({ title, articles }) => [title, articles.length])).toEqual([
      ['', 2],
      ['附件', 1],
    ]);
    const [first] = parseLawText('# 示例法\n\n第一条 分为：\n\n一、甲；\n\n二、乙。').chapters;
    expect(first?.articles.map(({ paragraphs }) => paragraphs)).toEqual([['分为：', '一、甲；', '二、乙。']]);
  });
});

describe('what a statute tells about itself', () => {
  const guess = (title: string, notes: string[], fileName = '示例', last = '本法自2022年3月1日起施行。') =>
    guessLawFacts({ title, notes, fileName, chapters: [{ title: '', articles: [{ number: 1, label: '第一条', paragraphs: [last] }] }] });

  test.each([
    ['中华人民共和国示例法', ['2021年8月20日 第十三届全国人民代表大会常务委员会第三十次会议通过'], '法律', '全国人民代表大会常务委员会'],
    ['中华人民共和国示例基本法', ['2021年3月20日 第十三届全国人民代表大会第四次会议通过'], '法律', '全国人民代表大会'],
    ['示例条例', ['2003年8月5日 中华人民共和国国务院令第386号公布'], '行政法规', '国务院'],
    ['示例管理办法', ['1988年12月27日 中华人民共和国国务院令第23号发布'], '行政法规', '国务院'],
    ['示例捐献条例', [], '行政法规', '国务院'],
    ['示例管理办法', ['2015年1月1日 国家卫生和计划生育委员会令第3号公布'], '部门规章', '国家卫生和计划生育委员会'],
    ['示例管理规定', [], '部门规章', ''],
    ['某某省示例条例', [], '地方性法规', ''],
    ['示例工作指南', ['国卫监督发〔2020〕18号'], '规范性文件', ''],
  ])('%s %j is %s of %s', (title, notes, lawType, enactDept) => {
    expect(guess(title, notes)).toMatchObject({ lawType, enactDept });
  });

  test('dates and number come from file name, lines and closing article', () => {
    expect(guess('示例条例', ['2020年12月9日 国务院第117次常务会议通过', '2021年1月15日 中华人民共和国国务院令第735号公布', '2021年5月1日 施行'])).toMatchObject({
      docNumber: '国务院令第735号',
      publishDate: '2021-01-15',
      effectiveDate: '2021-05-01',
    });
    expect(guess('示例法', ['2021年8月20日 通过'], '示例法(2021-08-20)')).toMatchObject({ publishDate: '2021-08-20', effectiveDate: '2022-03-01' });
    expect(guess('示例办法', ['1988年12月27日 中华人民共和国国务院令第23号发布'], '示例', '本办法自发布之日起施行。')).toMatchObject({ effectiveDate: '1988-12-27' });
  });

  test.each(['一九九○年八月一日', '一九九〇年八月一日', '一九九◯年八月一日', '１９９０年８月１日'])('%s is 1990-08-01', (day) => {
    expect(guess('示例暂行条例', [`${day}公布`], '示例', `本条例自${day}起施行。`)).toMatchObject({ publishDate: '1990-08-01', effectiveDate: '1990-08-01' });
    expect(parseLawText(`# 示例条例\n\n${day}\n\n第一条 甲。`).notes).toEqual([day]);
  });

  test('an amended text does not claim the first version’s day', () => {
    const notes = ['2003年6月16日 中华人民共和国国务院令第380号公布'];
    expect(guess('示例条例', notes, '示例条例(2011-01-08)', '本条例自公布之日起施行。')).toMatchObject({ publishDate: '2011-01-08', effectiveDate: null });
    expect(guess('示例条例', notes, '示例条例(2011-01-08)', '本条例自2003年9月1日起施行。').effectiveDate).toBeNull();
  });

  test('a day that does not exist is no date', () => {
    expect(guess('示例法', ['2021年2月30日 通过'], '示例(2021-13-01)', '没有日期。')).toMatchObject({ publishDate: null, effectiveDate: null });
  });
});

describe('byte ranges', () => {
  test.each([
    ['bytes=0-99', { start: 0, end: 99 }],
    ['bytes=900-', { start: 900, end: 999 }],
    ['bytes=-100', { start: 900, end: 999 }],
    ['bytes=-5000', { start: 0, end: 999 }],
    ['bytes=990-5000', { start: 990, end: 999 }],
    ['bytes=1000-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,5-6', undefined],
    ['items=0-1', undefined],
    [undefined, undefined],
  ])('%s of 1000 bytes', (header, range) => {
    expect(parseRange(header, 1000)).toEqual(range);
  });
});
