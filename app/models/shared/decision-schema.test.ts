import { expect, it } from 'vitest'
import { remarksLength } from './decision-options'
import { decisionDay, optionalText, remarksSchema } from './decision-schema'

const said = (
  schema: { safeParse: (value: unknown) => { error?: { issues: Array<{ message: string }> } } },
  value: unknown,
) => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []

it('an optional text is what was typed, or nothing', () => {
  const text = optionalText(5)
  expect([undefined, '', '  ', ' a\r\nb '].map((typed) => text.parse(typed))).toEqual([null, null, null, 'a\nb'])
  expect([said(text, ' 12345 '), said(text, '123456')]).toEqual([[], ['Use at most 5 characters']])
})

it('remarks are wanted where somebody has to be told why', () => {
  const [asked, wanted] = [remarksSchema({ required: false }), remarksSchema({ required: true })]
  expect(asked.parse({})).toEqual({ remarks: null })
  expect(asked.parse({ remarks: 'No' })).toEqual({ remarks: 'No' })
  for (const remarks of [undefined, '', 'No', ' No ']) {
    expect(wanted.safeParse({ remarks }).error?.issues).toMatchObject([
      { path: ['remarks'], message: 'Enter the reason' },
    ])
  }
  expect(wanted.parse({ remarks: 'Yes' })).toEqual({ remarks: 'Yes' })
  expect(said(asked, { remarks: 'x'.repeat(remarksLength + 1) })).toEqual([`Use at most ${remarksLength} characters`])
})

it('the day of a decision is a day of this century', () => {
  expect(decisionDay.parse(' 2000-01-01 ')).toBe('2000-01-01')
  expect(said(decisionDay, undefined)).toEqual(['Enter the date'])
  for (const typed of ['', '1999-12-31', '2026-02-30', 'today'])
    expect(said(decisionDay, typed)).toEqual(['Enter a date as yyyy-mm-dd'])
})
