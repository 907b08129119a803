import { describe, expect, it } from 'vitest'
import { answersOf, firstUnfinished, guardianStepSchema, roomPaymentSchema, roomStepSchema } from './apply-schema'

const today = '2026-06-10'
const room = {
  hostel_id: 'bbbbbbbbbbbb',
  room_id: 'cccccccccccc',
  academic_year: '2026-2027',
  semester: '1',
  check_in_date: '2026-07-01',
}
const guardian = { guardian_name: 'Rajesh Patel', guardian_phone: '9825098250', emergency_contact: '+91 98250-98251' }

function messages(schema: { safeParse: (value: unknown) => { error?: { issues: Array<{ message: string }> } } }) {
  return (value: unknown) => schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? []
}

describe('roomStepSchema', () => {
  const said = messages(roomStepSchema(today))

  it('requires all mandatory answers', () => {
    expect(said({})).toEqual([
      'Please select a hostel',
      'Please select a room',
      'Academic year is required',
      'Semester is required',
      'Check-in date is required',
    ])
    expect(said(room)).toEqual([])
  })

  it.each([
    ['academic_year', '2031-2032', 'Academic year is required'],
    ['semester', '9', 'Semester is required'],
    ['check_in_date', '2026-02-30', 'Enter a date as yyyy-mm-dd'],
    ['check_out_date', 'soon', 'Enter a date as yyyy-mm-dd'],
    ['room_id', "' OR 1=1", 'Please select a room'],
  ])('refuses %s of %s', (name, typed, message) => {
    expect(said({ ...room, [name]: typed })).toEqual([message])
  })
})

describe('guardianStepSchema', () => {
  const said = messages(guardianStepSchema)

  it('requires only guardian and emergency contact', () => {
    expect(said({})).toEqual([
      'Guardian name is required',
      'Guardian phone is required',
      'Emergency contact is required',
    ])
    expect(said(guardian)).toEqual([])
  })

  it('accepts only valid e-mails, and phone numbers as people write them', () => {
    expect(said({ ...guardian, guardian_email: 'rajesh' })).toEqual(['Invalid email format'])
    expect(said({ ...guardian, guardian_phone: 'call me' })).toEqual(['Enter a phone number, such as 9825012345'])
  })

  it('counts a line break as one character', () => {
    expect(said({ ...guardian, guardian_address: `${'x'.repeat(149)}\r\n${'y'.repeat(150)}` })).toEqual([])
    expect(said({ ...guardian, guardian_address: 'x'.repeat(301) })).toHaveLength(1)
  })
})

it("offers academic years that begin in the school's own first month", () => {
  const said = messages(roomStepSchema('2027-05-10', 6))
  expect(said(room)).toEqual([])
  expect(messages(roomStepSchema('2027-05-10'))(room)).toEqual(['Academic year is required'])
})

it('returns the first step of the form that has invalid answers', () => {
  expect(firstUnfinished({}, today)).toBe('room')
  expect(firstUnfinished({ ...room, check_out_date: '' }, today)).toBe('guardian')
  expect(firstUnfinished({ ...room, ...guardian, guardian_email: '' }, today)).toBe('details')
  expect(firstUnfinished({ ...room, ...guardian, guardian_email: 'rajesh' }, today)).toBe('guardian')
  expect(answersOf({ room_id: '', semester: '1' })).toEqual({ semester: '1' })
})

it('requires the reference of a bank transfer', () => {
  const said = messages(roomPaymentSchema)
  expect(said({ form_key: 'a-form-key', method: 'bank_transfer' })).toEqual(['Enter the reference of the transfer'])
  expect(said({ form_key: 'a-form-key', method: 'cash' })).toEqual([])
  expect(said({ form_key: 'a-form-key', method: 'cod' })).toEqual(['Choose a payment method'])
})
