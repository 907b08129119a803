import { expect, it } from 'vitest'
import { z } from 'zod'
import { parseFields } from './forms.server'

it('tells what is wrong in the order of the form, also what depends on several fields', () => {
  const schema = z
    .object({
      from: z.string({ error: 'Where from?' }),
      to: z.string().optional(),
      phone: z.string({ error: 'Phone?' }),
    })
    .refine(({ to }) => Boolean(to), { path: ['to'], error: 'Where to?', when: () => true })
  const parsed = parseFields(new FormData(), schema, {})
  if (parsed.ok) throw new Error('nothing was typed')
  expect(Object.entries(parsed.reply().data.error ?? {})).toEqual([
    ['from', ['Where from?']],
    ['to', ['Where to?']],
    ['phone', ['Phone?']],
  ])
})
