import { expect, it } from 'vitest'
import { lateWords } from './__scheme-words'

it('counts the students who joined after a term, grouped by the last term that ended before they joined', () => {
  const students = ['Term 1', null, 'Term 2', 'Term 1'].map((joinedAfter) => ({ joinedAfter }))
  expect(lateWords(students)).toContain(
    'Students who joined after a term, out of 4 students: 2 after Term 1, 1 after Term 2.',
  )
  expect(lateWords([{ joinedAfter: null }])).toBe('')
})
