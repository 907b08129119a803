import { field, form } from '~/kit/forms/fields'
import { maxSeatsCapacity, usualSectionCapacity } from './options'

/** Settings that a file cannot contain: the session, and whether to create missing classes. */
export const importForm = form(
  'import',
  {
    academicSession: field.thing('Academic session', {
      calledBy: 'sessionName',
      invalid: 'Select a valid academic session',
      isSet: true,
    }),
  },
  { makesPlaces: field.tick('Create classes and sections that are missing', { start: true }) },
  {
    sectionCapacity: field.whole('Capacity of new sections', {
      least: 1,
      most: maxSeatsCapacity,
      start: String(usualSectionCapacity),
      control: { inputMode: 'numeric', className: 'input input-short' },
    }),
  },
)
