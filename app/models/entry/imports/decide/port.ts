import type { Cell } from '~/services/spreadsheets/port'
import type { UnsureKind } from '../values/class-names'

/** A filled cell of a column. */
export interface ColumnCell {
  line: number
  cell: Cell
}

/** How the days of a column are read. */
export interface DayDecision {
  order: 'day-first' | 'month-first' | 'year-first'
  /** Whether day and month of the date cells are exchanged, by a spreadsheet with settings other than the file's. */
  dates: 'as-shown' | 'exchanged'
  /** Time zone for times that do not name one. */
  zone: 'india' | 'utc'
  /** Reading of `June 2018`: its first day, or no day; null refuses the cell. */
  bare: 'first' | 'blank' | null
}

/** How the amounts of a column are read. */
export interface AmountDecision {
  decimal: '.' | ','
  unit: 'rupees' | 'paise' | 'thousands' | 'lakhs'
  /** Which of `Dr` and `Cr` marks a payment, in a file of payments that has both. */
  paidSide: 'cr' | 'dr'
}

/** Reading, by kind, of cells that may be a class alone or a class with its section. */
export type ClassDecision = Record<UnsureKind, 'split' | 'whole'>

/** How names are read. */
export interface NameDecision {
  /** Reading of a comma, as in `Patel, Asha`. Names of parents and teachers keep it; a teacher’s is then refused. */
  comma: 'surname-first' | 'surname-last' | 'keep'
  /** Treatment of a remark after the name: `Asha Patel (RTE)`, `Asha Patel - 6A`, `Amit Shah (HOD)`. */
  remark: 'drop' | 'rte' | 'designation' | 'refuse'
  /** Whether a word such as `Shree` in `Shree Rajesh Patel` is a title or part of the name. */
  title: 'title' | 'name'
}

/** Meaning of values that are not the usual words, such as codes, by the `looseKey` of the value. */
export interface ChoiceDecision {
  meanings: Readonly<Record<string, string>>
}

/** Whether names without a last name are complete. */
export interface SingleNameDecision {
  names: 'complete' | 'incomplete'
}

export interface Decisions {
  day: DayDecision
  amount: AmountDecision
  class: ClassDecision
  name: NameDecision
  single: SingleNameDecision
  choice: ChoiceDecision
}
export type DecidedKind = keyof Decisions

/** Decisions by the key of the column; a column without one is read in the usual way. */
export type ColumnDecisions = Readonly<Partial<Record<string, Partial<Decisions>>>>

/** A question about a column. It blocks the import until the user answers it; the answer can be changed later. */
export interface Question {
  /** `order:date_of_birth`: the same at every check, so that the answer is kept. */
  id: string
  /** Key of the column. */
  column: string
  sentence: string
  options: QuestionOption[]
  /** Lines of the file that the question concerns. */
  lines: number[]
  /** Value of the chosen option; null while the question is open. */
  answer: string | null
}

export const isOpen = ({ answer }: Question) => answer === null

export interface QuestionOption {
  value: string
  label: string
  /** A value of the file as this option reads it. */
  example?: string
}

/** Key of the column that a question is about. */
export function columnOfQuestion(id: string): string {
  return id.slice(id.indexOf(':') + 1)
}

/** A contradiction in a column that only a corrected file can solve: no row is imported. */
export interface Contradiction {
  column: string
  message: string
  lines: number[]
}

/** Answers of the user, by the id of the question. */
export type Answers = Readonly<Record<string, string>>

/** Stored with an import: what the last check asked, and what the user has answered. */
export interface StoredAnswers {
  answers: Answers
  questions: Question[]
  contradictions: Contradiction[]
}

/** Facts that a decision may use, in addition to the cells. */
export interface ColumnFacts {
  /** Key and heading of the column. */
  key: string
  heading: string
  /** `YYYY-MM-DD`, the day in India. */
  today: string
  answers: Answers
}

export interface Decided<Kind extends DecidedKind> {
  decision: Decisions[Kind]
  questions: Question[]
  contradictions: Contradiction[]
}

const maxLines = 20

export const linesOf = (cells: ReadonlyArray<{ line: number }>) => cells.slice(0, maxLines).map(({ line }) => line)

/** Adds the question and returns its answer. An answer that is not one of the options does not count. */
export function askOrAnswer<Value extends string>(
  facts: ColumnFacts,
  questions: Question[],
  question: Omit<Question, 'column' | 'options' | 'answer'> & { options: Array<QuestionOption & { value: Value }> },
): Value | null {
  const answer = question.options.find(({ value }) => value === facts.answers[question.id])?.value ?? null
  questions.push({ ...question, column: facts.key, answer })
  return answer
}
