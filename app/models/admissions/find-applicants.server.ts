import { select } from '~/database/database.server'
import type { SignInName } from '~/models/accounts/rules'
import type { Applicant } from '~/models/accounts/sign-in-student.server'
import type { VisitorScope } from '~/models/shared/scope.server'
import { accountsSharingAName, maxAccountsChecked } from '~/models/students/options'
import type { AdmissionState } from './admission-options'

/**
 * Children registered online under this sign-in name whom no school has accepted: they wait, or were refused. As many of each
 * school as may share a name there, so that those of one school do not hide another's; those that wait and are alone at their
 * school come first.
 */
export async function findApplicants(_visitor: VisitorScope, name: SignInName): Promise<Applicant[]> {
  const rows = await select<{
    id: number
    schoolId: number
    publicId: string
    passwordHash: string
    state: AdmissionState
  }>(
    `SELECT id, schoolId, publicId, passwordHash, state FROM (
       SELECT id, school_id AS schoolId, public_id AS publicId, password_hash AS passwordHash, state,
         ROW_NUMBER() OVER (PARTITION BY school_id ORDER BY state = 'pending' DESC, id) AS place
       FROM admissions WHERE ${name.kind === 'email' ? 'email' : 'mobile_number'} = :name AND password_hash IS NOT NULL
     ) AS found WHERE place <= ${accountsSharingAName}
     ORDER BY state = 'pending' DESC, place, id LIMIT ${maxAccountsChecked}`,
    { name: name.value },
  )
  return rows.map(({ state, ...row }) => ({ kind: 'applicant', ...row, isWaiting: state === 'pending' }))
}

export interface Application {
  publicId: string
  schoolId: number
  schoolName: string
  schoolPhone: string
  firstName: string
  lastName: string
  className: string | null
  state: AdmissionState
  reason: string | null
  createdAt: Date
}

/** Registrations that somebody has just proved to be theirs: `proved` comes from a signed ticket. */
export function listApplications(_visitor: VisitorScope, proved: readonly string[]): Promise<Application[]> {
  if (proved.length === 0) return Promise.resolve([])
  return select<Application>(
    `SELECT a.public_id AS publicId, a.school_id AS schoolId, sc.name AS schoolName, sc.phone AS schoolPhone,
       a.first_name AS firstName, a.last_name AS lastName, c.name AS className, a.state, a.reason, a.created_at AS createdAt
     FROM admissions a JOIN schools sc ON sc.id = a.school_id LEFT JOIN classes c ON c.id = a.class_id
     WHERE a.public_id IN (:proved) AND a.origin = 'online' ORDER BY a.id`,
    { proved },
  )
}
