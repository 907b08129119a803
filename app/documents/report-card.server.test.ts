import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cbseGrades } from '~/models/core/schools/options'
import type { ReportCardPaper, ReportCardsView } from '~/models/learning/exams/results/report-card-view'
import { pagesOfPdf, wordsOfPdf } from '../../tests/factories/pdf-words'
import { renderReportCards } from './report-card.server'

/** Languages of the sample texts. */
type SampleLanguage = 'en' | 'hi' | 'gu'

type Card = ReportCardsView['cards'][number]

const paper = (subjectName: string, facts: Partial<ReportCardPaper> = {}): ReportCardPaper => ({
  subjectName,
  marks: 71.5,
  maxMarks: 80,
  passMarks: 27,
  grade: 'A2',
  outcome: 'pass',
  ...facts,
})

const subjects: Record<SampleLanguage, string> = {
  en: 'Environmental Studies',
  hi: 'पर्यावरण अध्ययन',
  gu: 'પર્યાવરણ અને સામાન્ય જ્ઞાન',
}

const cardOf = (language: SampleLanguage, papers: number, facts: Partial<Card> = {}): Card => ({
  enrollmentId: 1,
  language,
  name: 'Asha Patel',
  fatherName: 'Rajesh Patel',
  motherName: 'Hansa Patel',
  enrollmentNumber: 'DV-2024-0117',
  rollNumber: 14,
  sectionName: 'B',
  classTeacher: 'Nandini Bhatt',
  papers: Array.from({ length: papers }, (_, index) => paper(`${subjects[language]} ${index + 1}`)),
  marks: 643.5,
  maxMarks: 720,
  percent: 89.4,
  grade: 'A2',
  outcome: 'pass',
  rank: { rank: 3, of: 42 },
  attendance: { present: 110.5, days: 120, percent: 92.1 },
  ...facts,
})

const viewOf = (cards: Card[], published = true): ReportCardsView => ({
  school: {
    name: 'Saraswati Public School',
    address: '12, Station Road, Ahmedabad 380009',
    phone: '079 2656 1234',
    email: 'office@saraswati.example',
    board: 'CBSE',
    affiliationNumber: '430123',
  },
  logo: null,
  exam: { name: 'Half-yearly Examination', className: 'Class 8', sessionName: '2026-27', published },
  bands: cbseGrades,
  printedOn: '2026-11-21',
  cards,
})

describe('renderReportCards content', () => {
  it('names school, student and exam, each paper, the sums, the scale, and where to sign', async () => {
    const papers = [
      paper('English'),
      paper('Mathematics', { marks: 20, outcome: 'fail', grade: 'E' }),
      paper('Sanskrit', { marks: null, outcome: 'absent', grade: null }),
      paper('Drawing', { marks: null, outcome: 'exempt', grade: null }),
    ]
    const words = wordsOfPdf(await renderReportCards(viewOf([cardOf('en', 0, { papers, outcome: 'fail' })])))
    for (const part of [
      ...['Saraswati Public School', 'CBSE 430123', '12, Station Road', '079 2656 1234', 'Report Card'],
      ...['Half-yearly Examination', '2026-27', 'Asha Patel', 'Rajesh Patel', 'Hansa Patel', 'Class 8 – B', '14'],
      ...['DV-2024-0117', 'Subject', 'Maximum', 'Pass marks', 'Marks', 'Grade', 'Result', 'English', '71.5', 'Fail'],
      ...['Absent', 'Exempt', 'Total', '643.5', '720', '89.4%', '3 of 42', '92.1%', '110.5 of 120 days'],
      ...[
        'Grade scale',
        'A1',
        '91–100',
        '0–32',
        'Remarks',
        'Class teacher',
        'Nandini Bhatt',
        'Principal',
        '21 Nov 2026',
      ],
    ]) {
      expect(words).toContain(part)
    }
    expect(words).not.toContain('PROVISIONAL')
  })

  it('marks an unpublished card as provisional', async () => {
    const words = wordsOfPdf(await renderReportCards(viewOf([cardOf('en', 3)], false)))
    expect(words).toContain('PROVISIONAL')
    expect(words).toContain('have not been published; marks may still change.')
  })

  it('leaves out facts that the school does not show or record', async () => {
    const papers = [
      paper('Project', { passMarks: null, outcome: 'unjudged' }),
      paper('Viva', { passMarks: null, marks: null, outcome: 'absent', grade: null }),
    ]
    const card = cardOf('en', 0, { papers, outcome: null, rank: null, attendance: null, classTeacher: null })
    const words = wordsOfPdf(await renderReportCards(viewOf([card])))
    expect(words).not.toMatch(/Pass marks|Rank|Attendance|Result\b|null/)
    expect(words).toContain('Absent')
  })
})

describe('report cards as a file', () => {
  it.each(['en', 'hi', 'gu'] as const)('are one page each, with 12 papers and with 20, in %s', async (language) => {
    const long = {
      name: 'પ્રિયંકાકુમારી કૃષ્ણકાંતભાઈ ક્ષત્રિય રાજપુરોહિત',
      fatherName: 'श्रीकृष्णचंद्र हरिश्चंद्र त्रिपाठी राजपुरोहित',
      motherName: 'જ્યોત્સ્નાબેન કૃષ્ણકાંતભાઈ ક્ષત્રિય રાજપુરોહિત',
    }
    for (const published of [true, false]) {
      const view = viewOf([cardOf(language, 12, long), cardOf(language, 20, long), cardOf(language, 1)], published)
      expect(pagesOfPdf(await renderReportCards(view))).toBe(3)
    }
  })

  it('print every paper even when they exceed one page, and a grade scale of any length', async () => {
    const bands = Array.from({ length: 21 }, (_, index) => ({ grade: `G${index}`, fromPercent: 100 - index * 5 }))
    const words = wordsOfPdf(await renderReportCards({ ...viewOf([cardOf('en', 45)]), bands }))
    for (const part of ['Environmental Studies 1 ', 'Environmental Studies 45', 'G0', 'G20', 'Principal'])
      expect(words).toContain(part)
  })

  it('have the same bytes for the same view', async () => {
    const view = viewOf([cardOf('gu', 8), cardOf('hi', 8)])
    expect(Buffer.compare(await renderReportCards(view), await renderReportCards(view))).toBe(0)
  })

  it('take less than a megabyte for a section of 60', async () => {
    const cards = Array.from({ length: 60 }, (_, index) => cardOf((['en', 'hi', 'gu'] as const)[index % 3] ?? 'en', 12))
    const file = await renderReportCards(viewOf(cards))
    expect(pagesOfPdf(file)).toBe(60)
    expect(file.byteLength).toBeLessThan(1_000_000)
  })

  it('are rendered for any name', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 80 }), async (name) => {
        const card = cardOf('hi', 0, { name, motherName: name, papers: [paper(name)] })
        expect(pagesOfPdf(await renderReportCards(viewOf([card])))).toBe(1)
      }),
      { numRuns: 25 },
    )
  })
})
