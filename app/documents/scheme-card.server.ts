import type { Cell, Content } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import { sayIn } from '~/language/say'
import { percentsOf } from '~/models/core/schools/options'
import type {
  CardMark,
  PrintedCard,
  SchemeCard,
  SchemeCardsView,
  SubjectLine,
  TermLine,
} from '~/models/learning/report-cards/card-view'
import {
  areaGradesOnCard,
  areasByKind,
  cardStateWord,
  daysOnCard,
  nameOnCard,
  resultOnCard,
} from '~/models/learning/report-cards/card-words'
import {
  dataUrl,
  grid,
  hairline,
  ink,
  letterhead,
  pageMargin,
  ruled,
  soft,
  stamp,
  titleAndMark,
} from './letterhead.server'
import { makePdf, pdfText, phrase } from './pdf.server'
import { signatures, withBoard } from './report-card.server'
import { gradeScale } from './report-card-scale.server'

/** Width between the margins of an A4 landscape page, in points; both terms are side by side. */
const width = 841.89 - 2 * pageMargin
const footHeight = 80
/** Number of subjects above which rows are printed closer together, so that a card stays on one page. */
const roomySubjects = 8

/**
 * Report cards by scheme as one A4 landscape file, each card on its own page and in its student's language. A card that
 * is provisional, withheld or withdrawn is marked as such. Calculates nothing. The same view gives the same bytes.
 */
export function renderSchemeCards(view: SchemeCardsView): Promise<Uint8Array> {
  const languages = new Set(view.cards.map(({ card }) => card.language))
  const locale = languages.size === 1 ? (view.cards[0]?.card.language ?? 'en') : 'en'
  return makePdf(
    {
      pageOrientation: 'landscape',
      pageMargins: [pageMargin, 22, pageMargin, footHeight],
      defaultStyle: { fontSize: 8.5, color: ink },
      images: view.logo ? { logo: dataUrl(view.logo) } : undefined,
      content: view.cards.map((one) => ({
        section: cardOf(view, one),
        footer: () => signatures({ ...one.card, issuedOn: one.issuedOn }, width, 20),
        ...(one.mark
          ? {
              watermark: stamp(marks[one.mark].word({}, { locale: one.card.language }), {
                fontSize: 84,
                opacity: 0.08,
                angle: -30,
              }),
            }
          : {}),
      })),
    },
    {
      title: m.cards_title({}, { locale }),
      author: view.school.name,
      createdAt: new Date(`${view.cards[0]?.issuedOn ?? '2000-01-01'}T12:00:00+05:30`),
      language: `${locale}-IN`,
    },
  )
}

const marks = {
  provisional: { word: m.results_card_provisional, note: m.cards_provisional_note },
  withheld: { word: m.cards_stamp_withheld, note: m.cards_withheld_note },
  withdrawn: { word: m.cards_stamp_withdrawn, note: m.cards_withdrawn_note },
} satisfies Record<CardMark, unknown>

function cardOf(view: SchemeCardsView, { card, mark, revision }: PrintedCard): Content[] {
  const locale = card.language
  const foot = [
    ...(isLong(card) ? [gradesInLine(card)] : []),
    m.cards_legend({}, { locale }),
    ...areaScale(card),
    m.cards_scheme({ name: card.schemeName, revision }, { locale }),
  ]
  return [
    letterhead(withBoard(view.school), view.logo !== null),
    { canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 1, lineColor: ink }], margin: [0, 5, 0, 6] },
    titleRow(card, mark),
    facts(card),
    marksTable(card),
    {
      columns: [
        { stack: areas(card), width: card.areas.length > 0 ? 300 : 0 },
        { stack: renderSummary(card), width: '*' },
      ],
      columnGap: 14,
      margin: [0, 7, 0, 7],
    },
    ...(isLong(card) ? [] : [gradeScale(card.bands, locale)]),
    pdfText(foot.join('   '), { color: soft, fontSize: 7 }),
  ]
}

function titleRow(card: SchemeCard, mark: CardMark | null): Content {
  const locale = card.language
  const until = card.isWhole ? '' : `  ·  ${nameOnCard(card.terms.at(-1)?.name ?? '', locale)}`
  const title: Content = {
    ...phrase(
      [m.cards_title_one({}, { locale }), { bold: true, fontSize: 14 }],
      [`   ${card.sessionName}${until}`, { fontSize: 11 }],
    ),
    width: '*',
  }
  if (mark === null) return { ...title, margin: [0, 0, 0, 5] }
  return {
    stack: [
      { columns: titleAndMark(title, marks[mark].word({}, { locale })) },
      pdfText(marks[mark].note({}, { locale }), { color: soft, fontSize: 7.5 }),
    ],
    margin: [0, 0, 0, 5],
  }
}

