import type { Field } from '~/kit/forms/fields'
import type { Person } from '~/models/people/students/describe/parent-fields.server'
import { studentFields, tableOf } from '~/models/people/students/describe/sections.server'
import { studentForm } from '~/models/people/students/describe/student-fields.server'
import type { ColumnSpec } from '../../columns'
import { byWord } from '../../values/cells'
import { fullNameColumn, surnameFirstColumn } from '../field-reader'
import { registerNumberColumns } from '../number-columns'
import { nameColumns } from './given-names'

/** `others`: synonyms of the choices, as `looseKey` returns them. */
export type StudentColumn = ColumnSpec & { others?: Readonly<Record<string, string>> }

const { enrollment_number: _, ...asked } = studentForm.fields
/** Fields required for a new student; a missing enrollment number is assigned. */
const needed = new Set(Object.entries<Field>(asked).flatMap(([key, { missing }]) => (missing === null ? [] : [key])))

const choicesOf = ({ kind, options = [] }: Field) =>
  ({ choice: options.map(({ value }) => value), tick: ['Yes', 'No'] })[kind as string]

const allowedOf = (field: Field) =>
  ({ choice: choicesOf(field)?.join(', '), day: 'dd/mm/yyyy or yyyy-mm-dd', tick: 'Yes or No' })[field.kind as string]

type More = Pick<StudentColumn, 'allowed' | 'secret' | 'needed' | 'others' | 'sameForAll' | 'isOnlyRead'>

const sameForAll = true

/** A column. `key`: the field of the student's forms; `others`: the synonyms of each choice, separated by spaces. */
function column(key: string, label: string, example = '', { others, ...more }: More = {}): StudentColumn {
  const field = studentFields[key]
  const allowed = field && allowedOf(field)
  const choices = field && choicesOf(field)
  return {
    key,
    label,
    example,
    ...(needed.has(key) ? { needed: 'new' } : {}),
    ...(allowed ? { allowed } : {}),
    ...(choices ? { choices } : {}),
    ...(others ? { others: byWord(others) } : {}),
    ...more,
  }
}

function person(who: Person, label: string): StudentColumn[] {
  return [
    column(`${who}_mobile`, `${label}’s mobile`, '98250 12345'),
    column(`${who}_occupation`, `${label}’s occupation`, who === 'father' ? 'Shopkeeper' : '', {
      others: {
        Homemaker: 'housewife',
        'Business Owner': 'business',
        'Private Employee': 'service',
        'Government Employee': 'govtjob',
        'Daily Wage Worker': 'labour labourer',
        Farmer: 'farming',
      },
    }),
    column(`${who}_education`, `${label}’s education`),
    column(`${who}_income`, `${label}’s income`),
    column(`${who}_aadhar`, `${label}’s Aadhaar`, '', { allowed: 'Twelve digits; stored encrypted', secret: true }),
  ]
}

