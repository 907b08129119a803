import { expect, it } from 'vitest'
import type { z } from 'zod'
import { sectionSchemas } from './describe/sections.server'
import { isAadhaar, shownAadhaar } from './rules'

function wrong(schema: z.ZodType, values: Record<string, unknown>): Record<string, string> {
  const result = schema.safeParse(values)
  if (result.success) return {}
  return Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
}

const home = {
  permanent_house_no: '7',
  permanent_street: 'Shanti Nagar',
  pin: '380013',
  permanent_state: 'Gujarat',
  permanent_district: 'Ahmedabad',
  permanent_post_office: 'Naranpura',
  same_as_permanent: true,
}

it('accepts the distance to school only as a number of kilometres', () => {
  for (const distance of ['2.5', '12', '0.75'])
    expect(wrong(sectionSchemas.address, { ...home, distance_from_school: distance })).toEqual({})
  for (const distance of ['abc', '2.5 km', '-1', '2,5', '1200'])
    expect(wrong(sectionSchemas.address, { ...home, distance_from_school: distance })).toEqual({
      distance_from_school: 'Enter the distance in kilometres as a number, such as 2.5',
    })
})

it('reports all missing fields of an empty address at once', () => {
  expect(wrong(sectionSchemas.address, { same_as_permanent: true })).toEqual({
    permanent_house_no: 'House number is required',
    permanent_street: 'Street is required',
    pin: 'Pincode must be 6 digits',
    permanent_state: 'State is required',
    permanent_district: 'District is required',
    permanent_post_office: 'Post office is required',
  })
})

it.each([
  ['rural', ['Village is required', 'Panchayat is required', 'Block/Tehsil is required']],
  ['city', ['Colony is required', 'City name is required', 'Ward number is required']],
  ['nagar_palika', ['Municipality name is required', 'Ward number is required']],
  ['nagar_nigam', ['Corporation name is required', 'Zone is required', 'Ward number is required']],
])('for a %s area, reports the missing details %j, in the permanent and the current address', (area, messages) => {
  expect(Object.values(wrong(sectionSchemas.address, { ...home, permanent_area_type: area }))).toEqual(messages)
  const current = {
    ...home,
    same_as_permanent: false,
    current_house_no: '1',
    current_street: 'x',
    current_pincode: '380001',
  }
  expect(wrong(sectionSchemas.address, current)).toEqual({})
  // Errors of the current address begin with "Current address:".
  expect(Object.values(wrong(sectionSchemas.address, { ...current, current_area_type: area }))).toEqual(
    messages.map((message) => `Current address: ${message}`),
  )
})

it('requires house, street and pincode of the current address only when it differs from the permanent one', () => {
  expect(wrong(sectionSchemas.address, home)).toEqual({})
  expect(wrong(sectionSchemas.address, { ...home, same_as_permanent: false })).toEqual({
    current_house_no: 'Current address: House number is required',
    current_street: 'Current address: Street is required',
    current_pincode: 'Current address: Pincode must be 6 digits',
  })
})

it('refuses details of an area without its type, instead of dropping them', () => {
  expect(wrong(sectionSchemas.address, { ...home, permanent_village: 'Sanathal' })).toEqual({
    permanent_area_type: 'Select the area type that these details belong to',
  })
  expect(wrong(sectionSchemas.address, { ...home, permanent_area_type: 'moon' })).toEqual({
    permanent_area_type: 'Select a valid area type',
  })
})

it('requires only the names of father and mother in the section about parents', () => {
  expect(wrong(sectionSchemas.parent, {})).toEqual({
    father_name: "Father's name is required",
    mother_name: "Mother's name is required",
  })
  const names = { father_name: 'R', mother_name: 'H' }
  expect(wrong(sectionSchemas.parent, names)).toEqual({})
  expect(
    wrong(sectionSchemas.parent, {
      ...names,
      father_mobile: '98',
      mother_occupation: 'Wizard',
      guardian_relation: 'Cat',
      guardian_aadhar: '1',
    }),
  ).toEqual({
    father_mobile: 'Mobile number must be 10 digits',
    mother_occupation: 'Select a valid occupation',
    guardian_relation: 'Select a valid relation',
    guardian_aadhar: 'Enter a valid 12-digit Aadhaar number',
  })
})

it('requires the admission class, date and number, and the medium', () => {
  expect(wrong(sectionSchemas.academic, {})).toEqual({
    admission_class: 'Admission class is required',
    admission_date: 'Admission date is required',
    admission_number: 'Admission number is required',
    medium: 'Medium is required',
  })
})

it('requires travel mode, accommodation and an emergency contact', () => {
  expect(wrong(sectionSchemas.additional, {})).toEqual({
    travel_mode: 'Travel mode is required',
    staying_with: 'Staying with is required',
    emergency_contact_name: 'Emergency contact name is required',
    emergency_contact_number: 'Emergency contact number is required',
  })
  const good = { travel_mode: 'Walking', staying_with: 'With Parents', emergency_contact_name: 'H' }
  expect(wrong(sectionSchemas.additional, { ...good, emergency_contact_number: '98' })).toEqual({
    emergency_contact_number: 'Must be a 10-digit number',
  })
})

it('accepts a valid Aadhaar number, and refuses other numbers of twelve digits', () => {
  expect(isAadhaar('234123412346')).toBe(true)
  for (let position = 0; position < 12; position++) {
    const digits = [...'234123412346']
    digits[position] = String((Number(digits[position]) + 1) % 10)
    expect(isAadhaar(digits.join(''))).toBe(false)
  }
  expect(isAadhaar('324123412346')).toBe(false)
  expect(isAadhaar('034123412346')).toBe(false)
  expect(isAadhaar('२३४१२३४१२३४६')).toBe(false)
  expect(shownAadhaar('2346')).toBe('XXXX XXXX 2346')
})
