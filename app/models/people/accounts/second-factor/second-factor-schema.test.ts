import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { factorRolesForm } from '../staff/staff-fields'
import {
  addPasskeySchema,
  changeFactorSchema,
  confirmFactorSchema,
  passkeyStepSchema,
  removePasskeySchema,
  secondStepSchema,
  startFactorSchema,
} from './second-factor-schema'

/** First message of each field. */
function problems(schema: z.ZodType, form: unknown): Record<string, string> {
  const parsed = schema.safeParse(form)
  const issues = parsed.success ? [] : parsed.error.issues
  return Object.fromEntries(issues.reverse().map((issue) => [issue.path.join('.'), issue.message]))
}

describe.each([
  ['of the second step', secondStepSchema],
  ['of a new key', confirmFactorSchema],
  ['before a change', changeFactorSchema],
])('code field %s', (_name, schema) => {
  const said = (code: unknown) => problems(schema, { current_password: 'x', code }).code

  it.each([undefined, '', '   '])('is required (%j)', (code) => {
    expect(said(code)).toBe('Code is required')
  })

  it('accepts an app code or a recovery code', () => {
    expect(said('12345')).toBe('Type the six digits that the app shows, or a recovery code')
    expect(said('x'.repeat(61))).toBe('Use 60 characters or fewer')
    expect(said(' ૧૨૩ ૪૫૬ ')).toBeUndefined()
    expect(said('7kq4 mw2h bcdf 2345')).toBeUndefined()
  })
})

it('requires the current password and a code to change the second factor', () => {
  expect(problems(changeFactorSchema, { code: '123456' })).toEqual({ current_password: 'Current password is required' })
  expect(problems(changeFactorSchema, { code: '123456', current_password: '' })).toEqual({
    current_password: 'Current password is required',
  })
  expect(problems(changeFactorSchema, { code: '123456', current_password: 'x'.repeat(201) })).toEqual({
    current_password: 'Use 200 characters or fewer',
  })
})

it('lets the action report a missing password, but refuses an overlong one itself', () => {
  expect(startFactorSchema.parse({})).toEqual({ current_password: '' })
  const long = 'x'.repeat(201)
  expect(problems(startFactorSchema, { current_password: long })).toEqual({ current_password: 'Password incorrect' })
})

it('requires a name and the password for a new passkey, and limits the length of the browser’s answer', () => {
  const right = { name: ' My phone ', current_password: 'x' }
  expect(addPasskeySchema.parse(right)).toEqual({ name: 'My phone', current_password: 'x', passkey: '' })
  expect(problems(addPasskeySchema, { name: ' ' })).toEqual({
    name: 'Name is required',
    current_password: 'Current password is required',
  })
  expect(problems(addPasskeySchema, { ...right, name: 'x'.repeat(61) })).toEqual({ name: 'Use 60 characters or fewer' })
  expect(problems(addPasskeySchema, { ...right, passkey: 'x'.repeat(8000) })).toEqual({})
  const tooLong = { passkey: 'This passkey was not accepted. Try again.' }
  expect(problems(addPasskeySchema, { ...right, passkey: 'x'.repeat(8001) })).toEqual(tooLong)
  expect(passkeyStepSchema.parse({})).toEqual({ passkey: '' })
  expect(problems(passkeyStepSchema, { passkey: 'x'.repeat(8001) })).toEqual(tooLong)
  expect(problems(removePasskeySchema, {})).toEqual({ current_password: 'Current password is required' })
})

it('accepts zero, one or several known roles for compulsory two-step sign-in', () => {
  const schema = schemaOf(factorRolesForm)
  expect(schema.parse({})).toEqual({ roles: [] })
  expect(schema.parse({ roles: ['owner', 'teacher'] })).toEqual({ roles: ['owner', 'teacher'] })
  expect(problems(schema, { roles: ['student'] })).toEqual({ 'roles.0': 'Choose from the list' })
  expect(schema.safeParse({ roles: ['owner', 'owner', 'owner', 'owner', 'owner'] }).success).toBe(false)
})
