import { field, form, type ValuesOf } from '~/kit/forms/fields'
import { m } from '~/language/paraglide/messages'
import { earliestDay, latestDay, maxRollNumber } from './options'

/** Form of an enrollment. One list for class and section works without JavaScript and cannot be inconsistent. */
export const enrollmentForm = form(
  'enrollment',
  {
    academicSession: field.thing(m.students_academic_session, {
      required: m.students_session_invalid,
      calledBy: 'sessionName',
    }),
    section: field.thing('Class and section', { required: m.students_class_invalid, calledBy: 'classSection' }),
  },
  {
    rollNumber: field.whole(m.students_roll_number, {
      min: 1,
      max: maxRollNumber,
      hint: 'Leave empty until roll numbers are assigned.',
      control: { inputMode: 'numeric' },
    }),
    enrolledOn: field.day('Date of enrollment', {
      required: true,
      pattern: {
        looks: { test: (day) => day >= earliestDay && day <= latestDay },
        words: 'Enter a date as yyyy-mm-dd',
      },
    }),
  },
)

/** Form that enrolls the ticked students in one section. */
export const assignmentForm = form(
  'assignment',
  {
    section: field.thing('Class and section', {
      required: 'Select a valid class and section',
      calledBy: 'classSection',
    }),
    enrolledOn: field.day('Date of enrollment', { required: 'Enter a date as yyyy-mm-dd' }),
  },
  {
    student: field.things('Students', { calledBy: 'names', invalid: 'Tick active students of this school' }),
    academicSession: field.thing('Academic session', {
      required: 'Select a valid academic session',
      calledBy: 'sessionName',
    }),
  },
)

export type EnrollmentFields = Omit<ValuesOf<typeof enrollmentForm>, 'rollNumber'> & {
  rollNumber?: number | null | undefined
}

export const enrollmentRefusals = {
  'has-left': 'The student has left the school. Re-admit the student first.',
  'no-such-session': () => ({ academicSession: m.students_session_invalid() }),
  'no-such-section': () => ({ section: m.students_class_invalid() }),
  'section-full': { section: 'This section is full; choose another one or raise its capacity' },
  'roll-number-taken': { rollNumber: 'Another student in this section already has this roll number' },
  'already-enrolled': { academicSession: 'The student is already enrolled in this session' },
}
