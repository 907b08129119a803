import { field, form } from '~/kit/forms/fields'
import { languageWords } from '~/language/language'
import { mobileAsTyped, typedMobileLength } from '~/models/core/shared/mobile'
import { isPlainName } from '~/models/core/shared/plain-name'

export const relationWords = {
  father: 'Father',
  mother: 'Mother',
  grandparent: 'Grandparent',
  guardian: 'Guardian',
  other: 'Other',
} as const

export const contactStateWords = {
  unproved: 'Not verified yet',
  proved: 'Verified',
  wrong: 'Wrong: send nothing',
} as const

/** Form of a guardian (an adult of a child's family). Only the office uses it, so its texts are in English. */
export const guardianForm = form(
  'guardian',
  {
    name: field.line('Name', 120, {
      required: true,
      pattern: { looks: { test: isPlainName }, words: 'Enter the name without a web address' },
    }),
  },
  {
    mobileNumber: field.line('Mobile number', 16, {
      repair: mobileAsTyped,
      pattern: { looks: /^[6-9]\d{9}$/, words: 'Enter a mobile number of ten digits' },
      control: { type: 'tel', inputMode: 'tel', maxLength: typedMobileLength },
    }),
    mobileState: field.choice('Is the number right?', contactStateWords, {
      required: 'Choose the state of the number',
      hasNoEmptyOption: true,
      start: 'unproved',
      hint: 'Wrong: not in use, or now another person’s. A new number starts as not verified.',
    }),
  },
  {
    email: field.email('E-mail', 190),
    emailState: field.choice('Is the e-mail right?', contactStateWords, {
      required: 'Choose the state of the e-mail',
      hasNoEmptyOption: true,
      start: 'unproved',
    }),
  },
  { language: field.choice('Language of the family', languageWords, { hint: 'If empty, the child’s language' }) },
)

const position = field.whole('Order of contact', {
  required: 'Enter the order of contact',
  min: 1,
  max: 9,
  start: '1',
  hint: '1 is contacted first',
  control: { inputMode: 'numeric' },
})

const rights = {
  maySee: field.tick('Sees', { start: true, hint: 'Attendance, marks, dues and notices of the child' }),
  mayPay: field.tick('Pays', { start: true, hint: 'The dues of the child' }),
  isTold: field.tick('Gets messages', { start: true, hint: 'By message or e-mail' }),
}

const note = field.lines('Note for the office', 200, {
  hint: 'If nothing is ticked, give the reason, such as a court order. Only the office sees it.',
  control: { rows: 2 },
})

const relation = field.choice('Relation', relationWords, { required: 'Choose the relation' })

export const linkForm = form('child', { relation, position }, rights, { note })

/** Form that gives a guardian rights for another child, found by enrollment or admission number. */
export const newLinkForm = form(
  'child',
  { number: field.line('Enrollment or admission number', 40, { required: true }) },
  { relation, position },
  rights,
  { note },
)

export const linkRefusals = {
  'no-such-student': { number: 'No student of the school has this number, or several students have it' },
  'linked-already': { number: 'This child has already been added' },
} as const
