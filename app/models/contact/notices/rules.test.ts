import { describe, expect, it } from 'vitest'
import { eventSchema, noticeSchema } from './notice-schema.server'
import { mailAfterEdit, secondsUntil, stateOn } from './rules'

const today = '2026-11-20'

describe('stateOn', () => {
  it.each([
    ['2026-11-20', null, 'now'],
    ['2026-11-20', '2026-11-20', 'now'],
    ['2026-11-21', null, 'coming'],
    ['2026-11-01', '2026-11-19', 'over'],
    ['2020-01-01', '2026-11-20', 'now'],
  ] as const)('for a notice from %s until %s, returns the state %s', (from, until, state) => {
    expect(stateOn(today, from, until)).toBe(state)
  })
})

it('returns the seconds until a day begins in India, and 0 once it has begun', () => {
  expect(secondsUntil('2026-11-21', new Date('2026-11-20T18:29:30Z'))).toBe(30)
  expect(secondsUntil('2026-11-21', new Date('2026-11-20T18:30:00Z'))).toBe(0)
  expect(secondsUntil('2026-11-21', new Date('2026-12-20T18:30:00Z'))).toBe(0)
})

it.each([
  [{ waits: true, isHigh: false, asked: true }, 'begin'],
  [{ waits: false, isHigh: true, asked: true }, 'begin'],
  [{ waits: true, isHigh: true, asked: false }, 'leave'],
  [{ waits: true, isHigh: false, asked: false }, 'drop'],
  [{ waits: false, isHigh: true, asked: false }, 'leave'],
] as const)('for a notice with %o, the mail job after an edit is: %s', (notice, what) => {
  expect(mailAfterEdit(notice)).toBe(what)
})

const right = {
  form_key: 'key-of-the-form',
  title: 'School closes early',
  body: 'At one.\r\nOn Saturday.',
  priority: 'high',
  audience: 'school',
  from_on: '2026-11-20',
}

/** Fields with their first error message. */
function troubleIn(schema: ReturnType<typeof noticeSchema | typeof eventSchema>, typed: Record<string, unknown>) {
  const result = schema.safeParse(typed)
  return Object.fromEntries((result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]))
}
const notice = (typed: Record<string, unknown>, was?: string | null) =>
  troubleIn(noticeSchema({ today, was }), { ...right, ...typed })

describe('noticeSchema', () => {
  it('counts a new line as one character', () => {
    expect(noticeSchema({ today }).parse(right).body).toBe('At one.\nOn Saturday.')
    expect(notice({ body: `${'x'.repeat(3998)}\r\ny` })).toEqual({})
    expect(notice({ body: 'x'.repeat(4001) })).toEqual({ body: 'Use at most 4000 characters' })
  })

  it('reports all errors at once, by field', () => {
    expect(notice({ title: ' ', body: '\r\n', priority: 'urgent', audience: 'class', from_on: 'soon' })).toEqual({
      title: 'Title is required',
      body: 'Text is required',
      priority: 'Choose a priority',
      class: 'Select the class it is for',
      from_on: 'Enter a date as yyyy-mm-dd',
    })
    expect(notice({ audience: undefined, title: 'Two\nlines' })).toEqual({
      audience: 'Choose who it is for',
      title: 'Use one line',
    })
  })

  it('requires a section or student only when the audience is a section or a student', () => {
    expect(notice({ audience: 'section' })).toEqual({ section: 'Select the section it is for' })
    expect(notice({ audience: 'student', section: '23456789bcdf' })).toEqual({
      enrollment_number: 'Enter the enrollment number of the student it is for',
    })
    expect(notice({ audience: 'class', class: '23456789bcdf' })).toEqual({})
  })

  it('refuses a last day before the first day or in the past, but accepts an unchanged past one', () => {
    expect(notice({ until_on: '2026-11-19' })).toEqual({ until_on: 'The last day must not come before the first day' })
    expect(notice({ from_on: '2026-11-01', until_on: '2026-11-19' })).toEqual({
      until_on: 'This day has already passed',
    })
    expect(notice({ from_on: '2026-11-01', until_on: '2026-11-19' }, '2026-11-19')).toEqual({})
    expect(notice({ until_on: '2026-11-20' })).toEqual({})
    expect(notice({ until_on: '2026-02-30' })).toEqual({ until_on: 'Enter a date as yyyy-mm-dd' })
  })
})

describe('eventSchema', () => {
  const event = (typed: Record<string, unknown>, was?: string) =>
    troubleIn(eventSchema({ today, was }), {
      form_key: 'key-of-the-form',
      title: 'Sports day',
      type: 'sports',
      priority: 'low',
      audience: 'school',
      starts_on: '2026-11-25',
      ...typed,
    })

  it('accepts one day or several, if the last is neither before the first nor past', () => {
    expect(event({})).toEqual({})
    expect(event({ ends_on: '2026-11-26' })).toEqual({})
    expect(event({ ends_on: '2026-11-24' })).toEqual({ ends_on: 'The last day must not come before the first day' })
    expect(event({ starts_on: '2026-11-19' })).toEqual({ starts_on: 'This day has already passed' })
    expect(event({ starts_on: '2026-11-18', ends_on: '2026-11-19' })).toEqual({
      ends_on: 'This day has already passed',
    })
    expect(event({ starts_on: '2026-11-19' }, '2026-11-19')).toEqual({})
    expect(event({ starts_on: '2026-11-18', ends_on: '2026-11-21' })).toEqual({})
  })

  it('requires a title and a kind', () => {
    expect(event({ title: '', type: undefined })).toEqual({
      title: 'Title is required',
      type: 'Choose the kind of event',
    })
  })
})
