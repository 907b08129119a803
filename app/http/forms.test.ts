import { expect, it } from 'vitest'
import { z } from 'zod'
import { growth, tooSteep } from '../../tests/setup/growth'
import { checkNames, parseFields } from './forms.server'

const fields = {
  from: z.string({ error: 'Where from?' }),
  to: z.string().optional(),
  phone: z.string({ error: 'Phone?' }),
}
const told = { path: ['to'], error: 'Where to?', when: () => true }

it.each([
  ['an object', z.object(fields).refine(({ to }) => Boolean(to), told)],
  [
    'a transformed object',
    z
      .object(fields)
      .refine(({ to }) => Boolean(to), told)
      .transform(({ to }) => to),
  ],
])('returns errors in the order of the form, even of a check of several fields, for %s', (_, schema) => {
  const parsed = parseFields(new FormData(), schema, {})
  if (parsed.ok) throw new Error('nothing was typed')
  expect(Object.entries(parsed.reply().data.error ?? {})).toEqual([
    ['from', ['Where from?']],
    ['to', ['Where to?']],
    ['phone', ['Phone?']],
  ])
})

const formOf = (count: number, nameOf: (index: number) => string) => {
  const form = new FormData()
  for (let index = 0; index < count; index++) form.append(nameOf(index), '')
  return form
}
const statusOf = (form: FormData) => {
  try {
    checkNames(form)
    return 200
  } catch (refusal) {
    return (refusal as Response).status
  }
}

it.each([
  ['marks of a large class', 200, 1_500, (n: number) => `marks[${n % 600}].paper${Math.floor(n / 600)}`],
  ['too many fields', 413, 2_001, () => 'ids'],
  ['few names of long lists', 413, 6, (n: number) => `a[${n}][0][999]`],
  ['lists within lists', 413, 1_900, (n: number) => `a[${n % 1_000}][0][999][999]`],
  ['a list under an empty place', 413, 6, (n: number) => `${'abcdef'[n]}[][999]`],
  ['an index of four digits', 400, 1, () => 'a[1000]'],
])('answers a form of %s with status %i', (_, status, count, nameOf) => {
  expect(statusOf(formOf(count, nameOf))).toBe(status)
})

it('parses the largest form in time proportional to its fields', async () => {
  const formOfFields = (count: number) => formOf(count, (n) => (n < 3 ? `a[${n}][999]` : `b${n}[0].d`))
  expect(statusOf(formOfFields(2_000))).toBe(200)
  const forms = new Map([250, 2_000].map((count) => [count, formOfFields(count)]))
  expect(await growth((count) => parseFields(forms.get(count) as FormData, z.object({}), {}), 250)).toBeLessThan(
    tooSteep,
  )
})
