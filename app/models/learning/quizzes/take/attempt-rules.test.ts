import { expect, it } from 'vitest'
import { quizState } from './attempt-rules'

it('derives the state of a quiz from its attempt, or from its window', () => {
  const running = { submittedAt: null }
  const submitted = { submittedAt: new Date('2026-11-22T10:00:00Z') }
  expect(quizState({ isEarly: true, isOver: false, attempt: null })).toBe('upcoming')
  expect(quizState({ isEarly: false, isOver: false, attempt: null })).toBe('open')
  expect(quizState({ isEarly: false, isOver: true, attempt: null })).toBe('missed')
  expect(quizState({ isEarly: false, isOver: true, attempt: running })).toBe('running')
  expect(quizState({ isEarly: false, isOver: false, attempt: submitted })).toBe('submitted')
})
