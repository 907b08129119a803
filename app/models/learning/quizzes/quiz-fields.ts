import { field, form } from '~/kit/forms/fields'
import { maxMinutes } from './options'

// Only the office uses these forms, so their texts are English.
const title = { title: field.line('Title', 120, { required: true }) }
const words = {
  ...title,
  description: field.lines('Description', 1000, {
    hint: 'Students see it before they begin: the chapters, what to keep ready.',
  }),
}
const minutes = `Enter whole minutes from 1 to ${maxMinutes}`
const setUp = {
  subject: field.thing('Subject', { calledBy: 'subjectName', none: 'No subject', invalid: 'Select a valid subject' }),
  durationMinutes: field.typed('Minutes', {
    required: 'Minutes are required',
    typed: { read: (input) => (/^\d{1,4}$/.test(input) ? Number(input) : null), show: String, words: minutes },
    min: 1,
    max: maxMinutes,
    hint: `Counted from when the student starts; at most ${maxMinutes}.`,
    start: '30',
    control: { inputMode: 'numeric', className: 'input input-short', maxLength: 4 },
  }),
}
const ofClass = {
  academicSession: field.thing('Academic session', {
    required: 'Select a valid academic session',
    calledBy: 'sessionName',
    hasNoEmptyOption: true,
  }),
  class: field.thing('Class', { required: 'Select a valid class', calledBy: 'className' }),
}
const sections = { sections: field.things('Sections', { calledBy: 'sectionNames', invalid: 'Select a valid section' }) }
const hint = 'Indian time, such as 09:00'
const start = {
  fromDay: field.day('First day', { required: true }),
  fromTime: field.time('Start time', { required: true, hint }),
}
const end = {
  untilDay: field.day('Last day', { required: true }),
  untilTime: field.time('End time', { required: true, hint }),
}

/** Form of a quiz that no student has started. */
export const quizForm = form(
  'quiz',
  { ...title },
  { description: words.description },
  setUp,
  ofClass,
  sections,
  start,
  end,
)

/** Fields that may change after a student has started the quiz. */
export const begunQuizForm = form('quiz', { ...title }, { description: words.description }, end)

export const copyQuizForm = form('copy', title, ofClass, sections, start, end)

const tooShort = 'Allow at least the duration of the quiz between start and end'

export const audienceRefusals = {
  'no-such-session': { academicSession: 'Select a valid academic session' },
  'no-such-class': { class: 'Select a valid class' },
  'no-such-section': { sections: 'Select a valid section of the class' },
  'not-yours': { sections: 'Choose at least one of your sections' },
  'outside-session': { fromDay: 'The quiz must be within the academic session' },
} as const

const noSuchSubject = { 'no-such-subject': { subject: 'Select a valid subject' } }

export const newQuizRefusals = { ...audienceRefusals, ...noSuchSubject }

export const begunWords =
  'A student has started the quiz: its questions, minutes, class and start are fixed. Title, description and end can still change.'

export const quizRefusals = {
  ...newQuizRefusals,
  begun: begunWords,
  'window-over': { untilDay: 'The quiz is published: choose an end in the future' },
}

export const begunQuizRefusals = {
  'not-begun': 'No student has started the quiz: open this page again to change everything.',
  'end-before-now': { untilDay: 'Choose an end in the future' },
  'review-open': { untilDay: 'Students can already see the answers: copy the quiz instead' },
}

export const copyQuizRefusals = { ...audienceRefusals, 'window-too-short': { untilTime: tooShort } }

type Window = { fromDay?: string; fromTime?: string; untilDay?: string; untilTime?: string; durationMinutes?: number }

/** Reports a window that is invalid although each of its fields is valid. */
export function checkWindow(
  { fromDay, fromTime, untilDay, untilTime, durationMinutes = 0 }: Window,
  say: (field: 'untilTime', words: string) => void,
): void {
  if (!fromDay || !fromTime || !untilDay || !untilTime) return
  const [from, until] = [`${fromDay}T${fromTime}Z`, `${untilDay}T${untilTime}Z`].map(Date.parse)
  if (from === undefined || until === undefined) return
  if (until <= from) say('untilTime', 'The end must come after the start')
  else if ((until - from) / 60_000 < durationMinutes) say('untilTime', tooShort)
}
