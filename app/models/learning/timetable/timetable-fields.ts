import { field, form } from '~/kit/forms/fields'
import { dayNames, maxPeriods } from './options'
import { type Clash, clashWords } from './rules'

export const periodForm = form(
  'period',
  { name: field.line('Name', 40, { required: true, hint: 'Such as Period 3, Games or Lunch break' }) },
  {
    startsAt: field.time('Start', { required: true, hint: 'hh:mm, 24 hours' }),
    endsAt: field.time('End', { required: true, hint: 'hh:mm, 24 hours' }),
  },
  { isBreak: field.tick('This is a break: nothing is taught') },
)

export const periodRefusals = {
  overlap: ({ field, message }: { field: 'startsAt' | 'endsAt'; message: string }) => ({ [field]: message }),
  'in-use': { isBreak: 'This period has lessons; move them first' },
  'too-many': `A day can have at most ${maxPeriods} periods and breaks`,
}

/**
 * Lesson of a section in a period, on one or several days. The period is identified by its start, which is unique; its
 * name may change.
 */
export const entryForm = form(
  'timetable entry',
  { startsAt: field.time('Period', { name: 'period', required: 'Select a period', calledBy: 'periodName' }) },
  { days: field.choices('Days', dayNames) },
  {
    subjectPublicId: field.thing('Subject', {
      name: 'subject',
      required: 'Select a subject of the class',
      calledBy: 'subject',
    }),
  },
  {
    teacherPublicId: field.thing('Teacher', { name: 'teacher', none: 'Not assigned', calledBy: 'teacher' }),
    roomNo: field.line('Room number', 20, {
      hint: 'Leave empty if the section has its own room',
      repair: (input) => input.replace(/\s+/g, ' '),
    }),
  },
)

const session = field.thing('Academic session', { required: 'Select a valid session', calledBy: 'name' })

export const copyForm = form('copy', { from: session, to: session })

export const entryRefusals = {
  'no-such-period': { startsAt: 'Select a period of the bell schedule that is not a break' },
  'no-such-subject': { subjectPublicId: 'Select a subject of the class' },
  'no-such-teacher': { teacherPublicId: 'Select an active teacher' },
  clash: ({ clashes }: { clashes: readonly Clash[] }) => {
    const { days, teacher, room } = clashWords(clashes)
    const joinWords = (words: string[] | undefined) => words?.join('; ')
    return { days: joinWords(days), teacherPublicId: joinWords(teacher), roomNo: joinWords(room) }
  },
}
