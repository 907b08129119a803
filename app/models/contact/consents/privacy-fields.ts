import { field, form, inEachLanguage } from '~/kit/forms/fields'
import { languageWords } from '~/language/language'
import { lawDays, usualAnswerDays } from './options'

export const privacySettingsForm = form(
  'privacy settings',
  {
    officerName: field.line('Name of the officer', 120, {
      hint: 'Answers questions and grievances about data',
      keep: 'staff',
    }),
  },
  { officerPost: field.line('Post', 80, { hint: 'Such as Vice-principal', keep: 'staff' }) },
  {
    officerEmail: field.email('E-mail', 190, { invalid: 'Enter a valid e-mail address', keep: 'staff' }),
    officerPhone: field.phone('Phone', 20, { keep: 'staff' }),
  },
  {
    answerDays: field.whole('Days to answer a grievance', {
      required: 'Enter the number of days',
      min: 1,
      max: lawDays,
      start: String(usualAnswerDays),
      hint: `Calendar days from the day it was received; the legal limit is ${lawDays}`,
    }),
  },
)

export const purposeWords = {
  schooling: 'Schooling (information only, no consent)',
  photos: 'Photographs used outside the school',
  whatsapp: 'WhatsApp messages',
  apaar: 'APAAR ID',
  third_parties: 'Named third parties',
  marketing: 'Marketing of the school',
  own: 'Another purpose of the school',
} as const

const items = { control: { rows: 4 } } as const

/**
 * Form of a notice for one purpose, item by item as Rule 3 of the DPDP Rules 2025 requires. At publication the portal
 * adds the rights, how to withdraw consent, how to complain to the Data Protection Board, and the officer.
 */
export const noticeForm = form(
  'privacy notice',
  inEachLanguage(
    {},
    { title: field.localized((language) => field.line(`Title in ${language}`, 80, { required: true })) },
    {
      data: field.localized((language) =>
        field.lines(`Data, in ${language}`, 1000, {
          required: true,
          hint: 'One item per line, such as Name, class and section',
          ...items,
        }),
      ),
      uses: field.localized((language) =>
        field.lines(`Purpose, in ${language}`, 1000, { required: true, hint: 'Each use on its own line', ...items }),
      ),
      shared: field.localized((language) =>
        field.lines(`Given to, in ${language}`, 1000, {
          hint: 'Recipients, one per line, each company by name; leave empty only if there are none',
          ...items,
        }),
      ),
    },
  ),
  {
    asksAnew: field.tick(
      'The purpose has changed: ask families again. Otherwise consent to the previous version stays valid and families are only informed',
    ),
  },
)

/** Form of the first notice for a purpose; the form also selects the purpose. */
const { asksAnew: _, ...itemFields } = noticeForm.fields
export const newNoticeForm = {
  ...form(
    'privacy notice',
    { purpose: field.choice('Purpose', purposeWords, { required: 'Choose the purpose' }) },
    itemFields,
  ),
  rows: [['purpose'], ...noticeForm.rows.slice(0, -1)],
}

export const noticeRefusals = {
  'there-already': { purpose: 'A notice for this purpose already exists: make a new version of it' },
} as const

export const verificationWords = {
  admission_papers: 'From the papers kept since admission',
  counter: 'At the counter, with an identity document',
  signed_form: 'A signed form, with a scan',
} as const

/** Form for decisions entered by the office. The page adds the choices of notices and guardians. */
export const recordForm = form(
  'consent',
  { notice: field.thing('Notice that was read', { calledBy: 'noticeName', required: 'Choose the notice' }) },
  {
    guardian: field.thing('Who decided', {
      calledBy: 'guardianName',
      required: 'Choose who decided',
      words: { student: 'The student (18 or older)' },
    }),
  },
  {
    answer: field.choice(
      'Answer',
      { yes: 'Consents', no: 'Does not consent, or withdraws consent' },
      { required: 'Choose the answer', asRadios: true },
    ),
  },
  {
    language: field.choice('Language of the notice they read', languageWords, {
      required: 'Choose the language',
      start: 'en',
      hasNoEmptyOption: true,
    }),
    decidedOn: field.day('Day', { required: 'Enter the day', hint: 'As on the paper, or the day at the counter' }),
  },
  {
    verification: field.choice('How the person was identified', verificationWords, {
      required: 'Choose how the person was identified',
    }),
  },
)
