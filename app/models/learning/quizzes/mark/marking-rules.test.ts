import { expect, it } from 'vitest'
import { comparable, isBlank, type MarkableAnswer, type MarkableQuestion, markAttempt, marksOf } from './marking-rules'

const mcq: MarkableQuestion = { id: 1, type: 'mcq', marks: 2, correctOptionIds: [11], acceptedAnswers: [] }
const short: MarkableQuestion = {
  id: 2,
  type: 'short',
  marks: 2.5,
  correctOptionIds: [],
  acceptedAnswers: ['Gandhinagar', 'ગાંધીનગર', 'New  Delhi'],
}
const text = (answerText: string, teacherMarks: number | null = null) => ({ optionId: null, answerText, teacherMarks })

it('gives full marks or 0 for an option, and 0 for a missing answer', () => {
  expect(marksOf(mcq, { optionId: 11, answerText: null })).toBe(2)
  expect(marksOf(mcq, { optionId: 12, answerText: null })).toBe(0)
  expect(marksOf(mcq, undefined)).toBe(0)
})

it.each<[string, number | null]>([
  ['gandhinagar', 2.5],
  ['  GANDHINAGAR \n', 2.5],
  ['Ｇａｎｄｈｉｎａｇａｒ', 2.5],
  ['new delhi', 2.5],
  ['new\u00a0\tdelhi', 2.5],
  ['ગાંધીનગર', 2.5],
  ['Gandhi nagar', null],
  ['Surat', null],
  [' \t\u200b\u3000', 0],
])('compares the short answer %j with the accepted ones', (given, marks) => {
  expect(marksOf(short, text(given))).toBe(marks)
})

it('uses the teacher’s marks, up to the marks of the question', () => {
  expect(marksOf(short, text('Surat', 1))).toBe(1)
  expect(marksOf(short, text('Surat', 0))).toBe(0)
  expect(marksOf(short, text('Surat', 9))).toBe(2.5)
})

it('adds up the score of an attempt, counts unmarked answers, and lists marks for answered questions only', () => {
  const unanswered: MarkableQuestion = { ...mcq, id: 3 }
  const answers = new Map<number, MarkableAnswer>([
    [1, { optionId: 11, answerText: null }],
    [2, text('Surat')],
  ])
  expect(markAttempt([mcq, short, unanswered], answers)).toEqual({
    score: 2,
    toMark: 1,
    awarded: [
      { questionId: 1, marks: 2 },
      { questionId: 2, marks: null },
    ],
  })
})

it('treats a text of spaces and invisible characters as blank', () => {
  expect([' ', '\u200b', '\ufeff', '\u3000\n', ''].every(isBlank)).toBe(true)
  expect(isBlank('0')).toBe(false)
  expect(comparable('Ⅳ  A ')).toBe('iv a')
})
