import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pagesOfPdf, wordsOfPdf } from '../../tests/factories/pdf-words'
import { schemeCard, schemeCardsFile } from '../../tests/factories/scheme-cards-view'
import { renderSchemeCards } from './scheme-card.server'

describe('a card by scheme', () => {
  it('has both terms, areas, attendance, remarks, result, scale, and where to sign', async () => {
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

  it('until the first term has no result, and one that is not published says so', async () => {
    const whole = schemeCard('en')
    const card = {
      ...whole,
      isWhole: false,
      terms: whole.terms.slice(0, 1),
      subjects: whole.subjects.map((line) => ({ ...line, terms: line.terms.slice(0, 1) })),
    }
    const words = wordsOfPdf(await renderSchemeCards(schemeCardsFile([card], false)))
    expect(words).toContain('PROVISIONAL')
    expect(words).toContain('98.5 of 104 days')
    expect(words).not.toMatch(/Term 2|Promoted|Passed/)
  })

  it('names what has to improve, and leaves out what a scheme has not', async () => {
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

  it.each(['en', 'hi', 'gu'] as const)(
    'is one page in %s, with twelve subjects and long names too',
    async (language) => {
      const card = schemeCard(language)
      const long = { name: 'પ્રિયંકાકુમારી કૃષ્ણકાંતભાઈ ક્ષત્રિય રાજપુરોહિત', motherName: 'श्रीकृष्णचंद्र हरिश्चंद्र त्रिपाठी राजपुरोहित' }
      const many = { ...card, ...long, subjects: [...card.subjects, ...card.subjects.slice(0, 4)] }
      for (const published of [true, false])
        expect(pagesOfPdf(await renderSchemeCards(schemeCardsFile([card, many], published)))).toBe(2)
    },
  )

  it('is made for a section of 60 in a few seconds, with the same bytes each time', async () => {
    const cards = Array.from({ length: 60 }, (_, index) =>
      schemeCard((['en', 'hi', 'gu'] as const)[index % 3] ?? 'en', index),
    )
    const before = process.cpuUsage()
    const file = await renderSchemeCards(schemeCardsFile(cards))
    expect(pagesOfPdf(file)).toBe(60)
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(12)
    expect(file.byteLength).toBeLessThan(1_500_000)
    const few = schemeCardsFile(cards.slice(0, 3))
    expect(Buffer.compare(await renderSchemeCards(few), await renderSchemeCards(few))).toBe(0)
  }, 60_000)

  it('is made for any name whatever', async () => {
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
