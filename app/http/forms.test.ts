import { expect, it } from 'vitest'
import { z } from 'zod'
import { parseFields } from './forms.server'

const fields = {
  from: z.string({ error: 'Where from?' }),
  to: z.string().optional(),
  phone: z.string({ error: 'Phone?' }),
}
const told = { path: ['to'], error: 'Where to?', when: () => true }

it.each([
  ['an object', z.object(fields).refine(({ to }) => Boolean(to), told)],
  [
    'what is made of one',
    z
      .object(fields)
      .refine(({ to }) => Boolean(to), told)
      .transform(({ to }) => to),
  ],
])('tells what is wrong in the order of the form, also what depends on several fields: %s', (_, schema) => {
  const parsed = parseFields(new FormData(), schema, {})
  if (parsed.ok) throw new Error('nothing was typed')
  expect(Object.entries(parsed.reply().data.error ?? {})).toEqual([
    ['from', ['Where from?']],
    ['to', ['Where to?']],
    ['phone', ['Phone?']],
  ])
})
