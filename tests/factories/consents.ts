import { decideAsGuardian } from '~/models/contact/consents/decide.server'
import { addUsualNotices, createNotice, privacyNotices, viewOfNotice } from '~/models/contact/consents/notices.server'
import type { UsualPurpose } from '~/models/contact/consents/options'
import { findPrivacySettings, savePrivacySettings } from '~/models/contact/consents/settings.server'
import { PrivacyNotice } from '~/models/contact/consents/tables.server'
import { usualNotices } from '~/models/contact/consents/usual-notices'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { guardianScope } from '~/models/core/shared/scope.server'
import { insert, unique } from './insert'
import { readRows } from './read'
import type { MadeSchool } from './school'
import type { MadeStudent } from './student'

/** Third parties that receive data; the usual notices leave them out, because each school has to name its own. */
export const namedCompanies = {
  en: 'Ganit Learning Apps, Ahmedabad',
  hi: 'गणित लर्निंग ऐप्स, अहमदाबाद',
  gu: 'ગણિત લર્નિંગ એપ્સ, અમદાવાદ',
}

/** Puts the usual notices in force without notifying anyone; returns their public ids. */
export async function makeNotices(school: MadeSchool): Promise<Record<UsualPurpose, string>> {
  const { scope } = school
  const { version } = await findPrivacySettings(scope)
  const officer = { officerName: 'Meenakshi Joshi', officerPost: null, officerEmail: 'privacy@school.example' }
  // Settings and notices that the school already has stay: an earlier call for another student may have made them.
  if (version === 0) await savePrivacySettings(scope, version, { ...officer, officerPhone: null, answerDays: 30 })
  await addUsualNotices(scope)
  const rows = await PrivacyNotice.findAll({
    where: { schoolId: school.id, number: 1, purpose: Object.keys(usualNotices) },
    raw: true,
  })
  for (const { id, publicId } of rows.filter(({ publishedAt }) => publishedAt === null)) {
    const begun = await privacyNotices.find(scope, publicId)
    if (!begun) throw new Error('The draft is gone')
    const draft = begun.purpose === 'third_parties' ? { ...begun, shared: namedCompanies } : begun
    const published = {
      shared: draft.shared,
      publishedAt: new Date(),
      publishedByName: 'Farida Shaikh',
      view: viewOfNotice(draft, await findPrivacySettings(scope)),
    }
    await PrivacyNotice.update(published, { where: { id } })
  }
  return Object.fromEntries(rows.map(({ purpose, publicId }) => [purpose, publicId])) as Record<UsualPurpose, string>
}

/** Returns the birth date of a person who turned `years` old `days` days ago. */
export function bornYearsAgo(years: number, days = 0): string {
  const today = todayInIndia(new Date())
  return addDays(`${Number(today.slice(0, 4)) - years}${today.slice(4).replace('-02-29', '-02-28')}`, -days)
}

/** Creates an open or answered grievance; returns its public id. */
export async function makeGrievance(
  student: Pick<MadeStudent, 'id' | 'schoolId'>,
  facts: Partial<{ state: 'open' | 'answered'; receivedOn: string; guardianId: number; writerName: string }> = {},
): Promise<string> {
  const today = todayInIndia(new Date())
  const { state = 'open', receivedOn = today, guardianId, writerName = 'Asha Patel' } = facts
  const publicId = newPublicId()
  const [row] = await readRows<{ next: number }>(
    'SELECT COALESCE(MAX(number), 5000) + 1 AS next FROM grievances WHERE school_id = :schoolId',
    { schoolId: student.schoolId },
  )
  const now = new Date()
  await insert('grievances', {
    public_id: publicId,
    school_id: student.schoolId,
    financial_year: '2026-27',
    number: row?.next ?? 1,
    writer: guardianId ? 'guardian' : 'student',
    student_id: student.id,
    guardian_id: guardianId ?? null,
    writer_name: writerName,
    topic: 'correction',
    words: 'The birth date on the card is wrong.',
    language: 'en',
    state,
    received_on: receivedOn,
    answer_by: addDays(receivedOn, 30),
    law_by: addDays(receivedOn, 90),
    form_key: unique(),
    created_at: now,
    updated_at: now,
  })
  return publicId
}

/** Data of a school, a student and a guardian behind the pages of notices, consents and grievances. */
export type ConsentThings = Awaited<ReturnType<typeof makeConsentThings>>

export async function makeConsentThings(
  school: MadeSchool,
  student: MadeStudent,
  account: { id: number; name: string },
) {
  const notices = await makeNotices(school)
  const { scope } = school
  const draft = async (title: string) => {
    const values = {
      ...usualNotices.photos,
      purpose: 'own' as const,
      title: { ...usualNotices.photos.title, en: title },
    }
    const made = await createNotice(scope, unique(), values)
    if (!made.ok) throw new Error(made.reason)
    return made.value
  }
  const [guardian] = await readRows<{ id: number; publicId: string }>(
    'SELECT id, public_id AS publicId FROM family_guardians WHERE school_id = :schoolId AND account_id = :account',
    { schoolId: school.id, account: account.id },
  )
  if (!guardian) throw new Error('The guardian is gone')
  const as = guardianScope(account.id, account.name)
  const decided = { child: student.publicId, notice: notices.whatsapp, answer: 'yes', language: 'en' } as const
  await decideAsGuardian(as, decided)
  return {
    notices,
    guardian: guardian.publicId,
    purpose: 'photos' as const,
    draft: await draft('School website'),
    spareDraft: await draft('School magazine'),
    grievance: await makeGrievance(student),
    answered: await makeGrievance(student, { state: 'answered' }),
    guardiansGrievance: await makeGrievance(student, {
      state: 'answered',
      guardianId: guardian.id,
      writerName: account.name,
    }),
  }
}
