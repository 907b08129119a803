import { field, form } from '~/kit/forms/fields'
import { earliestDay, latestDay } from '~/models/people/academics/options'
import { enrollmentNumberLength } from '~/models/people/students/options'
import type { Audience, EventType, Priority } from './options'

// The office's pages are in English.
export const audienceNames = {
  school: 'Whole school',
  class: 'One class',
  section: 'One section',
  student: 'One student',
} as const satisfies Record<Audience, string>

/** Name of an audience: 'Whole school', 'Class 8', 'Class 8 – A', 'Asha Patel (DV-2024-0001)'. */
export function addressName(address: {
  audience: Audience
  className: string | null
  sectionName: string | null
  studentName: string | null
  enrollmentNumber: string | null
}): string {
  if (address.audience === 'class') return address.className ?? ''
  if (address.audience === 'section') return address.sectionName ?? ''
  if (address.audience === 'student') return `${address.studentName} (${address.enrollmentNumber})`
  return audienceNames.school
}

export const priorityNames = { high: 'High', medium: 'Medium', low: 'Low' } as const satisfies Record<Priority, string>

export const eventTypeNames = {
  celebration: 'Celebration',
  sports: 'Sports',
  cultural: 'Cultural programme',
  meeting: 'Meeting',
  trip: 'Trip',
  competition: 'Competition',
  other: 'Other',
} as const satisfies Record<EventType, string>

const noDay = 'Enter a date as yyyy-mm-dd'
const anyDay = { pattern: { looks: { test: (day: string) => day >= earliestDay && day <= latestDay }, words: noDay } }
const oneLine = { pattern: { looks: /^[^\p{Cc}]*$/u, words: 'Use one line' } }

export const addresseeMissing = {
  classPublicId: 'Select the class it is for',
  sectionPublicId: 'Select the section it is for',
  enrollmentNumber: 'Enter the enrollment number of the student it is for',
} as const

const title = field.line('Title', 120, { required: true, ...oneLine })
const priority = field.choice('Priority', priorityNames, {
  required: 'Choose a priority',
  hasNoEmptyOption: true,
  start: 'medium',
})

/**
 * Audience. All fields stay visible, because the form must work without JavaScript; fields of other audiences are
 * ignored.
 */
const audience = {
  audience: field.choice('For whom', audienceNames, { required: 'Choose who it is for', asRadios: true }),
}
const addressee = {
  classPublicId: field.thing('Class', {
    name: 'class',
    hint: 'For one class',
    calledBy: 'className',
    invalid: addresseeMissing.classPublicId,
  }),
  sectionPublicId: field.thing('Section', {
    name: 'section',
    hint: 'For one section',
    calledBy: 'sectionName',
    invalid: addresseeMissing.sectionPublicId,
  }),
  enrollmentNumber: field.line('Enrollment number', enrollmentNumberLength, {
    hint: 'For one student: the number is on the student’s page, which also has “Send notice”',
    control: { autoComplete: 'off' },
  }),
}

export const noticeForm = form(
  'notice',
  { title },
  {
    body: field.lines('Text', 4000, {
      required: true,
      hint: 'Line breaks are kept; an address that begins with http:// or https:// becomes a link.',
      control: { rows: 8 },
    }),
  },
  audience,
  addressee,
  {
    fromOn: field.day('Shown from', { required: noDay, ...anyDay }),
    untilOn: field.day('Shown until', { hint: 'yyyy-mm-dd; leave empty to show it until it is deleted', ...anyDay }),
    priority,
  },
  { sendMail: field.tick('Send by e-mail') },
)

const { title: noticeTitle, body, sendMail } = noticeForm.fields

/** A notice to each of several students, shown from today. */
export const messageForm = form(
  'notice',
  { student: field.things('Students', { calledBy: 'names', invalid: 'Tick at least one student' }) },
  { title: noticeTitle },
  { body },
  { sendMail },
)

export const eventForm = form(
  'event',
  { title },
  {
    description: field.lines('Description', 1000, {
      hint: 'Where it is held, what to bring; optional.',
      control: { rows: 4 },
    }),
  },
  { type: field.choice('Kind of event', eventTypeNames, { required: 'Choose the kind of event' }), priority },
  {
    startsOn: field.day('First day', { required: noDay, ...anyDay }),
    endsOn: field.day('Last day', { hint: 'yyyy-mm-dd; leave empty if it is one day', ...anyDay }),
  },
  audience,
  addressee,
)

export const addressRefusals = {
  'not-yours': { audience: 'Teachers can write only to their own sections and their students' },
  'no-such-class': { classPublicId: 'Select a valid class' },
  'no-such-section': { sectionPublicId: 'Select a valid section' },
  'no-such-student': { enrollmentNumber: 'There is no student with this enrollment number' },
}
