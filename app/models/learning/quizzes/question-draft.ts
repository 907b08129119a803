import { comparable, isBlank } from './mark/marking-rules'
import {
  acceptedAnswerLength,
  maxAcceptedAnswers,
  maxOptions,
  maxQuestionMarks,
  minOptions,
  optionLength,
  type QuestionType,
  questionLength,
} from './options'

/** Question form exactly as typed; every response of the server returns it. */
export interface QuestionDraft {
  type: QuestionType
  text: string
  marks: string
  /** Options of a multiple choice question; empty rows are ignored. */
  options: string[]
  /** Row of the right option; for true or false, `0` is true; '' if none is chosen. */
  correct: string
  /** Accepted answers to a short question; a student's answer that equals one of them is marked automatically. */
  answers: string[]
}

export type QuestionErrors = Record<string, string[]>

/** Stored form of a question. */
export interface QuestionFields {
  type: QuestionType
  text: string
  marks: number
  options: Array<{ text: string; isCorrect: boolean }>
  answers: string[]
}

const shownOptions = 4
const shownAnswers = 2
const booleanOptions = ['True', 'False'] as const

const blanks = (count: number) => Array.from({ length: count }, () => '')

export function emptyQuestion(type: QuestionType): QuestionDraft {
  return {
    type,
    text: '',
    marks: '1',
    options: type === 'mcq' ? blanks(shownOptions) : [],
    correct: '',
    answers: type === 'short' ? blanks(shownAnswers) : [],
  }
}

export function draftOfQuestion({ type, text, marks, options, answers }: QuestionFields): QuestionDraft {
  const right = options.findIndex((option) => option.isCorrect)
  return {
    type,
    text,
    marks: String(marks),
    options: type === 'mcq' ? options.map((option) => option.text) : [],
    correct: right < 0 ? '' : String(right),
    answers: type === 'short' ? [...answers, ...blanks(Math.max(0, shownAnswers - answers.length))] : [],
  }
}

/** Reads the typed form from a posted body. Ignores rows beyond the form's limits, whatever index is posted. */
export function readQuestion(form: FormData, type: QuestionType): QuestionDraft {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''
  }
  const rows = (list: string, max: number) => {
    const texts: string[] = []
    for (let index = 0; index < max && form.has(`${list}[${index}]`); index++) texts.push(text(`${list}[${index}]`))
    return texts
  }
  return {
    type,
    text: text('question_text'),
    marks: text('marks'),
    options: type === 'mcq' ? rows('options', maxOptions) : [],
    correct: /^\d$/.test(text('correct')) ? text('correct') : '',
    answers: type === 'short' ? rows('answers', maxAcceptedAnswers) : [],
  }
}

/**
 * Handles a button that changes the rows, keeping all input: `add-option`, `add-answer`, `remove-option-2`,
 * `remove-answer-0`. The right option stays right when a row above it is removed. Null for an unknown intent.
 */
export function reshapeQuestion(draft: QuestionDraft, intent: unknown): QuestionDraft | null {
  if (intent === 'add-option') return { ...draft, options: [...draft.options, ''].slice(0, maxOptions) }
  if (intent === 'add-answer') return { ...draft, answers: [...draft.answers, ''].slice(0, maxAcceptedAnswers) }
  const removed = /^remove-(option|answer)-(\d)$/.exec(String(intent))
  if (!removed) return null
  const row = Number(removed[2])
  if (removed[1] === 'answer') return { ...draft, answers: draft.answers.filter((_, index) => index !== row) }
  const right = draft.correct === '' || Number(draft.correct) === row ? null : Number(draft.correct)
  return {
    ...draft,
    options: draft.options.filter((_, index) => index !== row),
    correct: right === null ? '' : String(right > row ? right - 1 : right),
  }
}

/**
 * Converts the draft to a question, or returns errors by form field. A question in a draft quiz may lack a right
 * option; `mustBeComplete` requires one, once students can see the quiz.
 */
