import { field, form } from '~/kit/forms/fields'
import { remarksForm } from '~/models/core/shared/decisions/decision-fields'

const roomGiven = { calledBy: 'roomNumber', required: 'Choose a room' } as const

export const approvalForm = form(
  'approval',
  { room: field.thing('Room', roomGiven) },
  { remarks: remarksForm.fields.remarks },
)
export const roomMoveForm = form('room', { room: field.thing('New room', roomGiven) })
export const stayForm = form(
  'stay',
  {
    checkInDate: field.day('Check-in', { required: 'Enter the date' }),
    checkOutDate: field.day('Check-out', { hint: 'Leave empty for the end of the academic year' }),
  },
  { mealPlanRequired: field.tick('The student takes the meal plan') },
)
export const checkInForm = form('move', { day: field.day('Moved in on', { required: 'Enter the date' }) })
export const checkOutForm = form('move', { day: field.day('Moved out on', { required: 'Enter the date' }) })

/** The school's remarks on an application, saved without a decision. */
export const savedRemarksForm = form('application', {
  adminRemarks: { ...remarksForm.fields.remarks, name: 'remarks' },
})
