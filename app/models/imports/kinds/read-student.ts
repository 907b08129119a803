import { maxRollNumber } from '~/models/academics/options'
import { academicSchema } from '~/models/students/academic-schema'
import { additionalSchema } from '~/models/students/additional-schema'
import { addressSchema } from '~/models/students/address-schema'
import { genders, mediums, religions } from '~/models/students/options'
import { guardianRelations, occupations } from '~/models/students/parent-options'
import { parentSchema } from '~/models/students/parent-schema'
import { studentSchema } from '~/models/students/schema'
import { type Read, readChoice, readCode, readDay, readDigits, readMobile, readYesNo } from '../cells'
import { type FieldRule, missingMessage, type RowReader, readerOf } from './field-reader'
import type { Problem, RowValues } from './port'
import { studentColumns } from './student-columns'

type Shape = Record<string, FieldRule['schema']>

const choice =
  (choices: readonly string[], others: Record<string, string> = {}) =>
  (text: string): Read => ({
    ok: true,
    text: readChoice(text, choices, others),
  })

const reads: Record<string, FieldRule['read']> = {
  enrollment_number: readCode,
  gender: choice(genders, {
    m: 'Male',
    boy: 'Male',
    b: 'Male',
    f: 'Female',
    girl: 'Female',
    g: 'Female',
    o: 'Other',
    t: 'Other',
    છોકરો: 'Male',
    છોકરી: 'Female',
    પુરુષ: 'Male',
    સ્ત્રી: 'Female',
  }),
  category: choice(['General', 'SC', 'ST', 'OBC', 'Other'], {
    gen: 'General',
    open: 'General',
    ur: 'General',
    unreserved: 'General',
    sebc: 'OBC',
    schedulecaste: 'SC',
    scheduledcaste: 'SC',
    scheduletribe: 'ST',
    scheduledtribe: 'ST',
    otherbackwardclass: 'OBC',
    others: 'Other',
  }),
  religion: choice(religions, {
    hinduism: 'Hindu',
    islam: 'Muslim',
    jainism: 'Jain',
    sikhism: 'Sikh',
    christianity: 'Christian',
    buddhism: 'Buddhist',
    others: 'Other',
  }),
  medium: choice(mediums, {
    eng: 'English',
    em: 'English',
    guj: 'Gujarati',
    gm: 'Gujarati',
    hin: 'Hindi',
    hm: 'Hindi',
    others: 'Other',
  }),
  date_of_birth: readDay,
  admission_date: readDay,
  mobile_number: readMobile,
  emergency_contact_number: readMobile,
  rte: readYesNo,
  pin: readDigits,
  admission_number: readCode,
  nic_id: readCode,
  sr_no: readCode,
  email: (text) => ({ ok: true, text: text.replace(/\s/g, '').toLowerCase() }),
  guardian_relation: choice(guardianRelations, { neighbour: 'Neighbor' }),
  roll_number: readRoll,
}

function readRoll(text: string): Read {
  const digits = readDigits(text)
  if (!digits.ok) return digits
  const number = Number(/^\d{1,6}$/.exec(digits.text)?.[0] ?? 0)
  return number >= 1 && number <= maxRollNumber
    ? { ok: true, text: String(number) }
    : { ok: false, problem: `Enter a whole number from 1 to ${maxRollNumber}` }
}

let kept: { today: string; rules: FieldRule[]; shape: Shape } | undefined

/** The forms' rules, made once a day. */
function rulesOf(today: string) {
  if (kept?.today !== today) {
    const shape = {
      ...addressSchema().shape,
      ...additionalSchema().shape,
      ...academicSchema().shape,
      ...parentSchema().shape,
      ...studentSchema({ today }).shape,
    } as unknown as Shape
    // Yes or no has been read by then; the form knows it as a box.
    delete shape.rte
    const rules = studentColumns.map((spec) => ({
      spec,
      read: reads[spec.key] ?? readOf(spec.key),
      schema: shape[spec.key],
    }))
    kept = { today, rules, shape }
  }
  return kept
}

function readOf(key: string): FieldRule['read'] {
  if (key.endsWith('_mobile')) return readMobile
  if (key.endsWith('_aadhar')) return readDigits
  return key.endsWith('_occupation')
    ? choice(occupations, {
        housewife: 'Homemaker',
        business: 'Business Owner',
        service: 'Private Employee',
        govtjob: 'Government Employee',
        labour: 'Daily Wage Worker',
        labourer: 'Daily Wage Worker',
        farming: 'Farmer',
      })
    : undefined
}

/** The rows of a file of students, each by itself. What a new student needs is asked for later: an existing one has it already. */
export function studentReader(today: string): RowReader {
  const read = readerOf(rulesOf(today).rules, today)
  return (texts) => {
    if (!texts.full_name) return read(texts)
    const { full_name: fullName, ...rest } = texts
    return read({ ...namesOf(fullName), ...blankless(rest) })
  }
}

function blankless(texts: RowValues): RowValues {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}

/** The last word is the last name; a single word is the first name, and the last one is asked for. */
function namesOf(fullName: string): RowValues {
  const words = fullName.split(' ').filter(Boolean)
  return words.length > 1
    ? { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' }
    : { first_name: fullName }
}

/** What a new student lacks, in the words of the form. */
export function lackingOf(values: RowValues, today: string): Problem[] {
  const { shape } = rulesOf(today)
  return studentColumns
    .filter((spec) => spec.needed === 'new' && spec.key !== 'class' && values[spec.key] === undefined)
    .map((spec) => ({ column: spec.label, message: missingMessage(shape[spec.key], spec.label) }))
}
