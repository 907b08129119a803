import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkQuestion,
  draftOfQuestion,
  emptyQuestion,
  isComplete,
  type QuestionDraft,
  readHalfMarks,
  readQuestion,
  reshapeQuestion,
} from '../question-draft'
import { readAwarded } from './marking-form-rules'

const mcq: QuestionDraft = {
  type: 'mcq',
  text: 'Which planet is nearest to the Sun?',
  marks: '1.5',
  options: ['Venus', 'Mercury', '', ''],
  correct: '1',
  answers: [],
}

const free = { mustBeComplete: false }
const errorsOf = (draft: QuestionDraft, rule = free) => {
  const checked = checkQuestion(draft, rule)
  return checked.ok ? {} : checked.errors
}

describe('checkQuestion', () => {
  it('returns the question without empty rows', () => {
    expect(checkQuestion(mcq, free)).toEqual({
      ok: true,
      value: {
        type: 'mcq',
        text: mcq.text,
        marks: 1.5,
        options: [
          { text: 'Venus', isCorrect: false },
          { text: 'Mercury', isCorrect: true },
        ],
        answers: [],
      },
    })
    const truth = { ...emptyQuestion('boolean'), text: 'The Moon shines.', correct: '1' }
    expect(checkQuestion(truth, free)).toMatchObject({ value: { options: [{ text: 'True' }, { isCorrect: true }] } })
    const short = { ...emptyQuestion('short'), text: 'Capital?', answers: ['Gandhinagar', ''] }
    expect(checkQuestion(short, free)).toMatchObject({ value: { answers: ['Gandhinagar'], options: [] } })
  })

  it.each<[Partial<QuestionDraft>, Record<string, string[]>]>([
    [{ text: ' \n ' }, { question_text: ['The question is required'] }],
    [{ text: 'x'.repeat(1001) }, { question_text: ['Use at most 1000 characters'] }],
    ...['', '0', '-1', '0.3', '100.5', '1e2', 'one'].map(
      (marks): [Partial<QuestionDraft>, Record<string, string[]>] => [
        { marks },
        { marks: ['Enter marks from 0.5 to 100 in steps of 0.5, such as 1.5'] },
      ],
    ),
    [{ options: ['Venus', '', ''], correct: '0' }, { 'options[1]': ['Give at least two options'] }],
    [{ options: ['Venus', 'Venus'], correct: '0' }, { 'options[1]': ['This option is already in the list'] }],
    [{ options: ['Venus', 'x'.repeat(301)] }, { 'options[1]': ['Use at most 300 characters'] }],
    [{ correct: '2' }, { correct: ['The right option is empty'] }],
    [{ correct: '7' }, { correct: ['The right option is empty'] }],
  ])('reports an error beside the field to correct: %o', (wrong, errors) => {
    expect(errorsOf({ ...mcq, ...wrong })).toEqual(errors)
  })

  it('lets a draft question lack a right option, but requires one in a published quiz', () => {
    const undecided = { ...mcq, correct: '' }
    const stored = checkQuestion(undecided, free)
    expect(stored.ok && isComplete(stored.value)).toBe(false)
    expect(errorsOf(undecided, { mustBeComplete: true })).toHaveProperty('correct')
    expect(errorsOf({ ...emptyQuestion('short'), text: 'Why?' }, { mustBeComplete: true })).toEqual({})
    const twice = { ...emptyQuestion('short'), text: 'Capital?', answers: ['Gandhinagar', ' GANDHINAGAR'] }
    expect(errorsOf(twice)).toEqual({ 'answers[1]': ['This answer is already in the list'] })
  })
})

describe('the question form', () => {
  it('keeps all input and the selected right option when rows are added and removed', () => {
    expect(reshapeQuestion(mcq, 'add-option')?.options).toEqual(['Venus', 'Mercury', '', '', ''])
    expect(reshapeQuestion(mcq, 'remove-option-0')).toMatchObject({ options: ['Mercury', '', ''], correct: '0' })
    expect(reshapeQuestion(mcq, 'remove-option-1')).toMatchObject({ correct: '' })
    expect(reshapeQuestion(mcq, 'remove-option-3')).toMatchObject({ correct: '1' })
    const short = { ...emptyQuestion('short'), answers: ['One', 'Two'] }
    expect(reshapeQuestion(short, 'add-answer')?.answers).toEqual(['One', 'Two', ''])
    expect(reshapeQuestion(short, 'remove-answer-0')?.answers).toEqual(['Two'])
    expect(reshapeQuestion(mcq, 'save')).toBeNull()
  })

  it('limits the number of options, whatever the posted body contains', () => {
    const form = new FormData()
    form.set('question_text', 'Which?\r\nOne.')
    form.set('correct', '99')
    for (let index = 0; index < 60; index++) form.set(`options[${index}]`, `Option ${index}`)
    const read = readQuestion(form, 'mcq')
    expect(read.options).toHaveLength(8)
    expect(read).toMatchObject({ text: 'Which?\nOne.', correct: '', marks: '' })
    expect(reshapeQuestion(read, 'add-option')?.options).toHaveLength(8)
  })

  it('shows a stored question as it was written', () => {
    const texts = fc.uniqueArray(
      fc.string({ minLength: 1, maxLength: 20 }).filter((text) => /^\S+$/.test(text) && /\w/.test(text)),
      { minLength: 2, maxLength: 8 },
    )
    fc.assert(
      fc.property(texts, fc.nat({ max: 7 }), fc.integer({ min: 1, max: 200 }), (options, right, halves) => {
        const correct = String(right % options.length)
        const draft: QuestionDraft = { ...mcq, options, correct, marks: String(halves / 2) }
        const checked = checkQuestion(draft, { mustBeComplete: true })
        expect(checked.ok && draftOfQuestion(checked.value)).toEqual(draft)
      }),
    )
  })
})

describe('marks', () => {
  it('reads only marks in steps of 0.5, up to the maximum', () => {
    for (const [text, marks] of [
      ['1', 1],
      [' 1.5 ', 1.5],
      ['.5', 0.5],
      ['2.50', 2.5],
      ['0', 0],
    ] as const)
      expect(readHalfMarks(text, 3)).toBe(marks)
    for (const text of ['', '3.5', '1.25', '-1', '+1', '1e0', '0x1', 'NaN', '١'])
      expect(readHalfMarks(text, 3)).toBeNull()
  })

  it.each([
    ['', null],
    ['0', 0],
    ['1.5', 1.5],
  ])('reads the awarded marks %o', (text, marks) => {
    expect(readAwarded(text, 2)).toEqual({ ok: true, marks })
  })

  it.each([
    ['-1', 'Marks cannot be negative'],
    ['2.5', 'Marks cannot be more than 2'],
    ['1e9', 'Enter marks from 0 to 2'],
    ['1.2', 'Use steps of 0.5, such as 1.5'],
    ['good', 'Enter marks from 0 to 2'],
  ])('refuses the awarded marks %o', (text, problem) => {
    expect(readAwarded(text, 2)).toEqual({ ok: false, problem })
  })
})
