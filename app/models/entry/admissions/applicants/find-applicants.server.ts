import { flag, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { VisitorScope } from '~/models/core/shared/scope.server'
import type { SignInName } from '~/models/people/accounts/rules'
import type { Applicant } from '~/models/people/accounts/sign-in/sign-in-student.server'
import { hasSchoolName, isUnapproved } from '~/models/people/accounts/staff/school-order'
import { accountsSharingAName, maxAccountsChecked } from '~/models/people/students/options'
import { Admission } from '../tables.server'

const applicant = {
  kind: wordOf<'applicant'>("'applicant'"),
  ...columnsOf(Admission, 'found', 'id', 'schoolId', 'publicId'),
  passwordHash: text('found.password_hash'),
  isWaiting: flag("found.state = 'pending'"),
}

/**
 * Lists the children registered online under this sign-in name whose admission is pending or rejected. Limited per
 * school, so that one school cannot hide another's children. Sorts approved schools first and, among equal schools,
 * pending admissions first.
 */
export function findApplicants(_visitor: VisitorScope, name: SignInName, school?: string): Promise<Applicant[]> {
  return selectRows(
    applicant,
    `FROM (
       SELECT a.id, a.school_id, a.public_id, a.password_hash, a.state, ${isUnapproved} AS isUnapproved,
         ROW_NUMBER() OVER (PARTITION BY a.school_id ORDER BY a.state = 'pending' DESC, a.id) AS place
       FROM admissions a JOIN schools c ON c.id = a.school_id
       WHERE a.${name.kind === 'email' ? 'email' : 'mobile_number'} = :name AND a.password_hash IS NOT NULL ${school ? hasSchoolName : ''}
     ) AS found WHERE place <= ${accountsSharingAName}
     ORDER BY isUnapproved, found.state = 'pending' DESC, place, id LIMIT ${maxAccountsChecked + 1}`,
    { name: name.value, school: school ?? '' },
  )
}

const applied = {
  ...columnsOf(Admission, 'a', 'publicId', 'schoolId', 'state', 'reason', 'createdAt'),
  schoolName: text('sc.name'),
  schoolPhone: text('sc.phone'),
  firstName: text('a.first_name'),
  lastName: text('a.last_name'),
  className: textOrNull('c.name'),
}
export type Application = Awaited<ReturnType<typeof listApplications>>[number]

/** Lists the registrations that a visitor has just proved to be their own: `proved` comes from a signed ticket. */
export function listApplications(_visitor: VisitorScope, proved: readonly string[]) {
  const either = proved.length === 0 ? [''] : proved
  return selectRows(
    applied,
    `FROM admissions a JOIN schools sc ON sc.id = a.school_id LEFT JOIN classes c ON c.id = a.class_id
     WHERE a.public_id IN (:proved) AND a.origin = 'online' ORDER BY a.id`,
    { proved: either },
  )
}
