import { field, form, inEachLanguage, type ValuesOf } from '~/kit/forms/fields'
import { languages } from '~/language/language'
import { maxListedNumbers } from './options'

export const caseForm = form(
  'data breach',
  { title: field.line('Short name', 120, { required: true, hint: 'As shown in the register of breaches' }) },
  {
    noticedOn: field.day('Noticed on', { required: 'Enter the day on which it was noticed' }),
    noticedMinute: field.clock('Noticed at', { required: 'Enter the time at which it was noticed' }),
  },
  {
    nature: field.lines('What happened', 1000, {
      required: 'Enter what happened',
      hint: 'Unauthorised access, loss, theft of a device, a file sent to the wrong person',
    }),
  },
  { extent: field.lines('Extent', 1000, { hint: 'Which data, and of how many people' }) },
  {
    happened: field.line('When it happened', 200, { hint: 'As far as known' }),
    location: field.line('Where it happened', 200, {
      hint: 'Such as the office’s computer, or the account of a teacher',
    }),
  },
  { cause: field.lines('Who or what caused it', 1000) },
  { measures: field.lines('Measures taken or planned to reduce the risk', 1500) },
  { remedies: field.lines('Measures to prevent it from happening again', 1500) },
)

/** Text in each language; the first language shows the hint. */
const words = (label: string, hint?: string) =>
  field.localized((_, language) =>
    field.lines(label, 800, { ...(hint && language === languages[0] ? { hint } : {}), control: { rows: 3 } }),
  )

/** Form of the notice to families, with the parts that Rule 7 requires; a language must be complete or empty. */
export const textForm = form(
  'words to the families',
  inEachLanguage(
    { boxed: true },
    { nature: words('What happened: nature, extent, time and place', 'Plain words, without names of other people') },
    { consequences: words('Possible consequences') },
    { measures: words('What the school has done and is doing') },
    {
      steps: words('What the family can do', 'Such as: choose a new password, do not answer calls that ask for money'),
    },
    { contact: words('Contact at the school', 'Name, telephone, e-mail') },
  ),
)
export type BreachTexts = ValuesOf<typeof textForm>

export const peopleForm = form(
  'people',
  {
    numbers: field.lines('Admission or enrollment numbers', maxListedNumbers * 20, {
      hint: 'One per line; only the first column of a CSV file is read',
      control: { rows: 8, spellCheck: false },
    }),
  },
  {
    section: field.thing('Everyone in a section', {
      calledBy: 'sectionName',
      none: 'No section',
      invalid: 'Choose a section',
    }),
  },
  { everybody: field.tick('Everyone at the school') },
  {
    act: field.choice(
      'What to do',
      { add: 'Add them to the people affected', remove: 'Remove them, if they have not been notified yet' },
      { required: 'Choose what to do', start: 'add', hasNoEmptyOption: true },
    ),
  },
)

export const logWords = {
  audit: 'Students’ records that were added or changed (audit log)',
  sign_ins: 'Sign-ins, passwords and sign-in names of the students (log of sign-ins)',
  sessions: 'Students who were signed in (sessions that are still kept)',
  downloads: 'Downloads of individual students’ papers and files (log of sign-ins)',
} as const

export const logForm = form(
  'people from the logs',
  {
    source: field.choice('Where to look', logWords, {
      required: 'Choose where to look',
      start: 'audit',
      hasNoEmptyOption: true,
    }),
  },
  {
    fromOn: field.day('From', { required: 'Enter the first day' }),
    fromMinute: field.clock('From time', { required: 'Enter the time' }),
  },
  {
    untilOn: field.day('Until', { required: 'Enter the last day' }),
    untilMinute: field.clock('Until time', { required: 'Enter the time' }),
  },
  {
    staff: field.thing('Done by', {
      calledBy: 'staffName',
      none: 'Anybody',
      invalid: 'Choose a colleague',
      hint: 'The misused account, in the audit log and the list of downloads',
    }),
    address: field.line('Network address', 45, { hint: 'As shown in the log of sign-ins' }),
  },
)

/** Form that records a report to an authority. */
export const reportForm = form(
  'report',
  {
    to: field.choice(
      'Authority informed',
      {
        cert_in: 'CERT-In (within 6 hours)',
        board: 'Data Protection Board, at once',
        details: 'Data Protection Board, with all particulars (within 72 hours)',
      },
      { required: 'Choose the authority', start: 'cert_in', hasNoEmptyOption: true },
    ),
  },
  {
    toldOn: field.day('Informed on', { required: 'Enter the day' }),
    toldMinute: field.clock('Informed at', { required: 'Enter the time' }),
  },
  { reference: field.line('Reference', 120, { required: 'Enter the number or e-mail that identifies the report' }) },
)

export const closingForm = form('closing', {
  remarks: field.lines('Result', 1000, { required: 'Enter the result', min: 3 }),
})
