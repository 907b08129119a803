import { wallClockInIndia } from '~/models/learning/quizzes/take/window-rules'
import type { Policy } from '../security/policy'
import type { Things } from '../security/world'

export const quizOfficePolicies: Record<string, Policy> = {
  'routes/school+/_shell+/quizzes+/index': { get: 'quizzes:view' },
  'routes/school+/_shell+/quizzes+/index[.]csv': { get: 'quizzes:view' },
  'routes/school+/_shell+/quizzes+/new': {
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    body: (things) => ({ ...wordFields(), ...locationFields(things), form_key: 'quiz-of-the-matrix' }),
  },
  'routes/school+/_shell+/quizzes+/$id.index': { get: 'quizzes:view', ids: ({ quizOffice }) => [quizOffice.draft] },
  'routes/school+/_shell+/quizzes+/$id.edit': {
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    ids: ({ quizOffice }) => [quizOffice.draft],
    body: (things) => ({ ...wordFields(), ...locationFields(things), version: '1' }),
  },
  'routes/school+/_shell+/quizzes+/$id.delete': {
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    ids: ({ quizOffice }) => [quizOffice.spare],
    body: () => ({}),
  },
  'routes/school+/_shell+/quizzes+/$id.copy': {
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    ids: ({ quizOffice }) => [quizOffice.draft],
    body: (things) => ({ title: 'A copy', ...locationFields(things), form_key: 'copy-of-the-matrix' }),
  },
  'routes/school+/_shell+/quizzes+/$id.publication': {
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    ids: ({ quizOffice }) => [quizOffice.ready],
    body: () => ({}),
  },
  'routes/school+/_shell+/quizzes+/$id.withdrawal': {
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    ids: ({ quizOffice }) => [quizOffice.published],
    body: () => ({}),
  },
  'routes/school+/_shell+/quizzes+/$id.questions.new': {
    auditsNothing: 'the quiz is a draft, which nobody sees: what changes after it was published is in the log',
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    ids: ({ quizOffice }) => [quizOffice.draft],
    query: () => 'type=short',
    body: () => ({ question_text: 'Capital of Gujarat?', marks: '2', 'answers[0]': 'Gandhinagar', intent: 'save' }),
  },
  'routes/school+/_shell+/quizzes+/$id.questions.$questionId.edit': {
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    ids: ({ quizOffice }) => [quizOffice.draft, quizOffice.question],
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
    ids: ({ quizOffice }) => [quizOffice.draft, quizOffice.spareQuestion],
    body: () => ({}),
  },
  'routes/school+/_shell+/quizzes+/$id.questions.order': {
    auditsNothing: 'the quiz is a draft, which nobody sees: what changes after it was published is in the log',
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    ids: ({ quizOffice }) => [quizOffice.draft],
    body: ({ quizOffice }) => ({ move: `down ${quizOffice.question}` }),
  },
  'routes/school+/_shell+/quizzes+/$id.attempts.index': {
    get: 'quizzes:view',
    ids: ({ quizOffice }) => [quizOffice.begun],
  },
  'routes/school+/_shell+/quizzes+/$id.attempts[.]csv': {
    get: 'quizzes:view',
    ids: ({ quizOffice }) => [quizOffice.begun],
  },
  'routes/school+/_shell+/quizzes+/$id.attempts.$attemptId': {
    get: 'quizzes:view',
    ids: ({ quizOffice }) => [quizOffice.begun, quizOffice.attempt],
  },
  'routes/school+/_shell+/quizzes+/$id.marking': {
    ignoresOthers: { 'seen-*': 'what was shown of an answer that is not in the list is not asked for' },
    get: 'quizzes:edit',
    post: 'quizzes:edit',
    ids: ({ quizOffice }) => [quizOffice.begun],
    query: ({ quizOffice }) => `question=${quizOffice.shortQuestion}`,
    body: ({ quizOffice }) => ({ [`marks-${quizOffice.attempt}`]: '1.5', [`seen-${quizOffice.attempt}`]: '' }),
  },
  'routes/school+/_shell+/quizzes+/$id.statistics.index': {
    get: 'quizzes:view',
    ids: ({ quizOffice }) => [quizOffice.begun],
  },
  'routes/school+/_shell+/quizzes+/$id.statistics[.]csv': {
    get: 'quizzes:view',
    ids: ({ quizOffice }) => [quizOffice.begun],
  },
}

function wordFields(): Record<string, string> {
  return { title: 'Our solar system', description: 'Chapter 3', duration_minutes: '20' }
}

/** Form fields that open the quiz to the section, from an hour ago to the session's end. */
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
