import { field, form } from '~/kit/forms/fields'
import { remarksForm } from '~/models/core/shared/decisions/decision-fields'

const { remarks } = remarksForm.fields

export const approvalForm = form(
  'approval',
  { startsOn: field.day('First day of travel', { required: 'Enter the date' }) },
  { run: field.thing('Route and vehicle', { calledBy: 'routeName', none: 'Choose later' }) },
  { remarks },
)

/** Seat, and pickup and drop times in minutes after midnight. Empty times default to those of the chosen trip. */
export const activationForm = form(
  'activation',
  {
    run: field.thing('Route and vehicle', {
      calledBy: 'routeName',
      required: 'Choose the route and vehicle',
      hint: 'Only those with a free seat are listed',
    }),
  },
  { pickupMinute: field.clock('Pickup time', { name: 'pickup_time' }) },
  { dropMinute: field.clock('Drop time', { name: 'drop_time' }) },
  { evenUnpaid: field.tick('The student may travel even though dues are unpaid') },
)

export const endingForm = form(
  'ending',
  { day: field.day('First day without transport', { required: 'Enter the date' }) },
  { remarks },
)
