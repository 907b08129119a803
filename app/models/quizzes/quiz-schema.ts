import { z } from 'zod'
import { isDay } from '~/models/shared/calendar'
import { maxMinutes, quizDescriptionLength, quizTitleLength } from './options'
import { instantInIndia } from './window-rules'

// These forms are the office's only, so their words are English.
function id(invalid: string) {
  return z
    .string(invalid)
    .trim()
    .regex(/^[2-9b-z]{12}$/, invalid)
}

function day(missing: string) {
  return z.string(missing).trim().refine(isDay, 'Enter a date as yyyy-mm-dd')
}

function time(missing: string) {
  return z
    .string(missing)
    .trim()
    .regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, 'Enter a time as hh:mm, such as 09:00')
    .transform((text) => text.slice(0, 5))
}

const wholeMinutes = `Enter whole minutes from 1 to ${maxMinutes}`

const words = {
  title: z
    .string('Title is required')
    .trim()
    .min(1, 'Title is required')
    .max(quizTitleLength, `Use at most ${quizTitleLength} characters`),
  description: z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .refine((text) => text.length <= quizDescriptionLength, `Use at most ${quizDescriptionLength} characters`)
    .optional(),
}

const end = { until_day: day('Last day is required'), until_time: time('Last time is required') }

const place = {
  academic_session: id('Select a valid academic session'),
  class: id('Select a valid class'),
  sections: z.array(id('Select a valid section')).max(100, 'Select a valid section').default([]),
}

const window = { from_day: day('First day is required'), from_time: time('First time is required'), ...end }

const setUp = {
  subject: id('Select a valid subject').optional(),
  duration_minutes: z
    .string('Minutes are required')
    .trim()
    .regex(/^\d{1,4}$/, wholeMinutes)
    .transform(Number)
    .refine((minutes) => minutes >= 1 && minutes <= maxMinutes, wholeMinutes),
}

/** What a form of an existing quiz was made from, and which newer save its sender has seen. */
const versions = {
  version: z.coerce.number().int().min(0).max(4_294_967_295),
  seen_version: z.coerce.number().int().min(0).max(4_294_967_295).optional(),
}

const formKey = z.string().regex(/^[\w-]{8,40}$/)

type Typed = { from_day: string; from_time: string; until_day: string; until_time: string }

function instantsOf(value: Typed): { from: Date; until: Date } | null {
  const from = instantInIndia(value.from_day, value.from_time)
  const until = instantInIndia(value.until_day, value.until_time)
  return from && until && { from, until }
}

/** Said at once with what else is wrong, but not about days and times that are none. */
const isReadable = ({ value }: { value: unknown }) => {
  const typed = value as Record<string, unknown>
  const texts = ['from_day', 'from_time', 'until_day', 'until_time'].map((key) => String(typed[key] ?? ''))
  const [fromDay = '', fromTime = '', untilDay = '', untilTime = ''] = texts
  return instantInIndia(fromDay, fromTime) !== null && instantInIndia(untilDay, untilTime) !== null
}

const inOrder = {
  path: ['until_time'],
  message: 'The end must come after the start',
  when: isReadable,
}

const longEnough = {
  path: ['until_time'],
  message: 'Allow at least the minutes of the quiz between start and end',
  when: (payload: { value: unknown }) => {
    const minutes = Number((payload.value as Record<string, unknown>).duration_minutes)
    return minutes >= 1 && minutes <= maxMinutes && isReadable(payload)
  },
}

const comesAfter = (value: Typed) => {
  const window = instantsOf(value)
  return window === null || window.from < window.until
}

const holdsDuration = (value: Typed & { duration_minutes: number }) => {
  const window = instantsOf(value)
  const minutes = window ? (window.until.getTime() - window.from.getTime()) / 60_000 : 0
  return window === null || minutes <= 0 || value.duration_minutes <= minutes
}

const quizFields = { ...words, ...setUp, ...place, ...window }

export const newQuizSchema = z
  .object({ ...quizFields, form_key: formKey })
  .refine(comesAfter, inOrder)
  .refine(holdsDuration, longEnough)

export type NewQuizFields = z.output<typeof newQuizSchema>

export const quizSchema = z
  .object({ ...quizFields, ...versions })
  .refine(comesAfter, inOrder)
  .refine(holdsDuration, longEnough)

export type QuizFields = z.output<typeof quizSchema>

/** What may change once somebody has begun the quiz. */
export const begunQuizSchema = z.object({ ...words, ...end, ...versions })

export type BegunQuizFields = z.output<typeof begunQuizSchema>

/** The same questions for another class, section or session. */
export const copyQuizSchema = z
  .object({ title: words.title, ...place, ...window, form_key: formKey })
  .refine(comesAfter, inOrder)

export type CopyQuizFields = z.output<typeof copyQuizSchema>