export const importedStudentColumns: readonly StudentColumn[] = [
  column('enrollment_number', 'Enrollment number', '2026/001', { allowed: 'Blank for the next free number' }),
  fullNameColumn,
  column('first_name', 'First name', 'Asha'),
  column('last_name', 'Last name', 'Patel'),
  column('gender', 'Gender', 'Female', {
    sameForAll,
    others: {
      Male: 'm boy b boys males છોકરો પુરુષ કુમાર बालक लड़का पुरुष छात्र',
      Female: 'f girl g girls females fem છોકરી સ્ત્રી કન્યા કુમારી बालिका लड़की महिला स्त्री छात्रा',
      Other: 'o t',
    },
  }),
  column('date_of_birth', 'Date of birth', '14/06/2015'),
  column('category', 'Category', 'General', {
    sameForAll,
    others: {
      General: 'gen open ur unreserved જનરલ સામાન્ય બિનઅનામત सामान्य अनारक्षित',
      OBC: 'sebc otherbackwardclass obcncl obccl બક્ષીપંચ ઓબીસી ओबीसी अपिव अन्यपिछड़ावर्ग',
      SC: 'schedulecaste scheduledcaste અનુસૂચિતજાતિ अनुसूचितजाति अजा',
      ST: 'scheduletribe scheduledtribe અનુસૂચિતજનજાતિ अनुसूचितजनजाति अजजा',
      Other: 'others',
    },
  }),
  column('religion', 'Religion', 'Hindu', {
    sameForAll,
    others: {
      Hindu: 'hinduism',
      Muslim: 'islam',
      Jain: 'jainism',
      Sikh: 'sikhism',
      Christian: 'christianity',
      Buddhist: 'buddhism',
      Other: 'others',
    },
  }),
  column('father_name', 'Father’s name', 'Rajesh Patel'),
  column('mother_name', 'Mother’s name', 'Hansa Patel'),
  column('mobile_number', 'Mobile number', '98250 12345', { allowed: 'Ten digits, with or without +91' }),
  column('email', 'Email', 'asha.patel@example.com'),
  column('address', 'Address', '7 Shanti Nagar, Naranpura, Ahmedabad', { sameForAll }),
  column('class', 'Class', '6', {
    sameForAll,
    needed: 'new',
    allowed: 'Name of the class; VI, Std 6 and 6 mean the same class',
  }),
  column('section', 'Section', 'A', { sameForAll }),
  column('roll_number', 'Roll number', '1', { allowed: 'A whole number from 1 to 9999' }),
  column('rte', 'RTE', 'No', { sameForAll }),
  column('nic_id', 'NIC ID'),
  column('sr_no', 'SR number'),
  ...person('father', 'Father'),
  ...person('mother', 'Mother'),
  column('guardian_name', 'Guardian’s name'),
  column('guardian_relation', 'Guardian’s relation', '', { others: { Neighbor: 'neighbour' } }),
  ...person('guardian', 'Guardian'),
  column('permanent_house_no', 'House number'),
  column('permanent_street', 'Street'),
  column('pin', 'PIN code', '380013', { sameForAll, allowed: 'Six digits' }),
  column('permanent_village', 'Village', '', { sameForAll }),
  column('permanent_block', 'Taluka', '', { sameForAll }),
  column('permanent_city_name', 'City', '', { sameForAll }),
  column('permanent_district', 'District', '', { sameForAll }),
  column('permanent_state', 'State', '', { sameForAll }),
  column('permanent_post_office', 'Post office', '', { sameForAll }),
  column('admission_number', 'Admission number'),
  column('admission_date', 'Admission date', '', { sameForAll }),
  column('admission_class', 'Admission class', '', { sameForAll }),
  column('medium', 'Medium', 'Gujarati', {
    sameForAll,
    others: { English: 'eng em', Gujarati: 'guj gm', Hindi: 'hin hm', Other: 'others' },
  }),
  column('previous_school', 'Previous school', '', { sameForAll }),
  column('previous_class', 'Previous class', '', { sameForAll }),
  column('previous_board', 'Previous board', '', { sameForAll }),
  column('emergency_contact_name', 'Emergency contact'),
  column('emergency_contact_number', 'Emergency number'),
  column('medical_conditions', 'Medical conditions'),
  column('allergies', 'Allergies'),
  surnameFirstColumn,
  ...registerNumberColumns,
  ...nameColumns,
  ...[2, 3].map((line) => column(`address_${line}`, `Address line ${line}`, '', { isOnlyRead: true })),
  column('school_status', 'Status', '', {
    isOnlyRead: true,
    allowed: 'A student who has left according to it is not imported',
  }),
  column('left_on', 'Date of leaving', '', { isOnlyRead: true, allowed: 'A student with a date here is not imported' }),
]

/** Table of each column. Full name, class, section and roll number are handled separately. */
export const tableOfField = new Map(
  importedStudentColumns.filter(({ key }) => key in studentFields).map(({ key }) => [key, tableOf(key)] as const),
)
