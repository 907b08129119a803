import type { CardMark, SchemeCard, SchemeCardsView, SubjectLine } from '~/models/learning/report-cards/card-view'
import { reckonSubject, reckonYear } from '~/models/learning/report-cards/reckoning.server'
import { schemeOf } from '~/models/learning/report-cards/scheme-options'

type SampleLanguage = 'en' | 'hi' | 'gu'

const subjectNames: Record<SampleLanguage, readonly string[]> = {
  en: [
    'English',
    'Hindi',
    'Mathematics',
    'Science and Technology',
    'Social Science',
    'Sanskrit',
    'Drawing',
    'Computer Applications',
  ],
  hi: ['अंग्रेज़ी', 'हिन्दी', 'गणित', 'विज्ञान एवं प्रौद्योगिकी', 'सामाजिक विज्ञान', 'संस्कृत', 'चित्रकला', 'कंप्यूटर'],
  gu: ['અંગ્રેજી', 'ગુજરાતી', 'ગણિત', 'વિજ્ઞાન અને ટેક્નોલોજી', 'સામાજિક વિજ્ઞાન', 'સંસ્કૃત', 'ચિત્રકામ', 'કમ્પ્યુટર'],
}
const names: Record<SampleLanguage, string> = { en: 'Asha Patel', hi: 'कृष्ण कांत शर्मा', gu: 'પ્રિયંકા ક્ષત્રિય' }
const remarks: Record<SampleLanguage, string> = {
  en: 'Works with care and helps others. Should read more at home.',
  hi: 'ध्यान से काम करती हैं और दूसरों की मदद करती हैं। घर पर और पढ़ें।',
  gu: 'કાળજીથી કામ કરે છે અને બીજાને મદદ કરે છે. ઘરે વધુ વાંચવું.',
}

/** Card of a whole year by the CBSE template of classes VI to VIII, from invented marks that vary by `index`. */
export function schemeCard(language: SampleLanguage, index = 0, facts: Partial<SchemeCard> = {}): SchemeCard {
  const scheme = schemeOf('cbse-6-8', { middle: '2026-09-30', endsOn: '2027-03-31' })
  const subjects: SubjectLine[] = subjectNames[language].map((name, at) => {
    const share = 0.4 + ((index * 7 + at * 13) % 55) / 100
    const papersOf = (key: string) => {
      const maxima: Record<number, number[]> = { 1: [25, 25, 20], 2: [5], 3: [5], 4: [80] }
      const nth = ((Number(key.slice(1)) - 1) % 6) + 1
      return (maxima[nth] ?? []).map((maxMarks, paper) => ({
        presence:
          at === 3 && paper === 1
            ? ('absent' as const)
            : at === 5 && nth === 2
              ? ('exempt' as const)
              : ('present' as const),
        marks: Math.round(maxMarks * share * 2) / 2,
        maxMarks,
      }))
    }
    return reckonSubject(scheme, { name, isGradedOnly: at === 6 }, papersOf, '2026-04-01')
  })
  const year = reckonYear(subjects, scheme)
  return {
    language,
    name: names[language],
    fatherName: names[language],
    motherName: names[language],
    enrollmentNumber: `DV-2024-${1000 + index}`,
    rollNumber: index + 1,
    className: language === 'gu' ? 'ધોરણ ૭' : language === 'hi' ? 'कक्षा 7' : 'Class 7',
    sectionName: 'B',
    sessionName: '2026-27',
    classTeacher: 'Nandini Bhatt',
    schemeName: 'Middle school',
    terms: scheme.terms.map((term) => ({
      name: term.name,
      endsOn: term.endsOn,
      outOf: 100,
      components: term.components.map(({ name, max }) => ({ name, max })),
      grades: ['A', 'B', 'A', 'A'],
      attendance: { present: 98.5, days: 104 },
      remarks: remarks[language],
    })),
    isWhole: true,
    subjects,
    areas: scheme.areas.map(({ name, kind }) => ({ name, kind })),
    bands: scheme.bands,
    areaGrades: scheme.areaGrades,
    year: {
      ...year,
      promotedTo:
        year.outcome === 'pass' ? (language === 'gu' ? 'ધોરણ ૮' : language === 'hi' ? 'कक्षा 8' : 'Class 8') : null,
    },
    ...facts,
  }
}

/** File of a school's cards: published on a day, or with the mark of provisional, withheld or withdrawn cards. */
export function schemeCardsFile(cards: readonly SchemeCard[], mark: CardMark | null = null): SchemeCardsView {
  return {
    school: {
      name: 'Saraswati Public School',
      address: '12, Station Road, Ahmedabad 380009',
      phone: '079 2656 1234',
      email: 'office@saraswati.example',
      board: 'CBSE',
      affiliationNumber: '430123',
    },
    logo: null,
    cards: cards.map((card) => ({ card, issuedOn: '2027-03-30', revision: 1, mark })),
  }
}
