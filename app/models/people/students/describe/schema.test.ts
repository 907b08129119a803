import { expect, it } from 'vitest'
import { todayInIndia } from '~/models/core/shared/calendar'
import { studentSchema } from './sections.server'

const good = {
  first_name: 'Asha',
  last_name: 'Patel',
  mother_name: 'Hansa Patel',
  father_name: 'Rajesh Patel',
  address: '7 Shanti Nagar',
  gender: 'Female',
  date_of_birth: '2012-06-14',
  category: 'General',
  mobile_number: '9876543210',
  email: 'asha@example.test',
  enrollment_number: '2026/001',
}

function messages(change: Record<string, unknown>): string[] {
  const result = studentSchema.safeParse({ ...good, ...change })
  return result.success ? [] : result.error.issues.map((issue) => issue.message)
}

it('accepts the office’s input, with or without an e-mail', () => {
  expect(messages({})).toEqual([])
  expect(messages({ email: undefined })).toEqual([])
})

it.each([
  ['first_name', undefined, 'First name is required'],
  ['first_name', '   ', 'First name is required'],
  ['last_name', undefined, 'Last name is required'],
  ['mother_name', undefined, 'Mother name is required'],
  ['father_name', undefined, 'Father name is required'],
  ['address', undefined, 'Address is required'],
  ['gender', 'X', 'Select a valid gender'],
  ['gender', undefined, 'Select a valid gender'],
  ['date_of_birth', undefined, 'Date of birth is required'],
  ['date_of_birth', '2012-02-30', 'Enter a date as yyyy-mm-dd'],
  ['date_of_birth', todayInIndia(new Date()), 'Date of birth must be in the past, and not before 1930'],
  ['date_of_birth', '1929-12-31', 'Date of birth must be in the past, and not before 1930'],
  ['date_of_birth', '0001-01-01', 'Date of birth must be in the past, and not before 1930'],
  ['category', 'None', 'Select a valid category'],
  ['mobile_number', '98765', 'Mobile number must be 10 digits'],
  ['mobile_number', '079-26301234', 'Mobile number must be 10 digits'],
  ['mobile_number', '+65 9123 4567', 'Mobile number must be 10 digits'],
  ['first_name', '\u200e\u200d', 'First name is required'],
  ['one_name', true, 'Leave this empty, or clear “Has one name only”'],
  ['mobile_number', undefined, 'Mobile number must be 10 digits'],
  ['email', 'asha', 'Invalid email'],
  ['enrollment_number', undefined, 'Enrollment number is required'],
  ['enrollment_number', "1'; DROP", 'Use letters, digits and / . _ - only'],
])('reports an error for %s %j', (field, value, message) => {
  expect(messages({ [field]: value })).toEqual([message])
})

it.each([
  ['+91 98765 43210', '9876543210'],
  ['\u202a9876543210\u202c', '9876543210'],
  ['098765-43210', '9876543210'],
])('stores the mobile number %j as %s', (mobile_number, stored) => {
  expect(studentSchema.parse({ ...good, mobile_number })).toMatchObject({ mobile_number: stored })
})

it('stores an empty last name for a student with a single name, and does not store the tick', () => {
  const values = studentSchema.parse({ ...good, last_name: '', one_name: true })
  expect(values).toMatchObject({ last_name: '' })
  expect(values).not.toHaveProperty('one_name')
})

it('stores one form of a letter that Unicode can spell in two ways', () => {
  expect(studentSchema.parse({ ...good, first_name: '\u095b\u094b\u092f\u093e' })).toMatchObject({
    first_name: '\u091c\u093c\u094b\u092f\u093e',
  })
})
