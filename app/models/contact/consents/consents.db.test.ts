import { beforeAll, describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { guardianScope, visitorScope } from '~/models/core/shared/scope.server'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { bornYearsAgo, makeNotices, namedCompanies } from '../../../../tests/factories/consents'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../../../../tests/factories/guardians'
import { insert, unique } from '../../../../tests/factories/insert'
import { readRows } from '../../../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { consentedAmong, isConsented, listCurrentNotices, listDecisions } from './consents.server'
import {
  type Answer,
  decideAsGuardian,
  decideAsStudent,
  findConsentStudent,
  listDeciders,
  listPublishedNotices,
  listScans,
  recordDecision,
} from './decide.server'
import {
  addUsualNotices,
  createNotice,
  createVersion,
  findPublicNotice,
  listPublicNotices,
  listSchoolsWithNotices,
  privacyNotices,
  publishNotice,
} from './notices.server'
import type { UsualPurpose } from './options'
import { readFamilyConsents, readSectionConsents, readStudentConsents } from './section-consents.server'
import { findPrivacySettings, savePrivacySettings } from './settings.server'
import { usualNotices } from './usual-notices'

const today = todayInIndia(new Date())

/** Creates a school with published notices, a child of fourteen and two guardians with accounts. */
async function makeFamily(birthDate = bornYearsAgo(14)) {
  const school = await makeSchool()
  const notices = await makeNotices(school)
  const child = await makeStudent(school, { dateOfBirth: birthDate })
  const guardian = async (name: string, rights = {}) => {
    const account = await makeGuardianAccount({ name })
    const made = await makeGuardian(school, { name, accountId: account.id })
    await linkGuardian(made, child, rights)
    return { ...made, scope: guardianScope(account.id, name) }
  }
  const mother = await guardian('Hansa Patel', { relation: 'mother' })
  const father = await guardian('Rajesh Patel', { position: 2 })
  const decide = (who: { scope: ReturnType<typeof guardianScope> }, purpose: UsualPurpose, answer: Answer) =>
    decideAsGuardian(who.scope, { child: child.publicId, notice: notices[purpose], answer, language: 'gu' })
  const asks = (purpose: string) => isConsented(school.scope, { studentId: child.id, purpose })
  return { school, notices, child, mother, father, guardian, decide, asks }
}

const historyOf = (studentId: number) =>
  readRows<{ decision: string; channel: string; language: string; verification: string; name: string }>(
    `SELECT decision, channel, language, verification, decided_by_name AS name FROM consent_decisions
     WHERE student_id = :studentId ORDER BY id`,
    { studentId },
  )

describe('decideAsGuardian', () => {
  it('applies consent and withdrawal immediately; the history keeps notice, language and account of each', async () => {
    const { decide, mother, asks, child, school, notices } = await makeFamily()
    expect(await asks('photos')).toBe(false)
    expect(await decide(mother, 'photos', 'yes')).toEqual({ ok: true, value: undefined })
    expect(await decide(mother, 'photos', 'yes')).toEqual({ ok: true, value: undefined })
    expect(await asks('photos')).toBe(true)
    expect(await asks('whatsapp')).toBe(false)
    expect(await consentedAmong(school.scope, { studentIds: [child.id], purpose: 'photos' })).toEqual(
      new Set([child.id]),
    )
    await decide(mother, 'photos', 'no')
    expect(await asks('photos')).toBe(false)
    const common = { channel: 'account', language: 'gu', verification: 'account', name: 'Hansa Patel' }
    expect(await historyOf(child.id)).toEqual([
      { decision: 'given', ...common },
      { decision: 'withdrawn', ...common },
    ])
    const [first] = await listDecisions(school.scope, [child.id])
    expect(first?.noticePublicId).toBe(notices.photos)
  })

  it('lets a refusal outweigh the other guardian’s consent', async () => {
    const { decide, mother, father, asks, child, school } = await makeFamily()
    await decide(mother, 'whatsapp', 'yes')
    await decide(father, 'whatsapp', 'no')
    expect(await asks('whatsapp')).toBe(false)
    const { consents } = await readStudentConsents(school.scope, { id: child.id, birthDate: child.dateOfBirth })
    expect(consents.find(({ notice }) => notice.purpose === 'whatsapp')?.counted).toMatchObject({
      state: 'refused',
      isDisputed: true,
    })
    await decide(father, 'whatsapp', 'yes')
    expect(await asks('whatsapp')).toBe(true)
  })

  it('accepts a decision only for a child that the guardian may see, and not for a student of 18', async () => {
    const { guardian, decide, mother, child } = await makeFamily()
    const aunt = await guardian('Meena Shah', { maySee: false })
    expect(await decide(aunt, 'photos', 'yes')).toEqual({ ok: false, reason: 'not-found' })
    const stranger = (await makeFamily()).mother
    expect(await decide(stranger, 'photos', 'yes')).toEqual({ ok: false, reason: 'not-found' })
    expect(await decide(mother, 'schooling', 'yes')).toEqual({ ok: false, reason: 'notice-changed' })
    expect(await historyOf(child.id)).toEqual([])
    const grown = await makeFamily(bornYearsAgo(18))
    expect(await grown.decide(grown.mother, 'photos', 'yes')).toEqual({ ok: false, reason: 'adult' })
  })

  it('records that a guardian has read a notice that needs no consent, and who has read it', async () => {
    const { decide, mother, child, asks } = await makeFamily()
    expect(await asks('schooling')).toBe(true)
    await decide(mother, 'schooling', 'read')
    const [own] = await readFamilyConsents(mother.scope)
    expect(own).toMatchObject({ child: { publicId: child.publicId }, isAdult: false })
    expect(own?.read.consents.find(({ notice }) => notice.purpose === 'schooling')?.read?.decidedByName).toBe(
      'Hansa Patel',
    )
  })
})

describe('decideAsStudent', () => {
  it('refuses a student’s consent before the 18th birthday, and accepts it from that day on', async () => {
    const young = await makeFamily(bornYearsAgo(18, -1))
    const answer = { notice: young.notices.photos, answer: 'yes', language: 'hi' } as const
    expect(await decideAsStudent(young.child.scope, answer)).toEqual({ ok: false, reason: 'under-age' })
    expect(await young.asks('photos')).toBe(false)
    const grown = await makeFamily(bornYearsAgo(18))
    const own = { ...answer, notice: grown.notices.photos }
    expect(await decideAsStudent(grown.child.scope, own)).toEqual({ ok: true, value: undefined })
    expect(await grown.asks('photos')).toBe(true)
  })
})

describe('recordDecision', () => {
  const paper = (more: object) => ({
    answer: 'yes' as const,
    language: 'en' as const,
    decidedOn: today,
    verification: 'counter' as const,
    notice: '',
    guardian: '',
    ...more,
  })

  it('records a decision from paper, which does not outweigh a refusal of the same day', async () => {
    const { school, child, mother, notices, asks, decide, guardian } = await makeFamily()
    const { scope } = school
    const of = (more: object) =>
      recordDecision(scope, child.publicId, paper({ notice: notices.apaar, guardian: mother.publicId, ...more }), null)
    expect(await of({ verification: 'signed_form' })).toEqual({ ok: false, reason: 'no-scan' })
    expect(await of({ guardian: 'student' })).toEqual({ ok: false, reason: 'under-age' })
    expect(await of({ guardian: 'aaaaaaaaaaaa' })).toEqual({ ok: false, reason: 'no-guardian' })
    expect(await of({ notice: 'aaaaaaaaaaaa' })).toEqual({ ok: false, reason: 'no-notice' })
    expect(await of({ decidedOn: addDays(today, 1) })).toEqual({ ok: false, reason: 'day' })
    // The school's notices were published today, so no family can have read them before.
    expect(await of({ decidedOn: addDays(today, -1) })).toEqual({ ok: false, reason: 'before-notice' })
    expect(await of({})).toEqual({ ok: true, value: undefined })
    expect(await asks('apaar')).toBe(true)
    await decide(mother, 'apaar', 'no')
    await of({})
    expect(await asks('apaar')).toBe(false)
    expect(await listScans(scope, child.id)).toEqual([])
    await guardian('Meena Shah', { maySee: false, position: 3 })
    await guardian('Kirit Shah', { shutOutAt: new Date(), position: 4 })
    expect((await listDeciders(scope, child.id)).map(({ name }) => name)).toEqual(['Hansa Patel', 'Rajesh Patel'])
    expect(await findConsentStudent((await makeSchool()).scope, child.publicId)).toBeNull()
  })

  it('refuses, once a student is 18, decisions by guardian or student that are dated before the birthday', async () => {
    const { school, child, mother, notices } = await makeFamily(bornYearsAgo(18))
    await execute('UPDATE privacy_notices SET published_at = published_at - INTERVAL 9 DAY WHERE school_id = :id', {
      id: school.id,
    })
    const of = (guardian: string, decidedOn: string) =>
      recordDecision(school.scope, child.publicId, paper({ notice: notices.apaar, guardian, decidedOn }), null)
    // Last day before the 18th birthday. If today is 29 February, the birthday was yesterday, on the 28th.
    const underAge = addDays(today, today.endsWith('-02-29') ? -2 : -1)
    expect(await of(mother.publicId, underAge)).toEqual({ ok: false, reason: 'adult' })
    expect(await of('student', underAge)).toEqual({ ok: false, reason: 'under-age' })
    expect(await of('student', today)).toEqual({ ok: true, value: undefined })
  })

  it('keeps the signed form of a refusal, and of a consent already recorded at the counter', async () => {
    const { school, child, mother, notices } = await makeFamily()
    const { scope } = school
    const of = (more: object, scan: string | null = null) =>
      recordDecision(scope, child.publicId, paper({ notice: notices.photos, guardian: mother.publicId, ...more }), scan)
    const received = async () => {
      const key = `consent-forms/${unique()}.pdf`
      await insert('files', {
        school_id: school.id,
        storage_key: key,
        visibility: 'school',
        content_type: 'application/pdf',
        file_name: 'form.pdf',
        size_bytes: 10,
        state: 'pending',
        created_at: new Date(),
      })
      return key
    }
    const signed = { verification: 'signed_form' as const }
    const [yes, no] = [await received(), await received()]
    for (const more of [{}, {}, { verification: 'admission_papers' }])
      expect(await of(more)).toMatchObject({ ok: true })
    expect(await of(signed, yes)).toEqual({ ok: true, value: undefined })
    expect(await of(signed, yes)).toEqual({ ok: false, reason: 'file-gone' })
    expect(await of({ answer: 'no' })).toEqual({ ok: true, value: undefined })
    expect(await of({ answer: 'no', ...signed }, no)).toEqual({ ok: true, value: undefined })
    expect((await historyOf(child.id)).map(({ decision, verification }) => [decision, verification])).toEqual([
      ['given', 'counter'],
      ['given', 'admission_papers'],
      ['given', 'signed_form'],
      ['withdrawn', 'counter'],
      ['withdrawn', 'signed_form'],
    ])
    expect((await listScans(scope, child.id)).map(({ key }) => key).sort()).toEqual([yes, no].sort())
  })

  it('keeps every signed form, even with an unchanged answer', async () => {
    const { school, child, mother, notices } = await makeFamily()
    for (const name of ['first', 'second']) {
      const key = `consent-forms/${unique()}.pdf`
      await insert('files', {
        school_id: school.id,
        storage_key: key,
        visibility: 'school',
        content_type: 'application/pdf',
        file_name: `${name}.pdf`,
        size_bytes: 10,
        state: 'pending',
        created_at: new Date(),
      })
      const signed = paper({ notice: notices.photos, guardian: mother.publicId, verification: 'signed_form' as const })
      expect(await recordDecision(school.scope, child.publicId, signed, key)).toMatchObject({ ok: true })
    }
    expect(await listScans(school.scope, child.id)).toHaveLength(2)
  })

  it('records a refusal at the counter today, and lets a later consent from the account replace it', async () => {
    const { school, child, mother, notices, asks, decide } = await makeFamily()
    const no = paper({ answer: 'no' as const, notice: notices.photos, guardian: mother.publicId })
    expect(await recordDecision(school.scope, child.publicId, no, null)).toMatchObject({ ok: true })
    expect(await decide(mother, 'photos', 'yes')).toMatchObject({ ok: true })
    expect(await asks('photos')).toBe(true)
  })

  it('refuses a decision over three years old', async () => {
    const { school, child, mother, notices } = await makeFamily()
    await execute("UPDATE privacy_notices SET published_at = '2001-01-01' WHERE school_id = :id", { id: school.id })
    const of = (decidedOn: string) =>
      recordDecision(
        school.scope,
        child.publicId,
        paper({ notice: notices.photos, guardian: mother.publicId, decidedOn }),
        null,
      )
    expect(await of(addDays(today, -3 * 366 - 1))).toEqual({ ok: false, reason: 'day' })
    expect(await of(addDays(today, -3 * 366))).toMatchObject({ ok: true })
  })

  it('ignores the consent of a guardian who lost the right to see the child', async () => {
    const { child, mother, decide, asks } = await makeFamily()
    await decide(mother, 'photos', 'yes')
    expect(await asks('photos')).toBe(true)
    await execute('UPDATE guardian_links SET may_see = 0 WHERE guardian_id = :id AND student_id = :child', {
      id: mother.id,
      child: child.id,
    })
    expect(await asks('photos')).toBe(false)
  })

  it('lists the consents of a section’s current students', async () => {
    const { school, child, mother, decide } = await makeFamily()
    const session = await currentSession(school)
    const ofClass = await makeClass(school)
    const section = await makeSection(ofClass)
    await makeEnrollment(child, { session, class: ofClass, section })
    const gone = await makeStudent(school)
    const left = await makeEnrollment(gone, { session, class: ofClass, section })
    await execute("UPDATE enrollments SET status = 'left', left_on = :today WHERE id = :id", { today, id: left.id })
    await decide(mother, 'photos', 'yes')
    const { notices, rows } = await readSectionConsents(school.scope, section.publicId)
    expect(notices.map(({ purpose }) => purpose)).toEqual(['photos', 'whatsapp', 'apaar', 'third_parties', 'marketing'])
    expect(rows.map(({ consents }) => consents.map(({ state }) => state))).toEqual([
      ['given', 'open', 'open', 'open', 'open'],
    ])
  })
})

describe('privacy notices', () => {
  let school: MadeSchool
  beforeAll(async () => {
    school = await makeSchool()
  })
  const values = {
    ...usualNotices.photos,
    title: { ...usualNotices.photos.title, en: 'School website' },
    asksAnew: false,
  }

  it('keeps a notice as a draft until it is published, and refuses changes and deletion afterwards', async () => {
    const { scope } = school
    expect(await addUsualNotices(scope)).toBe(6)
    expect(await addUsualNotices(scope)).toBe(0)
    const made = await createNotice(scope, 'own-purpose-1', { ...values, purpose: 'own' })
    if (!made.ok) throw new Error(made.reason)
    expect(await createNotice(scope, 'photos-again-1', { ...values, purpose: 'photos' })).toEqual({
      ok: false,
      reason: 'there-already',
    })
    expect(await publishNotice(scope, made.value)).toEqual({ ok: false, reason: 'no-officer' })
    const { version, ...settings } = await findPrivacySettings(scope)
    await savePrivacySettings(scope, version, {
      ...settings,
      officerName: 'Meenakshi Joshi',
      officerPhone: '079 2630 0000',
    })
    expect(await savePrivacySettings(scope, version, settings)).toEqual({ ok: false, reason: 'changed' })
    expect(await listPublicNotices(visitorScope(), school.publicId)).toBeNull()
    expect(await findPublicNotice(visitorScope(), made.value)).toBeNull()
    expect(await publishNotice(scope, made.value)).toEqual({ ok: true, value: undefined })
    expect(await publishNotice(scope, made.value)).toEqual({ ok: false, reason: 'published' })
    const found = await privacyNotices.find(scope, made.value)
    expect(await privacyNotices.update(scope, made.value, found?.version ?? 0, values)).toEqual({
      ok: false,
      reason: 'published',
    })
    expect(await privacyNotices.remove(scope, made.value)).toEqual({ ok: false, reason: 'published' })
    expect(found?.view?.hi).toMatchObject({ title: values.title.hi, contact: 'Meenakshi Joshi, 079 2630 0000' })
    expect((await listPublicNotices(visitorScope(), school.publicId))?.length).toBe(1)
    expect((await findPublicNotice(visitorScope(), made.value))?.view?.gu?.data.length).toBe(2)
    const told = await listSchoolsWithNotices(visitorScope())
    expect(told.find(({ publicId }) => publicId === school.publicId)?.contact).toBe('Meenakshi Joshi, 079 2630 0000')
    const list = await privacyNotices.list(scope, {
      search: 'website',
      sort: 'published',
      descending: false,
      page: 1,
      filters: { state: 'published' },
    })
    expect(list.rows.map(({ title }) => title.en)).toEqual(['School website'])
    const notices = await readRows<{ body: string }>('SELECT body FROM notices WHERE school_id = :id', {
      id: school.id,
    })
    expect(notices.length).toBe(1)
  })

  it('publishes a third-party notice only if it names companies in every language, without a placeholder', async () => {
    const own = await makeSchool()
    const { scope } = own
    await addUsualNotices(scope)
    const { version, ...settings } = await findPrivacySettings(scope)
    await savePrivacySettings(scope, version, { ...settings, officerName: 'Meena', officerPhone: '079 2630 0000' })
    const [draft] = await readRows<{ id: string }>(
      "SELECT public_id AS id FROM privacy_notices WHERE school_id = :id AND purpose = 'third_parties'",
      { id: own.id },
    )
    const id = draft?.id ?? ''
    const change = async (more: Partial<typeof namedCompanies>) => {
      const { version: seen = 0 } = (await privacyNotices.find(scope, id)) ?? {}
      const typed = { ...usualNotices.third_parties, asksAnew: false, shared: { ...namedCompanies, ...more } }
      expect(await privacyNotices.update(scope, id, seen, typed)).toMatchObject({ ok: true })
    }
    expect(await publishNotice(scope, id)).toEqual({ ok: false, reason: 'no-names' })
    // Placeholders of earlier drafts, alone or above the names, and an empty field must all prevent publication.
    for (const left of [
      { en: 'Enter each company by its name before publishing' },
      { hi: `प्रकाशित करने से पहले हर कंपनी का नाम लिखें\r\n${namedCompanies.hi}` },
      { gu: ' પ્રકાશિત કરતાં પહેલાં દરેક કંપનીનું નામ લખો ' },
      { gu: '' },
    ]) {
      await change(left)
      expect(await publishNotice(scope, id), JSON.stringify(left)).toEqual({ ok: false, reason: 'no-names' })
    }
    await change({})
    expect(await publishNotice(scope, id)).toEqual({ ok: true, value: undefined })
    expect((await findPublicNotice(visitorScope(), id))?.view?.hi?.sharedWith).toEqual([namedCompanies.hi])
  })

  it('requests consent again if the purpose changed, and not otherwise', async () => {
    const { school: own, notices, mother, decide, asks, child } = await makeFamily()
    const { scope } = own
    await decide(mother, 'photos', 'yes')
    const neighbour = await makeFamily()
    await neighbour.decide(neighbour.mother, 'photos', 'yes')
    const publish = async (key: string, asksAnew: boolean) => {
      const made = await createVersion(scope, key, notices.photos, { ...values, asksAnew })
      if (!made.ok) throw new Error(made.reason)
      expect(await createVersion(scope, `${key}-b`, notices.photos, values)).toEqual({
        ok: false,
        reason: 'there-already',
      })
      await publishNotice(scope, made.value)
      return made.value
    }
    await publish('version-two', false)
    expect(await asks('photos')).toBe(true)
    const third = await publish('version-three', true)
    expect(await asks('photos')).toBe(false)
    expect(await decide(mother, 'photos', 'yes')).toEqual({ ok: false, reason: 'notice-changed' })
    await decideAsGuardian(mother.scope, { child: child.publicId, notice: third, answer: 'yes', language: 'en' })
    expect(await asks('photos')).toBe(true)
    expect(
      (await listPublishedNotices(scope))
        .filter(({ purpose }) => purpose === 'photos')
        .map(({ number }) => number)
        .sort(),
    ).toEqual([1, 2, 3])
    // Another school, which publishes nothing, keeps its notices and decisions.
    expect(await listCurrentNotices(neighbour.school.scope)).toContainEqual(
      expect.objectContaining({ purpose: 'photos', number: 1, askedAgainSince: 1 }),
    )
    expect(await listCurrentNotices(neighbour.school.scope)).toHaveLength(6)
    expect(await neighbour.asks('photos')).toBe(true)
    expect(await neighbour.decide(neighbour.father, 'photos', 'no')).toMatchObject({ ok: true })
  })
})