function facts(card: SchemeCard): Content {
  const say = sayIn(card.language)
  const rows = [
    [
      [m.results_card_student, card.name],
      [m.results_card_class, `${card.className} – ${card.sectionName}`],
      [m.results_card_roll, String(card.rollNumber ?? '')],
    ],
    [
      [m.results_card_father, card.fatherName],
      [m.results_card_mother, card.motherName],
      [m.results_card_number, card.enrollmentNumber],
    ],
  ] as const
  return {
    table: {
      widths: [62, '*', 84, '*', 92, 96],
      dontBreakRows: true,
      body: rows.map((row) =>
        row.flatMap(([label, value]): Cell[] => [
          pdfText(say(label), { color: soft }),
          pdfText(value === '' ? '–' : value, { bold: true }),
        ]),
      ),
    },
    layout: grid(0.5, hairline, 2),
    margin: [0, 0, 0, 7],
  }
}

/** Heading in small type for a narrow column; long words may break. */
function heading(words: string, columnWidth: number, more: { colSpan?: number; bold?: boolean } = {}): Cell {
  const letters = Math.max(4, Math.floor((columnWidth - 4) / 3.4))
  const broken = words.replace(/\S+/gu, (word) =>
    word.length > letters && /^[\p{Script=Latin}-]+$/u.test(word)
      ? word.replace(new RegExp(`(.{${letters}})(?=.)`, 'gu'), '$1\u200b')
      : word,
  )
  const { bold = false, ...spans } = more
  return {
    ...pdfText(broken, { alignment: 'center', fontSize: bold ? 8.5 : 6.5, bold }),
    verticalAlignment: 'bottom',
    ...spans,
  }
}

/** Subjects as rows; components, total and grade of each term, then the year, as columns. */
function marksTable(card: SchemeCard): Content {
  const locale = card.language
  const say = sayIn(locale)
  const columns = card.terms.reduce((sum, { components }) => sum + components.length + 2, card.isWhole ? 2 : 0)
  const subjectWidth = Math.max(96, Math.min(170, width - columns * 44))
  // Subtracts the cell padding and lines that pdfmake adds to a width.
  const columnWidth = (width - subjectWidth) / columns - 4.5
  const empty = (count: number): Cell[] => Array.from({ length: count }, () => ({ text: '' }))
  const over: Cell[] = [
    ...empty(1),
    ...card.terms.flatMap(({ name, components }): Cell[] => [
      heading(nameOnCard(name, locale), width, { colSpan: components.length + 2, bold: true }),
      ...empty(components.length + 1),
    ]),
    ...(card.isWhole ? [heading(say(m.cards_year), width, { colSpan: 2, bold: true }), ...empty(1)] : []),
  ]
  const under: Cell[] = [
    { ...pdfText(say(m.cards_scholastic), { bold: true }), verticalAlignment: 'bottom' },
    ...card.terms.flatMap(({ components, outOf }): Cell[] => [
      ...components.map(({ name, max }) => heading(`${nameOnCard(name, locale)} (${max})`, columnWidth)),
      heading(`${say(m.results_total)} (${outOf})`, columnWidth),
      heading(say(m.results_grade), columnWidth),
    ]),
    ...(card.isWhole ? [heading('%', columnWidth), heading(say(m.results_grade), columnWidth)] : []),
  ]
  const body = [over, under, ...card.subjects.map((line) => subjectRow(line, card)), ...totalRow(card)]
  const isMany = card.subjects.length > roomySubjects
  const above = isMany ? 0.5 : 1.6
  return {
    table: {
      headerRows: 2,
      dontBreakRows: true,
      widths: [subjectWidth - 4.5, ...Array.from({ length: columns }, () => columnWidth)],
      body,
    },
    layout: { ...grid(0.5, hairline, above), paddingLeft: () => 2, paddingRight: () => 2 },
    ...(isMany ? { fontSize: 7.5 } : {}),
  }
}

const centred = (words: string, bold = false): Cell => pdfText(words, { alignment: 'center', bold })

function subjectRow(line: SubjectLine, card: SchemeCard): Cell[] {
  const locale = card.language
  const grades = (grade: string | null): Cell => centred(grade ?? '–', true)
  const totalOf = (term: TermLine, outOf: number) => {
    if (term.state !== 'marks') return cardStateWord(term.state, locale)
    return term.outOf === outOf ? String(term.marks) : `${term.marks}/${term.outOf}`
  }
  const year: Cell[] = [
    centred(line.isGradedOnly || line.year.percent === null ? '–' : String(line.year.percent)),
    grades(line.year.grade),
  ]
  return [
    pdfText(line.name),
    ...line.terms.flatMap((term, index): Cell[] => [
      ...term.cells.map(({ state, marks }) =>
        centred(line.isGradedOnly ? '' : state === 'marks' ? String(marks) : cardStateWord(state, locale)),
      ),
      centred(line.isGradedOnly ? '' : totalOf(term, card.terms[index]?.outOf ?? 0)),
      grades(term.grade),
    ]),
    ...(card.isWhole ? year : []),
  ]
}

