import { remarksForm } from '~/models/shared/decision-fields'
import { field, form } from '~/models/shared/fields'

const { remarks } = remarksForm.fields

/** The first day of travel, and the run on which a seat is held, where it is known. */
export const approvalForm = form(
  'approval',
  { startsOn: field.day('First day of travel', { required: 'Enter the date' }) },
  { run: field.thing('Route and vehicle', { calledBy: 'routeName', none: 'Choose later' }) },
  { remarks },
)

/** The seat, and when the vehicle comes: minutes after midnight. The times belong to a run, so empty ones follow from the chosen one. */
export const activationForm = form(
  'activation',
  {
    run: field.thing('Route and vehicle', {
      calledBy: 'routeName',
      required: 'Choose the route and vehicle',
      hint: 'Those with a free seat',
    }),
  },
  { pickupMinute: field.clock('Pickup time', { name: 'pickup_time' }) },
  { dropMinute: field.clock('Drop time', { name: 'drop_time' }) },
  { evenUnpaid: field.tick('The student may travel although dues are unpaid') },
)

/** The first day without transport. */
export const endingForm = form(
  'ending',
  { day: field.day('First day without transport', { required: 'Enter the date' }) },
  { remarks },
)