export function checkQuestion(
  draft: QuestionDraft,
  { mustBeComplete }: { mustBeComplete: boolean },
): { ok: true; value: QuestionFields } | { ok: false; errors: QuestionErrors } {
  const errors: QuestionErrors = {}
  const text = draft.text.trim()
  if (isBlank(text)) errors.question_text = ['The question is required']
  else if (text.length > questionLength) errors.question_text = [`Use at most ${questionLength} characters`]
  const marks = readHalfMarks(draft.marks, maxQuestionMarks)
  if (marks === null || marks === 0)
    errors.marks = [`Enter marks from 0.5 to ${maxQuestionMarks} in steps of 0.5, such as 1.5`]
  const options = draft.type === 'mcq' ? checkOptions(draft, errors) : optionsOfBoolean(draft)
  const answers = checkRows(
    'answers',
    draft.answers,
    acceptedAnswerLength,
    'This answer is already in the list',
    errors,
  )
  const lacksRight = draft.type !== 'short' && !options.some((option) => option.isCorrect)
  if (lacksRight && mustBeComplete && !errors.correct)
    errors.correct = ['Choose the right answer, because students can already see the quiz']
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, value: { type: draft.type, text, marks: marks ?? 0, options, answers } }
}

function checkOptions(draft: QuestionDraft, errors: QuestionErrors): QuestionFields['options'] {
  const optionTexts = checkRows('options', draft.options, optionLength, 'This option is already in the list', errors)
  if (optionTexts.length < minOptions) {
    const empty = Math.max(
      0,
      draft.options.findIndex((option) => isBlank(option)),
    )
    errors[`options[${empty}]`] ??= ['Give at least two options']
  }
  const right = draft.correct === '' ? null : Number(draft.correct)
  if (right !== null && isBlank(draft.options[right] ?? '')) errors.correct = ['The right option is empty']
  return draft.options.flatMap((option, index) =>
    isBlank(option) ? [] : [{ text: option.trim(), isCorrect: index === right }],
  )
}

function optionsOfBoolean(draft: QuestionDraft): QuestionFields['options'] {
  if (draft.type !== 'boolean') return []
  return booleanOptions.map((text, index) => ({ text, isCorrect: draft.correct === String(index) }))
}

/** Returns the rows that are not blank, and adds errors for long and duplicate ones. */
function checkRows(
  list: 'options' | 'answers',
  rows: readonly string[],
  maxLength: number,
  twice: string,
  errors: QuestionErrors,
): string[] {
  const seenKeys = new Set<string>()
  return rows.flatMap((row, index) => {
    if (isBlank(row)) return []
    const text = row.trim()
    if (text.length > maxLength) errors[`${list}[${index}]`] = [`Use at most ${maxLength} characters`]
    // Options may differ only by case (Mg, mg); answers are compared ignoring case.
    const key = list === 'answers' ? comparable(text) : text
    if (seenKeys.has(key)) errors[`${list}[${index}]`] = [twice]
    seenKeys.add(key)
    return [text]
  })
}

/** Parses marks in steps of 0.5 from 0 to `max`; null for anything else. */
export function readHalfMarks(input: string, max: number): number | null {
  const text = input.trim()
  if (!/^\d{1,3}([.]\d{0,2})?$|^[.]\d{1,2}$/.test(text)) return null
  const marks = Number(text)
  return marks <= max && Number.isInteger(marks * 2) ? marks : null
}

/**
 * Returns true when a question can be shown to students. Choice and true-or-false questions need a right option; short
 * questions do not.
 */
export function isComplete(question: Pick<QuestionFields, 'type' | 'options'>): boolean {
  return question.type === 'short' || question.options.some((option) => option.isCorrect)
}

/** Server response with the form; the page's title depends on `status`. */
export function questionReply(draft: QuestionDraft, errors: QuestionErrors = {}) {
  const failed = Object.keys(errors).length > 0
  return { status: failed ? ('error' as const) : ('typing' as const), draft, errors }
}
