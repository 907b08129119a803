import { type Verdict, verdictOfActorRule } from '../security/expectations'
import type { Policy } from '../security/policy'
import type { Actor, Things } from '../security/world'

/** A quiz belongs to the class: a classmate takes it too, and sees their own answers and result at the same address. */
function classVerdict(actor: Actor): Verdict {
  return actor === 'classmate' ? 'in' : verdictOfActorRule(actor, 'student', true)
}

const isStudent = (actor: Actor) => ['student', 'classmate', 'student of another school'].includes(actor)

/** API calls get 401 instead of a redirect to sign in, and 403 without the X-CSRF-Token. */
const listVerdict = (actor: Actor): Verdict => (isStudent(actor) ? 'in' : 401)
const changeVerdict = (actor: Actor): Verdict => (isStudent(actor) ? 403 : 401)

const fields = ({ quizzes }: Things) => quizzes.fields

export const quizzesPolicies: Record<string, Policy> = {
  'routes/students+/_shell+/quizzes+/index': { get: 'student' },
  'routes/students+/_shell+/quizzes+/attempts': { get: 'student' },
  'routes/students+/_shell+/quizzes+/$id.index': {
    guardians: 'never',
    get: 'student',
    ids: ({ quizzes }) => [quizzes.running],
    verdict: classVerdict,
  },
  'routes/students+/_shell+/quizzes+/$id.start': {
    guardians: 'never',
    get: 'student',
    post: 'student',
    ids: ({ quizzes }) => [quizzes.toStart],
    body: () => ({}),
    verdict: classVerdict,
  },
  'routes/students+/_shell+/quizzes+/$id.answers': {
    guardians: 'never',
    get: 'student',
    post: 'student',
    ids: ({ quizzes }) => [quizzes.running],
    body: fields,
    verdict: classVerdict,
  },
  'routes/students+/_shell+/quizzes+/$id.kept-answers': {
    get: 'nobody',
    post: 'student',
    ids: ({ quizzes }) => [quizzes.running],
    body: fields,
    verdict: (actor, method) => {
      if (method === 'GET') return 405
      return isStudent(actor) ? classVerdict(actor) : 401
    },
  },
  'routes/students+/_shell+/quizzes+/$id.submission': {
    guardians: 'never',
    get: 'student',
    post: 'student',
    ids: ({ quizzes }) => [quizzes.running],
    body: fields,
    verdict: classVerdict,
  },
  'routes/students+/_shell+/quizzes+/$id.result': {
    get: 'student',
    ids: ({ quizzes }) => [quizzes.submitted],
    verdict: classVerdict,
  },

  'routes/student-management+/quizzes.index': { get: 'student', post: 'nobody', verdict: listVerdict },
  'routes/student-management+/quizzes.attempts': { get: 'student', post: 'nobody', verdict: listVerdict },
  'routes/student-management+/quizzes.$id.start': {
    get: 'nobody',
    post: 'student',
    ids: ({ quizzes }) => [quizzes.toStart],
    body: () => ({}),
    verdict: changeVerdict,
  },
  'routes/student-management+/quizzes.$id.submit': {
    get: 'nobody',
    post: 'student',
    ids: ({ quizzes }) => [quizzes.running],
    body: () => ({}),
    verdict: changeVerdict,
  },
  'routes/student-management+/quizzes.$id.result': {
    get: 'student',
    post: 'nobody',
    ids: ({ quizzes }) => [quizzes.submitted],
    verdict: (actor) => (isStudent(actor) ? classVerdict(actor) : 401),
  },
}
