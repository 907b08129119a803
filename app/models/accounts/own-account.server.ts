import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import type { Account } from './sessions.server'

/** The account of whoever is signed in, a student or a staff user, for what everybody does with the own one. */
export function ownAccount(scope: StudentScope | SchoolScope): Account {
  if ('studentId' in scope) return { kind: 'student', schoolId: scope.schoolId, id: scope.studentId }
  if (scope.actor.id === null) throw new Error('the program itself has no account')
  return { kind: 'staff', schoolId: scope.schoolId, id: scope.actor.id }
}
