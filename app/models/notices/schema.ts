import { z } from 'zod'
import { earliestDay, latestDay } from '~/models/academics/options'
import { isDay } from '~/models/shared/calendar'
import { enrollmentNumberLength } from '~/models/students/options'
import { audiences, descriptionLength, eventTypes, noticeLength, priorities, titleLength } from './options'

// These forms are the office's only, so their words are English.
function line(missing: string, longest: number) {
  return z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(longest, `Use at most ${longest} characters`)
    .regex(/^[^\p{Cc}]*$/u, 'Use one line')
}

/** Lines end alike, whatever the browser sends, so that they count as one character. */
const toLines = (text: string) => text.replace(/\r\n?/g, '\n').trim()

const day = z
  .string('Enter a date as yyyy-mm-dd')
  .trim()
  .refine((text) => isDay(text) && text >= earliestDay && text <= latestDay, 'Enter a date as yyyy-mm-dd')

function id(invalid: string) {
  return z
    .string(invalid)
    .trim()
    .regex(/^[2-9b-z]{12}$/, invalid)
}

const messages = {
  class: 'Select the class it is for',
  section: 'Select the section it is for',
  enrollment_number: 'Enter the enrollment number of the student it is for',
}

const shared = {
  form_key: z.string('Open the page again').regex(/^[\w-]{8,40}$/, 'Open the page again'),
  title: line('Title is required', titleLength),
  priority: z.enum(priorities, 'Choose a priority'),
  audience: z.enum(audiences, 'Choose who it is for'),
  class: id(messages.class).optional(),
  section: id(messages.section).optional(),
  enrollment_number: z
    .string()
    .trim()
    .max(enrollmentNumberLength, `Use at most ${enrollmentNumberLength} characters`)
    .optional(),
}

/** Whoever edits what is over may leave its last day as it was. Days are YYYY-MM-DD. */
interface EndRule {
  today: string
  was?: string | null
}

type Typed = Record<string, unknown>
type Rule = { path: string; message: string; holds: (typed: Typed) => boolean }

const textOf = (typed: Typed, name: string) => (typeof typed[name] === 'string' ? (typed[name] as string).trim() : '')

const addressRules: Rule[] = (
  [
    ['class', 'class'],
    ['section', 'section'],
    ['student', 'enrollment_number'],
  ] as const
).map(([audience, path]) => ({
  path,
  message: messages[path],
  holds: (typed) => typed.audience !== audience || textOf(typed, path) !== '',
}))

/** In this order and not over before it begins to count. What is no day is told about elsewhere. */
function dayRules(first: string, last: string, end: EndRule): Rule[] {
  const isPast = (day: string) => isDay(day) && day < end.today && day !== end.was
  const inOrder = (typed: Typed) =>
    !isDay(textOf(typed, first)) || !isDay(textOf(typed, last)) || textOf(typed, first) <= textOf(typed, last)
  return [
    { path: last, message: 'The last day must not come before the first day', holds: inOrder },
    {
      path: last,
      message: 'This day is already past',
      holds: (typed) => !inOrder(typed) || !isPast(textOf(typed, last)),
    },
  ]
}

/** Rules of more than one field: said at once with what else is wrong. */
function withRules<Output, Input>(schema: z.ZodType<Output, Input>, rules: readonly Rule[]): z.ZodType<Output, Input> {
  return rules.reduce(
    (checked, { path, message, holds }) =>
      checked.refine((value) => holds(value as Typed), { path: [path], message, when: () => true }),
    schema,
  )
}

const noticeObject = z.object({
  ...shared,
  body: z
    .string('Text is required')
    .transform(toLines)
    .pipe(z.string().min(1, 'Text is required').max(noticeLength, `Use at most ${noticeLength} characters`)),
  from_on: day,
  until_on: day.optional(),
  send_mail: z.boolean().default(false),
})

export type NoticeFields = z.output<typeof noticeObject>

/** A notice as the office types it. */
export function noticeSchema(end: EndRule) {
  return withRules(noticeObject, [...addressRules, ...dayRules('from_on', 'until_on', end)])
}

const eventObject = z.object({
  ...shared,
  description: z
    .string()
    .transform(toLines)
    .pipe(z.string().max(descriptionLength, `Use at most ${descriptionLength} characters`))
    .optional(),
  type: z.enum(eventTypes, 'Choose the kind of event'),
  starts_on: day,
  ends_on: day.optional(),
})

export type EventFields = z.output<typeof eventObject>

/** An event as the office types it; without a last day it takes one day. */
export function eventSchema(end: EndRule) {
  const ofOneDay: Rule = {
    path: 'starts_on',
    message: 'This day is already past',
    holds: (typed) => {
      const starts = textOf(typed, 'starts_on')
      return textOf(typed, 'ends_on') !== '' || !isDay(starts) || starts >= end.today || starts === end.was
    },
  }
  return withRules(eventObject, [...addressRules, ...dayRules('starts_on', 'ends_on', end), ofOneDay])
}
