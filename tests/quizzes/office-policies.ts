import { wallClockInIndia } from '~/models/learning/quizzes/take/window-rules'
import type { Policy } from '../security/policy'
import type { Things } from '../security/world'

const at = (what: (things: Things['quizOffice']) => string) => (things: Things) =>
  `/school/quizzes/${what(things.quizOffice)}`

export const quizOfficePolicies: Record<string, Policy> = {
  'routes/school+/_shell+/quizzes+/index': { get: 'quizzes:view', at: () => '/school/quizzes' },
  'routes/school+/_shell+/quizzes+/index[.]csv': { get: 'quizzes:view', at: () => '/school/quizzes.csv' },
  'routes/school+/_shell+/quizzes+/new': {
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    at: () => '/school/quizzes/new',
    body: (things) => ({ ...wordFields(), ...locationFields(things), form_key: 'quiz-of-the-matrix' }),
  },
  'routes/school+/_shell+/quizzes+/$id.index': { get: 'quizzes:view', at: at(({ draft }) => draft) },
  'routes/school+/_shell+/quizzes+/$id.edit': {
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    at: at(({ draft }) => `${draft}/edit`),
    body: (things) => ({ ...wordFields(), ...locationFields(things), version: '1' }),
  },
  'routes/school+/_shell+/quizzes+/$id.delete': {
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    at: at(({ spare }) => `${spare}/delete`),
    body: () => ({}),
  },
  'routes/school+/_shell+/quizzes+/$id.copy': {
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    at: at(({ draft }) => `${draft}/copy`),
    body: (things) => ({ title: 'A copy', ...locationFields(things), form_key: 'copy-of-the-matrix' }),
  },
  'routes/school+/_shell+/quizzes+/$id.publication': {
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    at: at(({ ready }) => `${ready}/publication`),
    body: () => ({}),
  },
  'routes/school+/_shell+/quizzes+/$id.withdrawal': {
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    at: at(({ published }) => `${published}/withdrawal`),
    body: () => ({}),
  },
  'routes/school+/_shell+/quizzes+/$id.questions.new': {
    auditsNothing: 'the quiz is a draft, which nobody sees: what changes after it was published is in the log',
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    at: at(({ draft }) => `${draft}/questions/new?type=short`),
    body: () => ({ question_text: 'Capital of Gujarat?', marks: '2', 'answers[0]': 'Gandhinagar', intent: 'save' }),
  },
  'routes/school+/_shell+/quizzes+/$id.questions.$questionId.edit': {
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    at: at(({ draft, question }) => `${draft}/questions/${question}/edit`),
    body: () => ({
      question_text: 'Nearest planet?',
      marks: '1.5',
      'options[0]': 'Venus',
      'options[1]': 'Mercury',
      correct: '1',
      intent: 'add-option',
      version: '0',
    }),
    storesNothing: 'one more option is wanted in the form; tests/quizzes/office.spec.ts saves one',
  },
  'routes/school+/_shell+/quizzes+/$id.questions.$questionId.delete': {
    auditsNothing: 'the quiz is a draft, which nobody sees: what changes after it was published is in the log',
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    at: at(({ draft, spareQuestion }) => `${draft}/questions/${spareQuestion}/delete`),
    body: () => ({}),
  },
  'routes/school+/_shell+/quizzes+/$id.questions.order': {
    auditsNothing: 'the quiz is a draft, which nobody sees: what changes after it was published is in the log',
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    at: at(({ draft }) => `${draft}/questions/order`),
    body: ({ quizOffice }) => ({ move: `down ${quizOffice.question}` }),
  },
  'routes/school+/_shell+/quizzes+/$id.attempts.index': {
    get: 'quizzes:view',
    at: at(({ begun }) => `${begun}/attempts`),
  },
  'routes/school+/_shell+/quizzes+/$id.attempts[.]csv': {
    get: 'quizzes:view',
    at: at(({ begun }) => `${begun}/attempts.csv`),
  },
  'routes/school+/_shell+/quizzes+/$id.attempts.$attemptId': {
    get: 'quizzes:view',
    at: at(({ begun, attempt }) => `${begun}/attempts/${attempt}`),
  },
  'routes/school+/_shell+/quizzes+/$id.marking': {
    ignoresOthers: { 'seen-*': 'what was shown of an answer that is not in the list is not asked for' },
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    at: at(({ begun, shortQuestion }) => `${begun}/marking?question=${shortQuestion}`),
    body: ({ quizOffice }) => ({ [`marks-${quizOffice.attempt}`]: '1.5', [`seen-${quizOffice.attempt}`]: '' }),
  },
  'routes/school+/_shell+/quizzes+/$id.statistics.index': {
    get: 'quizzes:view',
    at: at(({ begun }) => `${begun}/statistics`),
  },
  'routes/school+/_shell+/quizzes+/$id.statistics[.]csv': {
    get: 'quizzes:view',
    at: at(({ begun }) => `${begun}/statistics.csv`),
  },
}

function wordFields(): Record<string, string> {
  return { title: 'Our solar system', description: 'Chapter 3', duration_minutes: '20' }
}

/** Form fields for the section, around now. */
function locationFields({ session, class: ofClass, section }: Things): Record<string, string> {
  const from = wallClockInIndia(new Date(Date.now() - 3_600_000))
  return {
    academic_session: session.publicId,
    class: ofClass.publicId,
    'sections[0]': section.publicId,
    from_day: from.day,
    from_time: from.time,
    until_day: session.endsOn,
    until_time: '23:30',
  }
}
