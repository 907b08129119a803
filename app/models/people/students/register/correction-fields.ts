import { field, form } from '~/kit/forms/fields'
import { m } from '~/language/paraglide/messages'
import { todayInIndia } from '~/models/core/shared/calendar'
import { birthDate, firstName, lastName, oneName } from '../describe/person-fields'
import { admissionNumberLength } from '../options'
import { authorityLength, correctedLength, correctionReasonLength, orderNumberLength } from './register-options'

/** Values that the page showed: only fields that differ from them are corrected. */
const seenField = field.line('Before', correctedLength)

const baseForm = form(
  'correction',
  {
    version: field.whole('Version', { required: true }),
    seen_first_name: seenField,
    seen_last_name: seenField,
    seen_date_of_birth: seenField,
    seen_admission_number: seenField,
    seen_admission_date: seenField,
  },
  { first_name: firstName, last_name: lastName, date_of_birth: birthDate },
  { one_name: oneName },
  {
    admission_number: field.line(m.students_admission_number, admissionNumberLength),
    admission_date: field.day(m.students_admission_date),
  },
  {
    authority: field.line('Ordered by', authorityLength, {
      required: 'Enter the ordering authority',
      min: 3,
      hint: 'Such as District Education Officer, Rajkot; for a clerical error, Head of the school',
    }),
    orderNumber: field.line('Order number', orderNumberLength, { hint: 'If the order has a number' }),
    orderedOn: field.day('Date of the order', {
      required: 'Enter the date of the order',
      pattern: {
        looks: { test: (day) => day <= todayInIndia(new Date()) },
        words: 'Enter a date as yyyy-mm-dd, today or earlier',
      },
    }),
  },
  {
    reason: field.line('Reason', correctionReasonLength, {
      required: 'Enter the reason',
      min: 3,
      hint: 'Such as: as in the birth certificate',
    }),
  },
)

/**
 * Corrected values with the authority that ordered them. Hidden fields: `version` of the student, and `seen_…` with the
 * values shown.
 */
export const correctionForm = { ...baseForm, rows: baseForm.rows.slice(1) }

export const correctionRefusals = {
  changed:
    'Another person has saved this student since you opened this page. Check the current values and send the form again: only your own changes are applied.',
  'not-on-register': 'This student is not in the register yet: change these values in the student’s form.',
  'nothing-changed': 'The register already has these values.',
  'admission-number-taken': { admission_number: 'Another register entry already has this admission number' },
}
