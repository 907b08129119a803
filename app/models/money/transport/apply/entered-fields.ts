import { field, form } from '~/kit/forms/fields'
import { degreesOf } from '~/models/money/vehicles/locations'
import { planNames } from '../decide/decision-words'
import { addressLength, conditionsLength, phoneLength } from '../options'

const pickup = degreesOf('pickup')

/** Form for the office to enter a student's application for transport by a fare. */
export const enteredForm = form(
  'application',
  {
    pickupAddress: field.line('Pickup location', addressLength, { required: 'Enter where the student gets on' }),
    pickupLatitude: pickup.latitude,
    pickupLongitude: pickup.longitude,
  },
  { dropAddress: field.line('Drop location', addressLength, { hint: 'Leave empty if it is the same as the pickup' }) },
  { fare: field.thing('Fare', { calledBy: 'fareName', required: 'Choose a fare' }) },
  { stop: field.thing('Stop', { calledBy: 'stopName', none: 'None', hint: 'For a fare by stop' }) },
  { route: field.thing('Preferred route', { calledBy: 'routeName', none: 'No preference' }) },
  { paymentPlan: field.choice('Payment plan', planNames, { required: 'Choose the payment plan' }) },
  { emergencyContact: field.phone('Emergency contact', phoneLength, { required: true }) },
  { medicalConditions: field.lines('Medical conditions', conditionsLength) },
  { specialRequirements: field.lines('Special requirements', conditionsLength) },
)

export const enteredLocations = [
  { address: 'pickupAddress', latitude: 'pickupLatitude', longitude: 'pickupLongitude' },
] as const
