import { selectOne } from '~/database/database.server'
import { m } from '~/language/paraglide/messages'
import type { SectionOfSession } from '~/models/academics/enroll.server'
import { requiresActivationCode } from '~/models/accounts/activation-code.server'
import { enqueueMail } from '~/models/outbox/enqueue.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { siteUrl } from '~/services/site.server'
import type { AdmissionRow } from './tables.server'

type Applicant = Pick<
  AdmissionRow,
  'first_name' | 'last_name' | 'email' | 'mobile_number' | 'language' | 'passwordHash'
>

/** Writes to the family, in their language, that the child is a student now and how to sign in; nothing without an address. */
export async function tellOfAcceptance(
  scope: SchoolScope,
  applicant: Applicant,
  place: SectionOfSession,
): Promise<void> {
  if (!applicant.email) return
  const locale = applicant.language
  const school = await findSender(scope)
  const password = applicant.passwordHash
    ? m.admissions_mail_own_password({}, { locale })
    : (await requiresActivationCode(scope))
      ? m.admissions_mail_birth_and_code({}, { locale })
      : m.admissions_mail_birth_password({}, { locale })
  const name = `${applicant.first_name} ${applicant.last_name}`
  await enqueueMail({
    schoolId: scope.schoolId,
    to: applicant.email,
    subject: m.admissions_mail_accepted_subject({ name, school: school.name }, { locale }),
    text: m.admissions_mail_accepted_text(
      {
        name,
        school: school.name,
        class: place.section.className,
        section: place.section.name,
        session: place.session.name,
        link: siteUrl('/students/login'),
        email: applicant.email,
        mobile: applicant.mobile_number,
        password,
        phone: school.phone,
      },
      { locale },
    ),
  })
}

/** Writes to the family, in their language, that the school has said no, and why. */
export async function tellOfRejection(scope: SchoolScope, applicant: Applicant, reason: string): Promise<void> {
  if (!applicant.email) return
  const locale = applicant.language
  const school = await findSender(scope)
  const name = `${applicant.first_name} ${applicant.last_name}`
  await enqueueMail({
    schoolId: scope.schoolId,
    to: applicant.email,
    subject: m.admissions_mail_rejected_subject({ name, school: school.name }, { locale }),
    text: m.admissions_mail_rejected_text({ name, school: school.name, reason, phone: school.phone }, { locale }),
  })
}

async function findSender(scope: SchoolScope): Promise<{ name: string; phone: string }> {
  const row = await selectOne<{ name: string; phone: string }>('SELECT name, phone FROM schools WHERE id = :schoolId', {
    schoolId: scope.schoolId,
  })
  if (!row) throw new Error(`There is no school ${scope.schoolId}`)
  return row
}
