import type { Locale } from '~/language/paraglide/runtime'
import type { AreaGrade, AreaKind } from './scheme-options'

/**
 * `waiting`: marks are not entered yet. `none`: the component has no paper of the subject. `not-joined`: the term ended
 * before the student joined.
 */
export type CellState = 'marks' | 'absent' | 'exempt' | 'waiting' | 'not-joined' | 'none'

export interface ComponentCell {
  state: CellState
  /** One decimal, out of the component's maximum; 0 for an absent student, null where nothing was measured. */
  marks: number | null
}

/** One subject in a term: whole marks, and the marks attainable. */
export interface TermLine {
  cells: ComponentCell[]
  state: Exclude<CellState, 'absent'>
  marks: number | null
  outOf: number | null
  grade: string | null
}

export interface YearLine {
  state: Exclude<CellState, 'absent' | 'not-joined'>
  /** Whole percent. */
  percent: number | null
  grade: string | null
}

export interface SubjectLine {
  name: string
  isGradedOnly: boolean
  terms: TermLine[]
  year: YearLine
}

export interface CardTerm {
  name: string
  endsOn: string
  components: { name: string; max: number }[]
  /** Sum of the components' maximum marks. */
  outOf: number
  /** Grades in the order of the areas; null where none is entered. */
  grades: (string | null)[]
  /** Days from the attendance register: late counts as present, half a day as half. */
  attendance: { present: number; days: number } | null
  /** Remarks as printed, in the student's language. */
  remarks: string
}

/**
 * Published report card with everything that page and print show, so that later changes of marks, grades or scheme do
 * not affect it.
 */
export interface SchemeCard {
  language: Locale
  name: string
  fatherName: string
  motherName: string
  enrollmentNumber: string
  rollNumber: number | null
  className: string
  sectionName: string
  sessionName: string
  classTeacher: string | null
  schemeName: string
  /** Terms up to the published one. */
  terms: CardTerm[]
  /** True when all terms of the scheme are included: only then is there a yearly result. */
  isWhole: boolean
  subjects: SubjectLine[]
  areas: { name: string; kind: AreaKind }[]
  bands: { grade: string; fromPercent: number }[]
  areaGrades: AreaGrade[]
  year: {
    /** Sum of the subjects' percentages, and the maximum of this sum. */
    marks: number | null
    outOf: number | null
    percent: number | null
    grade: string | null
    /** Null when the scheme has no pass mark. */
    outcome: 'pass' | 'improve' | 'waiting' | null
    /** Names of the subjects below the pass mark. */
    toImprove: string[]
    /** Next class of the school for a student who passed; null in the last class. */
    promotedTo: string | null
  }
}

/** Reason why families cannot see a card in this form, printed on it as a watermark. */
export type CardMark = 'provisional' | 'withheld' | 'withdrawn'

export interface PrintedCard {
  card: SchemeCard
  /** `YYYY-MM-DD`. */
  issuedOn: string
  /** Revision of the scheme by which the card was calculated. */
  revision: number
  /** Null on the family's card. */
  mark: CardMark | null
}

/** File of cards, one page each. */
export interface SchemeCardsView {
  school: { name: string; address: string; phone: string; email: string; board: string; affiliationNumber: string }
  /** PNG or JPEG. */
  logo: Uint8Array | null
  cards: readonly PrintedCard[]
}
