import { field, form } from '~/kit/forms/fields'

export const messageKinds = ['late', 'off', 'other'] as const

export const messageForm = form(
  'message',
  { run: field.thing('To the passengers of', { calledBy: 'routeName', none: 'All routes of the vehicle' }) },
  {
    kind: field.choice(
      'What has happened',
      { late: 'The vehicle is late', off: 'The vehicle does not run today', other: 'Something else' },
      { required: 'Choose what has happened', asRadios: true },
    ),
  },
  { minutes: field.whole('Minutes late', { min: 1, max: 300, control: { inputMode: 'numeric' } }) },
  {
    words: field.lines('Message', 500, {
      hint: 'Sent exactly as typed, below a sentence about the vehicle in the student’s language',
    }),
  },
)
