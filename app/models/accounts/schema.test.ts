import { describe, expect, it } from 'vitest'
import { schemaOf } from '../shared/form-schema.server'
import { maxEmailLength, maxPasswordLength, maxPersonNameLength } from './options'
import {
  changePasswordSchema,
  chooseAccountSchema,
  choosePasswordSchema,
  firstPasswordSchema,
  forgotPasswordSchema,
  mailedTokenSchema,
  resetPasswordSchema,
  schoolFields,
  signInSchema,
  staffSignInSchema,
} from './schema'
import { openSchoolSchema } from './school-registration.server'
import { ownNameForm, staffForm, staffStatusForm } from './staff-fields'

interface Schema {
  safeParse: (value: unknown) => { error?: { issues: Array<{ path: PropertyKey[]; message: string }> } }
}

/** `field: message` of everything that is wrong. */
function said(schema: Schema, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

const password = ' blue kite river '
const twice = { password, password_confirmation: password }
const differs = 'password_confirmation: The two passwords are not the same'

describe('signing in', () => {
  it('takes an e-mail or a mobile number of a student, and the password as it was typed', () => {
    for (const email of ['asha@family.test', '9825012345', ' Asha@Family.Test '])
      expect(said(signInSchema, { email, password })).toEqual([])
    expect(signInSchema.parse({ email: ' 9825012345 ', password })).toEqual({
      email: '9825012345',
      password,
      shared: false,
    })
    expect(said(signInSchema, {})).toEqual(['email: Email is required', 'password: Password is required'])
    expect(said(signInSchema, { email: 'asha', password: '' })).toEqual([
      'email: Invalid email',
      'password: Password is required',
    ])
  })

  it('takes the e-mail of a staff user only, in small letters', () => {
    expect(staffSignInSchema.parse({ email: ' Office@School.Test ', password }).email).toBe('office@school.test')
    expect(said(staffSignInSchema, { email: '9825012345', password })).toEqual(['email: Invalid email'])
    expect(said(forgotPasswordSchema, { email: ' ' })[0]).toBe('email: Email is required')
    const long = `${'x'.repeat(maxEmailLength)}@a.test`
    expect(said(forgotPasswordSchema, { email: long })[0]).toBe(`email: Use ${maxEmailLength} characters or fewer`)
  })

  it('reads a password of any length up to the longest', () => {
    const of = (length: number) => said(signInSchema, { email: '9825012345', password: 'x'.repeat(length) })
    expect(of(maxPasswordLength)).toEqual([])
    expect(of(maxPasswordLength + 1)).toEqual([`password: Use ${maxPasswordLength} characters or fewer`])
  })
})

describe('a new password', () => {
  const email = 'asha@family.test'

  it('is typed twice, the same', () => {
    for (const [schema, more] of [
      [resetPasswordSchema('staff'), { email, token: 'token' }],
      [choosePasswordSchema, {}],
      [changePasswordSchema('student'), { current_password: 'old' }],
    ] as const) {
      expect(said(schema, { ...more, ...twice })).toEqual([])
      expect(said(schema, { ...more, ...twice, password_confirmation: password.trim() })).toEqual([differs])
    }
  })

  it('is told to be too short, also where the two differ', () => {
    const short = { password: 'kite', password_confirmation: 'river' }
    const tooShort = (count: number) => [`password: Use at least ${count} characters`, differs]
    expect(said(resetPasswordSchema('student'), { email, token: 'token', ...short })).toEqual(tooShort(8))
    expect(said(resetPasswordSchema('staff'), { email, token: 'token', ...short })).toEqual(tooShort(12))
    expect(said(choosePasswordSchema, short)).toEqual(tooShort(8))
    expect(said(changePasswordSchema('staff'), { current_password: 'old', ...short })).toEqual(tooShort(12))
  })

  it('says what is missing', () => {
    const missing = ['password: New password is required', 'password_confirmation: Type the new password again']
    expect(said(changePasswordSchema('student'), {})).toEqual([
      'current_password: Current password is required',
      ...missing,
    ])
    expect(said(resetPasswordSchema('student'), {})).toEqual([
      'email: Email is required',
      'token: The code from the link is required',
      ...missing,
    ])
    expect(said(resetPasswordSchema('student'), { email, token: 'x'.repeat(101), ...twice })).toEqual([
      'token: Use 100 characters or fewer',
    ])
    expect(said(choosePasswordSchema, { code: 'x'.repeat(61), ...twice })).toEqual(['code: Use 60 characters or fewer'])
    expect(said(chooseAccountSchema, {})).toEqual(['account: Choose an account'])
    expect(mailedTokenSchema.parse({})).toEqual({ token: '' })
  })
})

describe('a school that registers', () => {
  const school = {
    name: 'Vidya Mandir',
    person: 'Meenakshi Joshi',
    email: 'office@school.test',
    phone: '079 2657 0000',
    address: '12 Lake Road',
    ...twice,
  }

  it('says who it is', () => {
    expect(said(openSchoolSchema, school)).toEqual([])
    expect(said(openSchoolSchema, {})).toEqual([
      'name: School name is required',
      'person: Your name is required',
      'phone: Phone number is required',
      'address: Address is required',
      'password: Password is required',
      'password_confirmation: Type the password again',
    ])
    expect(said(openSchoolSchema, { ...school, password_confirmation: 'x' })).toEqual([differs])
    const wrong = { ...school, password: 'kite river', password_confirmation: 'x' }
    expect(said(openSchoolSchema, wrong)).toEqual([differs, 'password: Use at least 12 characters'])
    expect(said(schoolFields, { ...school, email: 'x' })).toEqual(['email: Invalid email'])
    expect(said(openSchoolSchema, { ...school, password: 'VidyaMandir2026' })).toContain(
      'password: A name is easy to guess. Choose another password.',
    )
  })

  it.each(['+91 98250 12345', '(079) 2657-0000', '123456'])('has a telephone: %s', (phone) => {
    expect(said(openSchoolSchema, { ...school, phone })).toEqual([])
  })
  it.each(['12345', '98250 12345 x', 'x 98250 12345', '++9198250', '98250.12345'])('has no telephone: %s', (phone) => {
    expect(said(openSchoolSchema, { ...school, phone })).toEqual([
      'phone: Enter a phone number, such as 079 2657 0000 or 98250 12345',
    ])
  })
})

const staffUserSchema = schemaOf(staffForm)
const staffStatusSchema = schemaOf(staffStatusForm)

it('a colleague has a name, an e-mail and a role', () => {
  const colleague = { name: ' Farida ', email: ' Farida@School.Test ', role: 'office' }
  expect(staffUserSchema.parse(colleague)).toEqual({
    name: 'Farida',
    email: 'farida@school.test',
    role: 'office',
  })
  expect(said(staffUserSchema, {})).toEqual([
    'name: Name is required',
    'email: Email is required',
    'role: Select a valid role',
  ])
  expect(said(staffUserSchema, { ...colleague, email: 'farida', role: 'god' })).toEqual([
    'email: Invalid email',
    'role: Select a valid role',
  ])
  expect(said(schemaOf(ownNameForm), { name: 'x'.repeat(maxPersonNameLength + 1) })).toEqual([
    `name: Use at most ${maxPersonNameLength} characters`,
  ])
  expect(said(staffStatusSchema, { status: 'inactive' })).toEqual([])
  expect(said(staffStatusSchema, { status: 'left' })).toHaveLength(1)
  for (const form_key of [undefined, 'short', 'k'.repeat(41)])
    expect(said(firstPasswordSchema, { form_key })).toEqual(['form_key: Open the page again'])
})
