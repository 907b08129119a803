import { paths } from '~/addresses/paths'
import { m } from '~/language/paraglide/messages'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { findSchoolContact } from '~/models/core/schools/profile.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { SectionOfSession } from '~/models/people/academics/enroll.server'
import { requiresActivationCode } from '~/models/people/accounts/passwords/activation-code.server'
import { fullName } from '~/models/people/students/rules'
import { siteUrl } from '~/services/site.server'
import type { AdmissionRow } from '../tables.server'

type Applicant = Pick<
  AdmissionRow,
  'first_name' | 'last_name' | 'email' | 'mobile_number' | 'language' | 'passwordHash'
>

type Locale = { locale: Applicant['language'] }
type Mail = { subject: string; text: string }

/** Mails the family in their language; does nothing without an address. */
async function mailFamily(
  scope: SchoolScope,
  { first_name, last_name, email, language }: Applicant,
  mail: (facts: { name: string; school: string; phone: string; email: string }, locale: Locale) => Mail,
) {
  const school = email ? await findSchoolContact(scope) : null
  if (!email || !school) return
  const facts = {
    name: fullName({ firstName: first_name, lastName: last_name }),
    school: school.name,
    phone: school.phone,
    email,
  }
  await enqueueMail({ schoolId: scope.schoolId, to: email, ...mail(facts, { locale: language }) })
}

export async function mailAcceptance(scope: SchoolScope, applicant: Applicant, { section, session }: SectionOfSession) {
  const asksCode = !applicant.passwordHash && (await requiresActivationCode(scope))
  await mailFamily(scope, applicant, (facts, locale) => ({
    subject: m.admissions_mail_accepted_subject(facts, locale),
    text: m.admissions_mail_accepted_text(
      {
        ...facts,
        class: section.className,
        section: section.name,
        session: session.name,
        link: siteUrl(paths.student.login),
        mobile: applicant.mobile_number,
        password: applicant.passwordHash
          ? m.admissions_mail_own_password({}, locale)
          : asksCode
            ? m.admissions_mail_birth_and_code({}, locale)
            : m.admissions_mail_birth_password({}, locale),
      },
      locale,
    ),
  }))
}

export function mailRejection(scope: SchoolScope, applicant: Applicant, reason: string) {
  return mailFamily(scope, applicant, (facts, locale) => ({
    subject: m.admissions_mail_rejected_subject(facts, locale),
    text: m.admissions_mail_rejected_text({ ...facts, reason }, locale),
  }))
}
