import { field, form } from '~/kit/forms/fields'
import { mobileAsTyped, typedMobileLength } from '~/models/core/shared/mobile'
import { classNameLength, maxPosition, maxSeats, sectionNameLength } from './options'

export const sessionForm = form(
  'session',
  { name: field.line('Session name', 20, { required: true, hint: 'Such as 2026-2027' }) },
  { startsOn: field.day('First day', { required: true }), endsOn: field.day('Last day', { required: true }) },
  {
    isCurrent: field.tick('This is the current session', {
      hint: 'A school has exactly one current session: the other then stops being current.',
    }),
  },
)

export const sessionRefusals = {
  'name-taken': { name: 'A session with this name already exists' },
  'must-stay-current': { isCurrent: 'Make another session the current one instead; a school always has one' },
}

export const classForm = form(
  'class',
  {
    name: field.line('Class name', classNameLength, { required: true, hint: 'Such as Class 6, or Nursery' }),
    position: field.whole('Position', {
      required: `Enter a whole number from 0 to ${maxPosition}`,
      hint: 'Classes are listed by this number, the smallest first.',
      max: maxPosition,
      control: { inputMode: 'numeric' },
    }),
  },
  {
    subjects: field.things('Subjects', {
      calledBy: 'subjectNames',
      invalid: 'Select a valid subject',
      hint: 'Exams and the timetable of the class offer these subjects.',
    }),
  },
)

export const classRefusals = {
  'name-taken': { name: 'A class with this name already exists' },
  'no-such-subject': { subjects: 'Select a valid subject' },
}

/** Form of a section. Its class is fixed, because enrollments and fees depend on it. */
export const sectionForm = form(
  'section',
  { class: field.thing('Class', { required: 'Select a valid class', calledBy: 'className' }) },
  {
    name: field.line('Section name', sectionNameLength, { required: true, hint: 'Such as A' }),
    capacity: field.whole('Capacity', {
      required: `Enter a whole number from 1 to ${maxSeats}`,
      hint: `Seats in one session, at most ${maxSeats}`,
      min: 1,
      max: maxSeats,
      start: '40',
      control: { inputMode: 'numeric' },
    }),
  },
  { classTeacher: field.thing('Class teacher', { calledBy: 'teacherName', none: 'Not assigned' }) },
)

export const sectionRefusals = {
  'name-taken': { name: 'This class already has a section with this name' },
  'no-such-class': { class: 'Select a valid class' },
  'no-such-teacher': { classTeacher: 'Select a valid teacher' },
  'too-small': ({ seated }: { seated: string }) => ({
    capacity: `${seated} are enrolled in this section; move some first`,
  }),
}

export const subjectForm = form(
  'subject',
  {
    name: field.line('Subject name', 80, { required: true, hint: 'Such as Mathematics' }),
    code: field.line('Code', 20, { hint: 'Such as 041; optional' }),
  },
  {
    classes: field.things('Classes', {
      calledBy: 'classNames',
      invalid: 'Select a valid class',
      hint: 'Classes that study this subject.',
    }),
  },
)

export const subjectRefusals = {
  'name-taken': { name: 'A subject with this name already exists' },
  'code-taken': { code: 'Another subject has this code' },
  'no-such-class': { classes: 'Select a valid class' },
}

export const teacherRefusals = {
  'number-taken': { employeeNumber: 'Another teacher has this employee number' },
  'email-taken': { email: 'This e-mail is already used to sign in; enter another, or choose an existing sign-in' },
  'no-such-sign-in': { signIn: 'Select a valid sign-in' },
  'sign-in-taken': { signIn: 'Another teacher has this sign-in' },
}

export const teacherStatusWords = { active: 'Active', inactive: 'Inactive' } as const

/** Submits the target state instead of a toggle, so that two clerks doing the same do not undo each other. */
export const teacherStatusForm = form('status', {
  status: field.choice('Status', teacherStatusWords, { required: 'Choose a status', isHidden: true }),
})

export const signInWords = {
  none: 'No sign-in',
  invite: 'New sign-in: invite the teacher at the e-mail above',
} as const

/**
 * Form of a teacher. Only users who may grant rights choose the sign-in; without a choice the sign-in stays as it is.
 */
export const teacherForm = form(
  'teacher',
  { employeeNumber: field.line('Employee number', 30, { required: true, keep: 'staff' }) },
  {
    firstName: field.line('First name', 60, { required: true, keep: 'staff' }),
    lastName: field.line('Last name', 60, { required: true, keep: 'staff' }),
  },
  { oneName: field.emptyTick('Has one name only', 'lastName', { hint: 'Leave the last name empty' }) },
  {
    email: field.email('Email', 190, { keep: 'staff' }),
    mobileNumber: field.line('Mobile number', 10, {
      hint: '10 digits',
      repair: mobileAsTyped,
      pattern: { looks: /^\d{10}$/, words: 'Mobile number must be 10 digits' },
      control: { type: 'tel', inputMode: 'tel', maxLength: typedMobileLength },
      keep: 'staff',
    }),
  },
  {
    qualification: field.line('Qualification', 120, { hint: 'Such as M.Sc., B.Ed.', keep: 'staff' }),
    joinedOn: field.day('Joined on', { keep: 'staff' }),
  },
  {
    designation: field.line('Designation', 80, { hint: 'Such as PGT or Principal', keep: 'staff' }),
    subjectsTaught: field.line('Subjects taught', 200, { hint: 'Such as Mathematics, Science', keep: 'staff' }),
  },
  {
    signIn: field.thing('Sign-in', {
      calledBy: 'signInName',
      invalid: 'Select a valid sign-in',
      hint: 'A class teacher whose sign-in has the role Teacher sees only their own sections.',
      words: signInWords,
      hasNoEmptyOption: true,
      start: 'none',
    }),
  },
)