/**
 * Last row of the table: the sum of the subjects' yearly percentages, its maximum, and the resulting percentage, so
 * that readers can check it.
 */
function totalRow({ isWhole, terms, year, language }: SchemeCard): Cell[][] {
  if (!isWhole || year.percent === null) return []
  const before = terms.reduce((sum, { components }) => sum + components.length + 2, 1)
  const words = `${m.results_total({}, { locale: language })}: ${year.marks} / ${year.outOf}  ·  ${year.percent}%`
  return [
    [
      { ...pdfText(words, { bold: true, alignment: 'right' }), colSpan: before },
      ...Array.from({ length: before - 1 }, (): Cell => ({ text: '' })),
      centred(String(year.percent), true),
      centred(year.grade ?? '–', true),
    ],
  ]
}

/** Co-scholastic areas, then discipline, term by term. */
function areas(card: SchemeCard): Content[] {
  const locale = card.language
  const head = (words: string, alignment: 'left' | 'center' = 'center'): Cell =>
    pdfText(words, { bold: true, alignment })
  return areasByKind(card, locale).map(({ title, areas: some }, nth) => {
    const [only, ...more] = some
    // Discipline often has a single row with the same name as its title. That row then needs no heading and continues
    // the columns of the table above.
    const isSaid = nth > 0 && more.length === 0 && only?.name === title
    const heads = [head(title, 'left'), ...card.terms.map(({ name }) => head(nameOnCard(name, locale)))]
    const rows = some.map(({ name, place }) => [
      pdfText(name, { bold: isSaid }),
      ...card.terms.map(({ grades }) => centred(grades[place] ?? '–')),
    ])
    return {
      table: {
        headerRows: isSaid ? 0 : 1,
        widths: ['*', ...card.terms.map(() => 62)],
        body: isSaid ? rows : [heads, ...rows],
      },
      layout: grid(0.5, hairline, 1.5),
      margin: [0, nth === 0 ? 0 : 4, 0, 0],
    }
  })
}

/** Returns whether the remarks are long: the grade scale is then one line, so that the card stays on one page. */
const isLong = ({ terms }: SchemeCard) => terms.reduce((sum, { remarks }) => sum + remarks.length, 0) > 400

function gradesInLine({ bands, language }: SchemeCard): string {
  const gradeList = bands.map(({ grade }, index) => `${grade} ${percentsOf(bands, index)}`).join(', ')
  return `${m.results_card_scale({}, { locale: language })}: ${gradeList}.`
}

/** Font size of the remarks in points: smaller for long remarks, and smallest if the card also has three terms. */
const remarksSize = (card: SchemeCard) => (isLong(card) ? (card.terms.length > 2 ? 6 : 7) : 8.5)

/** Attendance, remarks and result. */
function renderSummary(card: SchemeCard): Content[] {
  const locale = card.language
  const say = sayIn(locale)
  const prefixFor = (name: string) => (card.terms.length > 1 ? `${nameOnCard(name, locale)}: ` : '')
  const attended = card.terms.flatMap(({ name, attendance }) =>
    attendance ? [`${prefixFor(name)}${daysOnCard(attendance, locale)}`] : [],
  )
  const remarked = card.terms.flatMap(({ name, remarks }) => (remarks === '' ? [] : [`${prefixFor(name)}${remarks}`]))
  const result = resultOnCard(card, locale)
  const rows: [label: string, lines: string[], size?: number][] = [
    [say(m.results_card_attendance), attended.length > 0 ? [attended.join('  ·  ')] : []],
    [say(m.cards_remarks), remarked, remarksSize(card)],
    ...(result ? [[say(m.cards_result), [result]] satisfies [string, string[]]] : []),
  ]
  return [
    {
      table: {
        widths: [70, '*'],
        body: rows.map(([label, lines, fontSize = 8.5]) => [
          pdfText(label, { color: soft }),
          {
            stack: (lines.length > 0 ? lines : ['–']).map((line) => pdfText(line, { bold: line === result, fontSize })),
          },
        ]),
      },
      layout: ruled(() => false, 6, 2),
    },
  ]
}

function areaScale(card: SchemeCard): string[] {
  const areaGrades = areaGradesOnCard(card, card.language)
  return areaGrades ? [`${m.cards_area_scale({}, { locale: card.language })}: ${areaGrades}.`] : []
}
