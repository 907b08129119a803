import { expect, it } from 'vitest'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { begunQuizForm } from './quiz-fields'
import { copyQuizSchema, quizSchema } from './quizzes.server'

const right = {
  title: ' Our solar system ',
  description: 'One\r\ntwo',
  duration_minutes: '30',
  academic_session: '22222222bbbb',
  class: '22222222bbbb',
  from_day: '2026-09-10',
  from_time: '09:00',
  until_day: '2026-09-10',
  until_time: '09:30',
}

function errorsOf(more: Record<string, unknown>): Record<string, string[]> {
  const checked = quizSchema.safeParse({ ...right, ...more })
  const errors: Record<string, string[]> = {}
  for (const issue of checked.error?.issues ?? []) {
    const name = String(issue.path[0])
    errors[name] = [...(errors[name] ?? []), issue.message]
  }
  return errors
}

it('reads a quiz with its start and end', () => {
  const read = quizSchema.parse(right)
  expect(read).toMatchObject({ title: 'Our solar system', description: 'One\ntwo', durationMinutes: 30, sections: [] })
})

it.each([
  [{ title: ' ' }, { title: ['Title is required'] }],
  [{ title: 'x'.repeat(121) }, { title: ['Use at most 120 characters'] }],
  [{ description: 'x'.repeat(1001) }, { description: ['Use at most 1000 characters'] }],
  [{ duration_minutes: undefined }, { duration_minutes: ['Minutes are required'] }],
  [{ duration_minutes: '0' }, { duration_minutes: ['Enter whole minutes from 1 to 300'] }],
  [{ duration_minutes: '-1' }, { duration_minutes: ['Enter whole minutes from 1 to 300'] }],
  [{ duration_minutes: '1e9' }, { duration_minutes: ['Enter whole minutes from 1 to 300'] }],
  [{ duration_minutes: '301' }, { duration_minutes: ['Enter whole minutes from 1 to 300'] }],
  [{ class: '7' }, { class: ['Select a valid class'] }],
  [{ academic_session: '7' }, { academic_session: ['Select a valid academic session'] }],
  [{ subject: '7' }, { subject: ['Select a valid subject'] }],
  [{ from_day: '2026-02-30' }, { from_day: ['Enter a date as yyyy-mm-dd'] }],
  [{ until_time: '9' }, { until_time: ['Enter a time as hh:mm'] }],
  [{ until_time: '08:59' }, { until_time: ['The end must come after the start'] }],
  [{ until_time: '09:29' }, { until_time: ['Allow at least the duration of the quiz between start and end'] }],
])('reports the error of the input %o beside its field', (wrong, errors) => {
  expect(errorsOf(wrong)).toEqual(errors)
})

it('reports all errors of a quiz at once', () => {
  const wrong = { title: '', class: 'x', until_day: '2026-09-09' }
  expect(Object.keys(errorsOf(wrong)).sort()).toEqual(['class', 'title', 'until_time'])
})

it('parses title, description and end of a started quiz, and refuses a copy that ends before it starts', () => {
  const begun = schemaOf(begunQuizForm)
  const typed = { title: 'New', until_day: '2026-09-10', until_time: '10:00' }
  expect(begun.parse(typed)).toEqual({ title: 'New', description: null, untilDay: '2026-09-10', untilTime: '10:00' })
  expect(begun.safeParse({ ...typed, until_time: 'x' }).success).toBe(false)
  expect(copyQuizSchema.safeParse({ ...right, until_time: '08:00' }).success).toBe(false)
})
