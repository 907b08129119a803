import { todayInIndia } from '~/models/shared/calendar'
import { field, form } from '~/models/shared/fields'
import { birthDate, firstName, lastName } from './person-fields'
import { authorityLength, correctionReasonLength, orderNumberLength } from './register-options'

const typed = form(
  'correction',
  { version: field.whole('Version', { required: true }) },
  { first_name: firstName, last_name: lastName, date_of_birth: birthDate },
  {
    authority: field.line('On the authority of', authorityLength, {
      required: 'Enter who ordered the correction',
      least: 3,
      hint: 'Such as: District Education Officer, Rajkot; for a slip of the pen: Head of the school',
    }),
    orderNumber: field.line('Order number', orderNumberLength, { hint: 'Where the order has one' }),
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
      least: 3,
      hint: 'Such as: as in the birth certificate',
    }),
  },
)

/**
 * What stands in the register and what shall stand there, with who ordered it. `version` is the student that was looked at, unseen.
 */
export const correctionForm = { ...typed, rows: typed.rows.slice(1) }

/** What is said when a correction is refused. */
export const correctionRefusals = {
  changed: 'Somebody else has saved this student since you opened this page. Look at what stands there now.',
  'not-on-register':
    'This student is not on the register yet: name and date of birth are changed in the student’s form.',
  'nothing-changed': 'Name and date of birth stand in the register like this already.',
}
