import { expect, it } from 'vitest'
import { quizState, scorePercent } from './attempt-rules'

it('a quiz is what its attempt says, else what its window says', () => {
  const running = { submittedAt: null }
  const submitted = { submittedAt: new Date('2026-11-22T10:00:00Z') }
  expect(quizState({ isEarly: true, isOver: false, attempt: null })).toBe('upcoming')
  expect(quizState({ isEarly: false, isOver: false, attempt: null })).toBe('open')
  expect(quizState({ isEarly: false, isOver: true, attempt: null })).toBe('missed')
  expect(quizState({ isEarly: false, isOver: true, attempt: running })).toBe('running')
  expect(quizState({ isEarly: false, isOver: false, attempt: submitted })).toBe('submitted')
})

it('a score is a whole percent, none of nothing', () => {
  expect([scorePercent(1, 3), scorePercent(2, 3), scorePercent(8, 8), scorePercent(0, 5)]).toEqual([33, 67, 100, 0])
  expect(scorePercent(0, 0)).toBe(0)
})
