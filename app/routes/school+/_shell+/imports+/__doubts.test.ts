import { expect, it } from 'vitest'
import { readDoubtAnswers } from './__doubts.server'

const record = {
  doubts: [
    ['age', 3],
    ['total', 1],
  ] as Parameters<typeof readDoubtAnswers>[1]['doubts'],
}

function formOf(fields: ReadonlyArray<[name: string, value: string]>): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

it.each<[string, Array<[string, string]>, ReturnType<typeof readDoubtAnswers>]>([
  [
    'answers for all rows of a kind',
    [
      ['doubt_age', 'right'],
      ['doubt_total', 'wrong'],
    ],
    { answers: { age: 'right', total: 'wrong' }, errors: {} },
  ],
  [
    'the rows that are right',
    [
      ['doubt_age', 'some'],
      ['right_age', '4'],
      ['right_age', '9'],
      ['doubt_total', 'right'],
    ],
    { answers: { age: { some: [4, 9] }, total: 'right' }, errors: {} },
  ],
  [
    'an error for a question without an answer',
    [['doubt_age', 'right']],
    { answers: { age: 'right' }, errors: { doubt_total: ['Choose what happens with these rows'] } },
  ],
  [
    'an error for “some” without a row',
    [
      ['doubt_age', 'some'],
      ['right_age', 'x'],
      ['doubt_total', 'right'],
    ],
    { answers: { total: 'right' }, errors: { doubt_age: ['Tick the rows that are right, or leave all of them out'] } },
  ],
])('reads the answers about unlikely rows: %s', (_, fields, expected) => {
  expect(readDoubtAnswers(formOf(fields), record)).toEqual(expected)
})
