import { selectRow, text, textOrNull } from '~/database/database.server'
import { staffPasswordLength, studentPasswordLength } from '../options'
import type { Account } from '../sign-in/sessions.server'
import { passwordProblem } from './password-rules.server'

/** Returns why the account may not use this new password, or null if it may. Works for inactive accounts too. */
export async function problemOfNewPassword({ kind, schoolId, id }: Account, password: string) {
  if (kind === 'staff') return staffProblem({ schoolId, id }, password)
  if (kind === 'guardian') return guardianProblem(id, password)
  const facts = await selectRow(
    {
      names: text(
        "CONCAT_WS('\n', TRIM(CONCAT(s.first_name, ' ', s.last_name)), c.name, p.father_name, p.mother_name)",
      ),
      mobile: text('s.mobile_number'),
      enrollmentNumber: text('s.enrollment_number'),
    },
    `FROM students s JOIN schools c ON c.id = s.school_id LEFT JOIN guardians p ON p.school_id = s.school_id AND p.student_id = s.id
     WHERE s.school_id = :schoolId AND s.id = :id`,
    { schoolId, id },
  )
  const names = facts?.names.split('\n') ?? []
  const phones = facts ? [facts.mobile] : []
  return passwordProblem(password, { names, phones, enrollmentNumber: facts?.enrollmentNumber }, studentPasswordLength)
}

async function guardianProblem(id: number, password: string) {
  const facts = await selectRow(
    { name: text('name'), mobile: textOrNull('mobile_number') },
    'FROM guardian_accounts WHERE id = :id',
    { id },
  )
  return passwordProblem(password, guardianFacts(facts?.name ?? '', facts?.mobile ?? null), studentPasswordLength)
}

export function guardianFacts(name: string, mobile: string | null) {
  return { names: [name], phones: mobile === null ? [] : [mobile] }
}

async function staffProblem(account: { schoolId: number; id: number }, password: string) {
  const facts = await selectRow(
    { name: text('u.name'), schoolName: text('s.name'), phone: text('s.phone') },
    `FROM staff_users u JOIN schools s ON s.id = u.school_id
     WHERE u.school_id = :schoolId AND u.id = :id`,
    account,
  )
  const names = facts ? [facts.name, facts.schoolName] : []
  return passwordProblem(password, { names, phones: facts ? [facts.phone] : [] }, staffPasswordLength)
}
