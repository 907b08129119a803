import { field, form } from '~/kit/forms/fields'
import { maxSeatsCapacity, usualSectionCapacity } from './options'

/**
 * Form "Upload a file", in addition to the file: the session, whether payments get new receipts, and whether the import
 * creates classes and sections that the school lacks.
 */
export const importForm = form(
  'import',
  {
    academicSession: field.thing('Academic session', {
      calledBy: 'sessionName',
      invalid: 'Select a valid academic session',
      hasNoEmptyOption: true,
    }),
  },
  {
    receipts: field.choice(
      'Receipts',
      { new: 'Issue a receipt of this portal for each payment', old: 'Keep the old receipts, and issue none' },
      { invalid: 'Choose which receipts the payments have', asRadios: true, start: 'new' },
    ),
  },
  { createsClasses: field.tick('Create classes and sections that are missing', { start: true }) },
  {
    sectionCapacity: field.whole('Capacity of new sections', {
      min: 1,
      max: maxSeatsCapacity,
      start: String(usualSectionCapacity),
      control: { inputMode: 'numeric', className: 'input input-short' },
    }),
  },
)
