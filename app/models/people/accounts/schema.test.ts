import { describe, expect, it } from 'vitest'
import { schemaOf } from '~/kit/forms/form-schema.server'
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
import { openSchoolSchema } from './staff/school-registration.server'
import { ownNameForm, staffForm, staffStatusForm } from './staff/staff-fields'

interface Schema {
  safeParse: (value: unknown) => { error?: { issues: Array<{ path: PropertyKey[]; message: string }> } }
}

/** Returns all errors as `field: message`. */
function said(schema: Schema, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

const password = ' blue kite river '
const twice = { password, password_confirmation: password }
const differs = 'password_confirmation: The two passwords are not the same'

describe('sign-in schemas', () => {
  it('accepts a student’s e-mail or mobile number, and the password unchanged', () => {
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

  it('accepts only an e-mail as the name of a staff user, and converts it to lower case', () => {
    expect(staffSignInSchema.parse({ email: ' Office@School.Test ', password }).email).toBe('office@school.test')
    expect(said(staffSignInSchema, { email: '9825012345', password })).toEqual(['email: Invalid email'])
    expect(said(forgotPasswordSchema, { email: ' ' })[0]).toBe('email: Email is required')
    const long = `${'x'.repeat(maxEmailLength)}@a.test`
    expect(said(forgotPasswordSchema, { email: long })[0]).toBe(`email: Use ${maxEmailLength} characters or fewer`)
  })

  it('accepts a password of any length up to the maximum', () => {
    const of = (length: number) => said(signInSchema, { email: '9825012345', password: 'x'.repeat(length) })
    expect(of(maxPasswordLength)).toEqual([])
    expect(of(maxPasswordLength + 1)).toEqual([`password: Use ${maxPasswordLength} characters or fewer`])
  })
})

describe('new password schemas', () => {
  const email = 'asha@family.test'

  it('requires the same new password twice', () => {
    for (const [schema, more] of [
      [resetPasswordSchema('staff'), { email, token: 'token' }],
      [choosePasswordSchema, {}],
      [changePasswordSchema('student'), { current_password: 'old' }],
    ] as const) {
      expect(said(schema, { ...more, ...twice })).toEqual([])
      expect(said(schema, { ...more, ...twice, password_confirmation: password.trim() })).toEqual([differs])
    }
  })

  it('reports a short password even when the two entries differ', () => {
    const short = { password: 'kite', password_confirmation: 'river' }
    const tooShort = (count: number) => [`password: Use at least ${count} characters`, differs]
    expect(said(resetPasswordSchema('student'), { email, token: 'token', ...short })).toEqual(tooShort(8))
    expect(said(resetPasswordSchema('staff'), { email, token: 'token', ...short })).toEqual(tooShort(12))
    expect(said(choosePasswordSchema, short)).toEqual(tooShort(8))
    expect(said(changePasswordSchema('staff'), { current_password: 'old', ...short })).toEqual(tooShort(12))
  })

  it('reports missing passwords', () => {
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

describe('openSchoolSchema', () => {
  const school = {
    name: 'Vidya Mandir',
    person: 'Meenakshi Joshi',
    email: 'office@school.test',
    phone: '079 2657 0000',
    address: '12 Lake Road',
    ...twice,
  }

  it('requires the school’s name, a contact person and contact details', () => {
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

  it.each(['+91 98250 12345', '(079) 2657-0000', '123456'])('accepts the telephone number %s', (phone) => {
    expect(said(openSchoolSchema, { ...school, phone })).toEqual([])
  })
  it.each(['12345', '98250 12345 x', 'x 98250 12345', '++9198250', '98250.12345'])(
    'refuses the telephone number %s',
    (phone) => {
      expect(said(openSchoolSchema, { ...school, phone })).toEqual([
        'phone: Enter a phone number, such as 079 2657 0000 or 98250 12345',
      ])
    },
  )
})

const staffUserSchema = schemaOf(staffForm)
const staffStatusSchema = schemaOf(staffStatusForm)

it('requires a name, an e-mail and a role for a colleague', () => {
  const colleague = { name: ' Farida ', email: ' Farida@School.Test ', role: 'office' }
  expect(staffUserSchema.parse(colleague)).toEqual({ name: 'Farida', email: 'farida@school.test', role: 'office' })
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
