import { field, form } from '~/kit/forms/fields'
import { languageWords } from '~/language/language'
import { reasonForm } from '~/models/core/shared/decisions/decision-fields'
import { letterLength, reasonLength } from './options'

export const settingsForm = form(
  'certificate settings',
  {
    affiliationLine: field.line('Line under the school’s name', 160, {
      hint: 'Such as AFFILIATED TO THE CENTRAL BOARD OF SECONDARY EDUCATION; the affiliation number is taken from the school profile',
    }),
  },
  { schoolCode: field.line('School code', 40) },
  {
    firstSignatory: field.line('Signatory 1', 60, { hint: 'Such as Class teacher', keep: 'staff' }),
    secondSignatory: field.line('Signatory 2', 60, { hint: 'Such as Checked by', keep: 'staff' }),
    thirdSignatory: field.line('Signatory 3', 60, { hint: 'Such as Principal (with seal)', keep: 'staff' }),
  },
  {
    answerDays: field.whole('Days to answer a request', {
      required: 'Enter the number of days',
      min: 1,
      max: 60,
      start: '7',
      hint: 'Calendar days from the day of the request; the list of requests shows which are late',
    }),
  },
  {
    returnRule: field.choice(
      'A student who comes back',
      { resume: 'Resumes the old admission number (CBSE)', new_entry: 'Gets a new entry with a new number' },
      {
        required: 'Choose what the register does with a student who comes back',
        start: 'resume',
        hasNoEmptyOption: true,
        hint: 'In the general register; certificates show the student’s current number',
      },
    ),
  },
)

export const baseWords = {
  transfer: 'Transfer certificate (numbered items)',
  leaving: 'Leaving certificate (numbered items)',
  bonafide: 'Bonafide certificate (letter)',
  character: 'Character certificate (letter)',
  no_dues: 'No-dues certificate (letter)',
  fee: 'Fee certificate (fees paid in a financial year)',
  own: 'Other letter',
} as const

const letter = (label: string) => field.lines(label, letterLength, { control: { rows: 6 } })

export const kindForm = form(
  'certificate kind',
  { name: field.line('Name', 80, { required: true, hint: 'As families and the office call it' }) },
  { base: field.choice('Content', baseWords, { required: 'Choose the content' }) },
  {
    prefix: field.line('Letters before the number', 10, {
      required: 'Enter the letters before the number',
      hint: 'With TC, the first number of a year is TC/2026-27/0001',
      repair: (input) => input.toUpperCase(),
      pattern: { looks: /^[A-Z0-9-]*$/, words: 'Use letters, digits and hyphens' },
    }),
    bookNumber: field.line('Book number', 20, { hint: 'Number of the office’s book, if there is one' }),
    firstNumber: field.whole('First number of this year', {
      required: 'Enter the first number; 1 if none was issued yet',
      min: 1,
      max: 999_999,
      start: '1',
      hint: 'For a school that starts mid-year; every other year starts at 1',
    }),
  },
  {
    items: field.lines('Items in order, one per line', 3000, {
      hint: 'For transfer and leaving certificates only. Put your own wording after a colon: birth_date: Date of birth as in the register',
      control: { rows: 8, spellCheck: false },
    }),
  },
  { text: field.localized((language) => letter(`Text in ${language}`)) },
  { isRequestable: field.tick('Families may ask for it online', { start: true }) },
)

export const kindRefusals = {
  'name-taken': { name: 'A type with this name already exists' },
  'prefix-taken': { prefix: 'Another type uses these letters: their numbers would be mixed up' },
  numbered: { prefix: 'Certificates with these letters exist: the letters cannot be changed' },
  'numbers-taken': { firstNumber: 'Numbers have already been used this year: the next one follows the last' },
  'in-use': { base: 'Certificates of this type exist: its content cannot be changed' },
}

export const draftForm = form(
  'certificate',
  {
    kind: field.thing('Kind', {
      calledBy: 'kindName',
      required: 'Choose the type of certificate',
      invalid: 'Choose the type of certificate',
    }),
  },
  {
    language: field.choice('Language', languageWords, {
      required: 'Choose the language',
      start: 'en',
      hasNoEmptyOption: true,
    }),
  },
)

export const draftRefusals = {
  'no-kind': { kind: 'This type no longer exists. Choose another one' },
  'fee-kind': { kind: 'Fee certificates are made from payments: see Certificates' },
  'no-text': { language: 'This type has no text in this language: add one, or choose another language' },
} as const

/**
 * Form that issues a certificate, with a reason if there are doubts. `version` is a hidden field with the draft's
 * version.
 */
export const issueForm = {
  ...form(
    'issue',
    { version: field.whole('Version', { required: true }) },
    { reason: field.line('Reason for issuing anyway', reasonLength, { control: { autoComplete: 'off' } }) },
  ),
  rows: [['reason']],
}

/** Form that makes a duplicate; its key makes a double click harmless. */
export const duplicateForm = {
  ...form('reason', { formKey: field.line('', 40, { required: true }) }, reasonForm.fields),
  rows: [['reason']],
}
