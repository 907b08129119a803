import { field, form } from '~/kit/forms/fields'
import { periodChoices } from '../office-words'
import {
  addressLength,
  emailLength,
  personNameLength,
  phoneLength,
  requirementsLength,
  type Semester,
} from '../options'

const periods = Object.fromEntries(periodChoices.map(({ value, label }) => [value, label])) as Record<Semester, string>

/** An application that the office enters for a student; the day of check-in determines the academic year. */
export const enteredForm = form(
  'application',
  { room: field.thing('Room', { calledBy: 'roomNumber', required: 'Choose a room' }) },
  { mayWait: field.tick('Put the student on the waiting list if the room has no free bed') },
  { semester: field.choice('Period', periods, { required: 'Choose the period' }) },
  {
    checkInDate: field.day('Check-in', { required: 'Enter the date' }),
    checkOutDate: field.day('Check-out', { hint: 'Leave empty for the end of the academic year' }),
  },
  { mealPlanRequired: field.tick('The student takes the meal plan') },
  {
    guardianName: field.line('Guardian name', personNameLength, { required: true }),
    guardianPhone: field.phone('Guardian phone', phoneLength, { required: true }),
  },
  {
    guardianEmail: field.email('Guardian e-mail', emailLength),
    emergencyContact: field.phone('Emergency contact', phoneLength, { required: true }),
  },
  { guardianAddress: field.lines('Guardian address', addressLength) },
  { specialRequirements: field.lines('Special requirements', requirementsLength) },
)
