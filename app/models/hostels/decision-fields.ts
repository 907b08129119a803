import { remarksForm } from '~/models/shared/decision-fields'
import { field, form } from '~/models/shared/fields'

const roomGiven = { calledBy: 'roomNumber', required: 'Choose a room' } as const

/** The room that is given with an approval, the one applied for or another. */
export const approvalForm = form(
  'approval',
  { room: field.thing('Room', roomGiven) },
  { remarks: remarksForm.fields.remarks },
)
/** The room that a student moves to. */
export const roomMoveForm = form('room', { room: field.thing('New room', roomGiven) })
/** When a student with a place comes and goes, and whether meals are taken. */
export const stayForm = form(
  'stay',
  {
    checkInDate: field.day('Check-in', { required: 'Enter the date' }),
    checkOutDate: field.day('Check-out', { hint: 'Empty: the end of the academic year' }),
  },
  { mealPlanRequired: field.tick('The student takes the meal plan') },
)
/** The day on which a student moved in. */
export const checkInForm = form('move', { day: field.day('Moved in on', { required: 'Enter the date' }) })
/** The day on which a student moved out. */
export const checkOutForm = form('move', { day: field.day('Moved out on', { required: 'Enter the date' }) })

/** What the school remarks on an application, apart from any decision. */
export const savedRemarksForm = form('application', {
  adminRemarks: { ...remarksForm.fields.remarks, name: 'remarks' },
})
