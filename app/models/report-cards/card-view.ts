import type { Locale } from '~/language/paraglide/runtime'
import type { AreaGrade, AreaKind } from './scheme-options'

/** `waiting`: marks are still to be entered. `none`: the component has no paper of the subject. `not-joined`: it was before the student came. */
export type CellState = 'marks' | 'absent' | 'exempt' | 'waiting' | 'not-joined' | 'none'

export interface ComponentCell {
  state: CellState
  /** One decimal, out of the component's maximum; 0 of who was absent, null where nothing was measured. */
  marks: number | null
}

/** A subject's term: marks are whole, out of what was to be had. */
export interface TermLine {
  cells: ComponentCell[]
  state: Exclude<CellState, 'absent'>
  marks: number | null
  outOf: number | null
  grade: string | null
}

export interface YearLine {
  state: Exclude<CellState, 'absent' | 'not-joined'>
  /** Whole. */
  percent: number | null
  grade: string | null
}

export interface SubjectLine {
  name: string
  isGradedOnly: boolean
  terms: TermLine[]
  year: YearLine
}

/** A term as the card shows it, and what was entered for the student in it. */
export interface CardTerm {
  name: string
  endsOn: string
  components: { name: string; max: number }[]
  /** What the components make together. */
  outOf: number
  /** In the order of the areas; null where nothing is entered. */
  grades: (string | null)[]
  /** From the register: late counts as present, half a day as half. */
  attendance: { present: number; days: number } | null
  /** In the student's language, as they are printed. */
  remarks: string
}

/** A report card as it was published: all that page and paper show of it, so that it stays when marks, grades or scheme change. */
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
  /** Of the terms until the one that is published. */
  terms: CardTerm[]
  /** Whether these are all terms of the scheme: then the year counts, and there is a result. */
  isWhole: boolean
  subjects: SubjectLine[]
  areas: { name: string; kind: AreaKind }[]
  bands: { grade: string; fromPercent: number }[]
  areaGrades: AreaGrade[]
  year: {
    /** Sum of the subjects' percents, and out of what. */
    marks: number | null
    outOf: number | null
    percent: number | null
    grade: string | null
    /** Null where the scheme has no pass mark. */
    outcome: 'pass' | 'improve' | 'waiting' | null
    /** Names of subjects below the pass mark. */
    toImprove: string[]
    /** The next class of the school, for who has passed; null at its last. */
    promotedTo: string | null
  }
}

/** What a card that families do not have so says across its page. */
export type CardMark = 'provisional' | 'withheld' | 'withdrawn'

export interface PrintedCard {
  card: SchemeCard
  /** `YYYY-MM-DD`. */
  issuedOn: string
  /** By which revision of its scheme it was reckoned. */
  revision: number
  /** Null on the card of the family. */
  mark: CardMark | null
}

/** A file of cards: each on its own page. */
export interface SchemeCardsView {
  school: { name: string; address: string; phone: string; email: string; board: string; affiliationNumber: string }
  /** PNG or JPEG. */
  logo: Uint8Array | null
  cards: readonly PrintedCard[]
}
