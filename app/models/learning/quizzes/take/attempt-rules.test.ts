import { expect, it } from 'vitest'
import { quizState, scorePercent } from './attempt-rules'

it('derives the state of a quiz from its attempt, or from its window', () => {
  const running = { submittedAt: null }
  const submitted = { submittedAt: new Date('2026-11-22T10:00:00Z') }
  expect(quizState({ isEarly: true, isOver: false, attempt: null })).toBe('upcoming')
  expect(quizState({ isEarly: false, isOver: false, attempt: null })).toBe('open')
  expect(quizState({ isEarly: false, isOver: true, attempt: null })).toBe('missed')
  expect(quizState({ isEarly: false, isOver: true, attempt: running })).toBe('running')
  expect(quizState({ isEarly: false, isOver: false, attempt: submitted })).toBe('submitted')
})

it('returns a score in whole percent, 0 for a maximum of 0', () => {
  expect([scorePercent(1, 3), scorePercent(2, 3), scorePercent(8, 8), scorePercent(0, 5)]).toEqual([33, 67, 100, 0])
  expect(scorePercent(0, 0)).toBe(0)
})
