import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lettersOfCard } from '~/models/learning/report-cards/entry-rules'
import { pagesOfPdf, wordsOfPdf } from '../../tests/factories/pdf-words'
import { schemeCard, schemeCardsFile } from '../../tests/factories/scheme-cards-view'
import { renderSchemeCards } from './scheme-card.server'

describe('renderSchemeCards', () => {
  it('prints both terms, areas, attendance, remarks, result, scale, and signature lines', async () => {
    const words = wordsOfPdf(await renderSchemeCards(schemeCardsFile([schemeCard('en', 3)])))
    for (const part of [
      ...[
        'Saraswati Public School',
        'CBSE 430123',
        'Report card',
        '2026-27',
        'Asha Patel',
        'Class 7 – B',
        'DV-2024-1003',
      ],
      ...['Term 1', 'Term 2', 'Periodic', 'Notebook', 'Half-yearly', 'Yearly', 'Mathematics', 'Total', 'Grade'],
      ...[
        'Co-scholastic areas',
        'Work education',
        'Discipline',
        'Term 1: 98.5 of 104 days',
        'Works with care',
        'Result',
      ],
      ...[
        'Passed. Promoted to Class 8.',
        'Grade scale',
        '91–100',
        'A: Outstanding',
        'Class teacher',
        'Nandini Bhatt',
        'Principal',
        '30 Mar 2027',
      ],
    ])
      expect(words).toContain(part)
    expect(words).not.toMatch(/PROVISIONAL|null|undefined|NaN/)
  })

  it('prints no result for a first-term card, and marks an unpublished card', async () => {
    const whole = schemeCard('en')
    const card = {
      ...whole,
      isWhole: false,
      terms: whole.terms.slice(0, 1),
      subjects: whole.subjects.map((line) => ({ ...line, terms: line.terms.slice(0, 1) })),
    }
    const words = wordsOfPdf(await renderSchemeCards(schemeCardsFile([card], 'provisional')))
    expect(words).toContain('PROVISIONAL')
    expect(words).toContain('98.5 of 104 days')
    expect(words).not.toMatch(/Term 2|Promoted|Passed/)
  })

  it('names subjects to improve, and leaves out parts that the scheme lacks', async () => {
    const card = schemeCard('en')
    const failed = {
      ...card,
      areas: [],
      areaGrades: [],
      year: { ...card.year, outcome: 'improve' as const, toImprove: ['Science', 'Hindi'], promotedTo: null },
    }
    const words = wordsOfPdf(await renderSchemeCards(schemeCardsFile([failed])))
    expect(words).toContain('Needs improvement in: Science, Hindi.')
    expect(words).not.toMatch(/Co-scholastic|Discipline|Outstanding/)
  })

  it.each([
    ['withheld', 'WITHHELD', 'Do not hand it out.'],
    ['withdrawn', 'WITHDRAWN', 'no longer valid'],
  ] as const)('shows across the page that the card is %s', async (mark, word, note) => {
    const words = wordsOfPdf(await renderSchemeCards(schemeCardsFile([schemeCard('en')], mark)))
    expect(words).toContain(word)
    expect(words).toContain(note)
    expect(words).not.toContain('PROVISIONAL')
  })

  it('names scheme and revision, and explains a dash and “NJ”', async () => {
    const card = schemeCard('en')
    const [first] = card.subjects
    const late = first && {
      ...first,
      terms: first.terms.map((term) => ({
        ...term,
        state: 'not-joined' as const,
        cells: term.cells.map(() => ({ state: 'not-joined' as const, marks: null })),
      })),
    }
    const words = wordsOfPdf(await renderSchemeCards(schemeCardsFile([{ ...card, subjects: late ? [late] : [] }])))
    expect(words).toContain('Scheme: Middle school, revision 1.')
    expect(words).toContain('NJ: before the student joined. –: not entered, or nothing to enter.')
    expect(words.match(/\bNJ\b/g)?.length).toBeGreaterThan(8)
  })

  it('prints discipline separately from co-scholastic areas', async () => {
    const areas = [
      { name: 'Art education', kind: 'co_scholastic' as const },
      { name: 'Behaviour', kind: 'discipline' as const },
      { name: 'Work education', kind: 'co_scholastic' as const },
    ]
    const card = schemeCard('en')
    const terms = card.terms.map((term) => ({ ...term, grades: ['A', 'B', 'C'] }))
    const words = wordsOfPdf(await renderSchemeCards(schemeCardsFile([{ ...card, areas, terms }])))
    const order = ['Co-scholastic areas', 'Art education', 'Work education', 'Discipline', 'Behaviour']
    const places = order.map((name) => words.indexOf(name))
    expect(places).toEqual([...places].sort((one, other) => one - other))
    expect(places).not.toContain(-1)
  })

  it.each([
    ['en', 2],
    ['hi', 2],
    ['gu', 2],
    ['en', 3],
    ['hi', 3],
    ['gu', 3],
  ] as const)('is one page in %s with the longest remarks of %i terms and twelve subjects', async (language, count) => {
    const card = schemeCard(language)
    const said = card.terms[0]?.remarks ?? ''
    const remarks = Array.from({ length: 40 }, () => said)
      .join(' ')
      .slice(0, lettersOfCard / count)
    expect(remarks).toHaveLength(lettersOfCard / count)
    const last = <Row>(rows: readonly Row[]) => (count === 3 ? [...rows, ...rows.slice(-1)] : [...rows])
    const terms = last(card.terms).map((term) => ({ ...term, remarks }))
    const lines = [...card.subjects, ...card.subjects.slice(0, 4)].map((line) => ({ ...line, terms: last(line.terms) }))
    const file = await renderSchemeCards(schemeCardsFile([{ ...card, terms, subjects: lines }], 'provisional'))
    expect(pagesOfPdf(file)).toBe(1)
  })

  it.each(['en', 'hi', 'gu'] as const)(
    'fits one page in %s, even with twelve subjects and long names',
    async (language) => {
      const card = schemeCard(language)
      const long = { name: 'પ્રિયંકાકુમારી કૃષ્ણકાંતભાઈ ક્ષત્રિય રાજપુરોહિત', motherName: 'श्रीकृष्णचंद्र हरिश्चंद्र त्रिपाठी राजपुरोहित' }
      const many = { ...card, ...long, subjects: [...card.subjects, ...card.subjects.slice(0, 4)] }
      for (const mark of [null, 'withheld'] as const)
        expect(pagesOfPdf(await renderSchemeCards(schemeCardsFile([card, many], mark)))).toBe(2)
    },
  )

  it('takes less than 1.5 MB for a section of 60, with the same bytes each time', async () => {
    const cards = Array.from({ length: 60 }, (_, index) =>
      schemeCard((['en', 'hi', 'gu'] as const)[index % 3] ?? 'en', index),
    )
    const file = await renderSchemeCards(schemeCardsFile(cards))
    expect(pagesOfPdf(file)).toBe(60)
    expect(file.byteLength).toBeLessThan(1_500_000)
    const few = schemeCardsFile(cards.slice(0, 3))
    expect(Buffer.compare(await renderSchemeCards(few), await renderSchemeCards(few))).toBe(0)
  })

  it('renders a card for any name of a student or subject', async () => {
    const card = schemeCard('hi')
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (name) => {
        const subjects = card.subjects.slice(0, 1).map((line) => ({ ...line, name }))
        expect(pagesOfPdf(await renderSchemeCards(schemeCardsFile([{ ...card, name, subjects }])))).toBe(1)
      }),
      { numRuns: 20 },
    )
  })
})
