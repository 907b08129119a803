import { expect, it } from 'vitest'
import type { z } from 'zod'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { endingForm } from '~/models/money/transport/decide/decision-fields'
import { reasonForm, remarkedReasonForm, remarksForm } from './decision-fields'
import { remarksLength } from './decision-options'

const [asked, wanted, ending] = [schemaOf(remarksForm), schemaOf(remarkedReasonForm), schemaOf(endingForm)]

const said = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

it('reads remarks as typed, or null when empty', () => {
  const read = [undefined, '', '  ', ' a\r\nb ', 'No'].map((remarks) => asked.parse({ remarks }).remarks)
  expect(read).toEqual([null, null, null, 'a\nb', 'No'])
  const tooLong = `remarks: Use at most ${remarksLength} characters`
  expect(said(asked, { remarks: 'x'.repeat(remarksLength + 1) })).toEqual([tooLong])
})

it('requires a reason of at least three characters', () => {
  for (const remarks of [undefined, '', 'No', ' No ']) {
    expect(said(wanted, { remarks })).toEqual(['remarks: Enter the reason'])
    expect(said(schemaOf(reasonForm), { reason: remarks })).toEqual(['reason: Enter the reason'])
  }
  expect(wanted.parse({ remarks: 'Yes' })).toEqual({ remarks: 'Yes' })
})

it('requires a valid day on which the transport ends', () => {
  expect(ending.parse({ day: ' 2000-01-01 ' })).toEqual({ day: '2000-01-01', remarks: null })
  expect([said(ending, {}), said(ending, { day: '' })].flat()).toEqual(['day: Enter the date', 'day: Enter the date'])
  for (const day of ['2026-02-30', 'today']) expect(said(ending, { day })).toEqual(['day: Enter a date as yyyy-mm-dd'])
})
