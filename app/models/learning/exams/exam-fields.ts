import { field, form } from '~/kit/forms/fields'
import { type ExamType, maxMaximum } from './options'

// Only the office uses these forms, so their texts are English; students see translations.
export const examTypeNames = {
  mid_term: 'Mid term',
  final_term: 'Final term',
  unit_test: 'Unit test',
  project: 'Project',
  assignment: 'Assignment',
  other: 'Other',
} as const satisfies Record<ExamType, string>

const name = { name: field.line('Exam name', 80, { required: true }) }
const type = { type: field.choice('Type', examTypeNames, { required: 'Select a valid type' }) }
const academicSession = {
  academicSession: field.thing('Academic session', {
    required: 'Select a valid academic session',
    calledBy: 'sessionName',
    hasNoEmptyOption: true,
  }),
}
const ofClass = {
  class: field.thing('Class', { required: 'Select a valid class', calledBy: 'className', hasNoEmptyOption: true }),
}
const classesOf = (hint?: string) => ({
  classes: field.things('Classes', { calledBy: 'classNames', invalid: 'Select a valid class', hint }),
})
const startsOn = { startsOn: field.day('First day', { required: true }) }
const days = { ...startsOn, endsOn: field.day('Last day', { required: true }) }
const description = {
  description: field.lines('Description', 500, { hint: 'Students see it: the syllabus, what to bring.' }),
}

export const newExamForm = form(
  'exam',
  name,
  type,
  academicSession,
  classesOf('Each class gets an exam of its own, with its own papers.'),
  days,
  description,
)

export const examForm = form('exam', name, type, academicSession, ofClass, days, description)

export const copyExamForm = form('copy', name, academicSession, startsOn, classesOf())

const noSuch = {
  'no-such-session': { academicSession: 'Select a valid academic session' },
  'outside-session': { startsOn: 'The days must be within the academic session' },
} as const

/**
 * Error that names the classes which already have an exam of this name; if none is found any more, a retry may succeed.
 */
const nameTaken = ({ classes = [] }: { classes?: string[] }) => {
  const who = classes.length === 0 ? 'One of the classes' : classes.join(', ')
  return { name: `${who} ${classes.length > 1 ? 'have' : 'has'} an exam with this name in the session already` }
}

export const newExamRefusals = {
  ...noSuch,
  'no-such-class': { classes: 'Select a valid class' },
  'name-taken': nameTaken,
}

export const copyExamRefusals = {
  ...newExamRefusals,
  'outside-session': { startsOn: 'The days of the copy must be within the academic session' },
}

export const examRefusals = {
  ...noSuch,
  'no-such-class': { class: 'Select a valid class' },
  published: 'The exam has been published in the meantime. Withdraw it first',
  'has-papers': { class: 'The exam has papers: its class and session cannot be changed' },
  'papers-before': { startsOn: 'A paper is held before this day' },
  'papers-after': { endsOn: 'A paper is held after this day' },
  'name-taken': { name: 'This class already has an exam with this name in the session' },
}

const timeOfDay = (label: string) =>
  field.line(label, 5, {
    hint: 'hh:mm',
    // Some browsers send seconds.
    repair: (input) => input.replace(/^(\d\d:\d\d):00$/, '$1'),
    pattern: { looks: /^([01]\d|2[0-3]):[0-5]\d$/, words: 'Enter a time as hh:mm, such as 09:00' },
    control: { type: 'time', maxLength: undefined },
  })

const marksTyped = {
  read: (input: string) => (/^\d{1,4}(\.\d{1,2})?$/.test(input) ? Number(input) : null),
  show: String,
  words: 'Enter a number with at most two decimals',
}
const control = { inputMode: 'decimal', maxLength: 7 } as const

export const paperForm = form('paper', {
  heldOn: field.day('Date', { required: true }),
  startTime: timeOfDay('From'),
  endTime: timeOfDay('Until'),
  maxMarks: field.typed('Maximum marks', { required: 'Maximum marks are required', typed: marksTyped, control }),
  passMarks: field.typed('Pass marks', { typed: marksTyped, hint: 'Leave empty if there are no pass marks', control }),
  roomNo: field.line('Room', 20),
})

export const maximumWords = `Maximum marks must be more than 0 and at most ${maxMaximum}`

export const publicationForm = form('publication', {
  althoughMissing: field.tick('Publish with missing marks', {
    hint: 'Papers without marks are not counted in any student’s total.',
  }),
})
