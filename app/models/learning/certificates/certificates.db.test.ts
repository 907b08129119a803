import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { renderCertificate } from '~/documents/certificate.server'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { receiveFile } from '~/models/core/files/receive-file.server'
import { logoRule, saveLogo } from '~/models/core/schools/profile.server'
import { addDays, financialYearOf, formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { visitorScope } from '~/models/core/shared/scope.server'
import { loader as verifyPage } from '~/routes/_public+/verify.$token'
import { fileStore } from '~/services/storage/file-store.server'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { entriesOf } from '../../../../tests/factories/audit'
import { copiesOf, issueDraft, makeDraft, makeKinds } from '../../../../tests/factories/certificates'
import { stopClocks } from '../../../../tests/factories/days'
import { insert } from '../../../../tests/factories/insert'
import { makeDue } from '../../../../tests/factories/ledger'
import { wordsOfPdf } from '../../../../tests/factories/pdf-words'
import { readRow, readRows } from '../../../../tests/factories/read'
import { type MadeSchool, makeSchool, makeStaff } from '../../../../tests/factories/school'
import { type MadeStudent, makeStudent } from '../../../../tests/factories/student'
import { isDeep } from '../../../../tests/setup/rotation'
import { hourMs } from '../../../../tests/setup/slowness'
import { steadily } from '../../../../tests/setup/steadily'
import { findCertificate, listCertificates, listCopies } from './certificates.server'
import { ensureCertificateFile } from './copies.server'
import { correctDraft, deleteDraft, draftCertificate, draftValues } from './drafts.server'
import { cancelCertificate, doubtsOfDraft, duplicateCertificate, issueCertificate } from './issue.server'
import { contentForm } from './item-fields'
import { addUsualKinds, kinds, listKinds } from './kinds.server'
import { type CertificateBase, letterLength } from './options'
import { requestCertificate, withdrawRequest } from './requests.server'
import { placeholders } from './rules'
import { findCertificateSettings, saveCertificateSettings } from './settings.server'
import { tokenAsTyped, verifyCertificate } from './verify.server'

stopClocks()

let school: MadeSchool
let student: MadeStudent
let kindOf: Record<CertificateBase, string>

const today = todayInIndia(new Date())
const year = financialYearOf(today)

async function makeOffice() {
  const made = await makeSchool()
  const owner = await makeStaff(made, { name: 'Meenakshi Joshi' })
  return { ...made, scope: owner.scope }
}

beforeAll(async () => {
  school = await makeOffice()
  kindOf = await makeKinds(school)
  student = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel', dateOfBirth: '2012-06-14' })
  const session = await currentSession(school)
  const ofClass = await makeClass(school, { name: 'Class 8' })
  await makeEnrollment(student, { session, class: ofClass, section: await makeSection(ofClass), rollNumber: 1 })
})

const draftOf = (base: CertificateBase, language: 'en' | 'hi' | 'gu' = 'en') =>
  makeDraft(school.scope, student, kindOf[base], language)

const verifyUrl = (token: string) => `https://shala.test/verify/${token}`

async function bytesOf(copy: string, of = school): Promise<Buffer> {
  const file = await ensureCertificateFile(of.scope, copy, renderCertificate, verifyUrl)
  const stored = file && (await fileStore().get(file.key))
  if (!stored) throw new Error('The paper is gone')
  return buffer(stored.stream)
}

describe('draftCertificate', () => {
  it('fills a draft from the register in the draft’s language, and creates one draft per form', async () => {
    const formKey = randomUUID()
    const input = { student: student.publicId, kind: kindOf.transfer, language: 'gu' as const }
    const [made, again] = [
      await draftCertificate(school.scope, formKey, input),
      await draftCertificate(school.scope, formKey, input),
    ]
    expect(made).toEqual(again)
    const draft = await findCertificate(school.scope, made.ok ? made.value : '')
    expect(draft?.content).toMatchObject({
      name: 'Asha Patel',
      birth_date: '2012-06-14',
      nationality: 'ભારતીય',
      last_class: 'Class 8 (આઠ)',
      conduct: null,
    })
    expect(draft?.number).toBeNull()
  })

  it('fills in a letter with the student’s data, and with a blank line for each missing value', async () => {
    const draft = await findCertificate(school.scope, await draftOf('bonafide'))
    expect(draft?.content.text).toContain('Asha Patel, son/daughter of')
    expect(draft?.content.text).toContain('(Fourteenth June Two Thousand Twelve)')
  })

  it('fills in each value of the register at its placeholder', async () => {
    const office = await makeOffice()
    const kind = (await makeKinds(office)).bonafide
    const text = placeholders.map((name) => `${name}: {${name}}`).join('\n')
    await execute(
      "UPDATE certificate_kinds SET text = JSON_SET(text, '$.en', :text) WHERE school_id = :id AND base = 'bonafide'",
      { text, id: office.id },
    )
    const names = { firstName: 'Asha', lastName: 'Patel', fatherName: 'Rajesh Patel', motherName: 'Hansa Patel' }
    const one = await makeStudent(office, { ...names, enrollmentNumber: 'E-31', dateOfBirth: '2012-06-14' })
    const [session, ofClass] = [await currentSession(office), await makeClass(office, { name: 'Class 8' })]
    const section = await makeSection(ofClass, { name: 'B' })
    await makeEnrollment(one, { session, class: ofClass, section, rollNumber: 17 })
    const admitted = { admission_number: 'GR 45', admission_date: '2018-06-11', updated_at: new Date() }
    await insert('academic_infos', { student_id: one.id, school_id: office.id, ...admitted })
    await execute(
      "UPDATE students SET status = 'left', left_on = '2026-02-09', leaving_reason = 'Moved' WHERE id = :id",
      { id: one.id },
    )
    const draft = await findCertificate(office.scope, await makeDraft(office.scope, one, kind))
    expect(draft?.content.text?.split('\n')).toEqual([
      ...['name: Asha Patel', 'father: Rajesh Patel', 'mother: Hansa Patel', 'class: Class 8', 'section: B'],
      ...[`session: ${session.name}`, 'roll_number: 17', 'admission_number: GR 45', 'enrollment_number: E-31'],
      ...['birth_date: 14 Jun 2012', 'birth_date_words: Fourteenth June Two Thousand Twelve'],
      // The day of issue is not known yet.
      ...['admitted_on: 11 Jun 2018', 'left_on: 9 Feb 2026', 'today: {today}', `school: ${office.name}`],
    ])
  })

  it('starts a draft only in a language for which the letter has a text', async () => {
    const office = await makeOffice()
    const kind = (await makeKinds(office)).bonafide
    await execute(
      "UPDATE certificate_kinds SET text = JSON_REMOVE(text, '$.gu') WHERE school_id = :id AND base = 'bonafide'",
      { id: office.id },
    )
    const one = await makeStudent(office)
    const begin = (language: 'gu' | 'hi') =>
      draftCertificate(office.scope, randomUUID(), { student: one.publicId, kind, language })
    const ask = (language: 'gu' | 'hi') =>
      requestCertificate(one.scope, randomUUID(), { kind, language, purpose: 'Passport' })
    expect([await begin('gu'), await ask('gu')]).toMatchObject([{ reason: 'no-text' }, { reason: 'no-text' }])
    expect([await begin('hi'), await ask('hi')]).toMatchObject([{ ok: true }, { ok: true }])
  })

  it('accepts a filled-in letter that is longer than a template may be, and fills in the day of issue', async () => {
    const office = await makeOffice()
    const kind = (await makeKinds(office)).character
    const text = `As of {today}: ${'We know {name} as a good student of this school. '.repeat(29)}`
    await execute("UPDATE certificate_kinds SET text = JSON_SET(text, '$.en', :text) WHERE public_id = :kind", {
      text,
      kind,
    })
    const one = await makeStudent(office, { firstName: 'Thirunavukkarasu', lastName: 'Ranganathan' })
    const id = await makeDraft(office.scope, one, kind)
    const draft = await findCertificate(office.scope, id)
    if (!draft) throw new Error('no draft')
    expect([text.length <= letterLength, (draft.content.text ?? '').length > letterLength]).toEqual([true, true])
    const typed = Object.values(contentForm.fields).map(({ name }) => [name, draft.content[name] ?? ''])
    expect(schemaOf(contentForm).safeParse(Object.fromEntries(typed)).success).toBe(true)
    // A draft keeps the placeholder of the day, because it may be issued on another day.
    expect(draft.content.text).toMatch(/^As of \{today\}: We know Thirunavukkarasu Ranganathan as/)
    await issueDraft(office.scope, id)
    const { view } = (await findCertificate(office.scope, id)) ?? {}
    expect(view?.paragraphs[0]).toContain(`As of ${formatDay(today, 'en')}: We know`)
  })

  it('corrects only items of the draft’s kind, and reports a conflict to a clerk with an older version', async () => {
    const id = await draftOf('leaving')
    const draft = await findCertificate(school.scope, id)
    if (!draft) throw new Error('no draft')
    const values = { ...draftValues(draft), conduct: 'Good', games: 'Kho-kho', text: 'Smuggled' }
    expect(await correctDraft(school.scope, id, draft.version, values)).toMatchObject({ ok: true })
    expect(await correctDraft(school.scope, id, draft.version, values)).toMatchObject({ ok: false, reason: 'changed' })
    const { content } = (await findCertificate(school.scope, id)) ?? { content: {} }
    expect(content).toMatchObject({ conduct: 'Good' })
    expect(content).not.toHaveProperty('games')
    expect(content).not.toHaveProperty('text')
    // Saves the values of items that were added to the kind after the draft was started.
    await execute("UPDATE certificate_kinds SET items = CONCAT(items, '\ngames') WHERE public_id = :kind", {
      kind: kindOf.leaving,
    })
    await correctDraft(school.scope, id, draft.version + 1, values)
    expect((await findCertificate(school.scope, id))?.content).toMatchObject({ games: 'Kho-kho' })
  })

  it('refuses a student or kind of another school, and fee certificates', async () => {
    const other = await makeOffice()
    const there = await makeKinds(other)
    const draft = (input: object) =>
      draftCertificate(school.scope, randomUUID(), {
        student: student.publicId,
        kind: kindOf.bonafide,
        language: 'en',
        ...input,
      })
    expect(await draft({ student: (await makeStudent(other)).publicId })).toMatchObject({ reason: 'not-found' })
    expect(await draft({ kind: there.bonafide })).toMatchObject({ reason: 'no-kind' })
    expect(await draft({ kind: kindOf.fee })).toMatchObject({ reason: 'fee-kind' })
    const id = await draftOf('bonafide')
    expect(await findCertificate(other.scope, id)).toBeNull()
    expect(await deleteDraft(other.scope, id)).toMatchObject({ reason: 'not-found' })
    expect(await correctDraft(other.scope, id, 1, {} as never)).toMatchObject({ reason: 'not-found' })
    const issue = { version: 1, reason: 'x', mayOverride: true }
    expect(await issueCertificate(other.scope, id, issue)).toMatchObject({ reason: 'not-found' })
  })

  it('deletes a draft without using up a number', async () => {
    const id = await draftOf('character')
    expect(await deleteDraft(school.scope, id)).toMatchObject({ ok: true })
    expect(await findCertificate(school.scope, id)).toBeNull()
  })
})

describe('issueCertificate', () => {
  it('freezes the printed content against later changes of the register', async () => {
    const id = await draftOf('bonafide')
    const { number } = await issueDraft(school.scope, id)
    expect(number).toMatch(new RegExp(`^BC/${year}/\\d{4}$`))
    const before = await findCertificate(school.scope, id)
    await execute("UPDATE students SET first_name = 'Aasha' WHERE id = :id", { id: student.id })
    const after = await findCertificate(school.scope, id)
    await execute("UPDATE students SET first_name = 'Asha' WHERE id = :id", { id: student.id })
    expect(after?.view).toEqual(before?.view)
    expect(after?.view?.paragraphs.join()).toContain('Asha Patel')
    const change = await correctDraft(school.scope, id, before?.version ?? 0, draftValues({ content: {} }))
    expect(change).toMatchObject({ reason: 'issued-already' })
    expect(await deleteDraft(school.scope, id)).toMatchObject({ reason: 'issued-already' })
    const again = { version: before?.version ?? 0, reason: null, mayOverride: true }
    expect(await issueCertificate(school.scope, id, again)).toMatchObject({ reason: 'issued-already' })
  })

  it('refuses doubtful drafts, unless an authorised user gives an audited reason', async () => {
    const owing = await makeStudent(school)
    await makeDue(owing)
    const id = await makeDraft(school.scope, owing, kindOf.transfer)
    const draft = await findCertificate(school.scope, id)
    if (!draft) throw new Error('no draft')
    const { doubts, laterPaise } = await doubtsOfDraft(school.scope, draft)
    expect(doubts).toEqual(['dues-open', 'result-missing', 'birth-date-unproven', 'still-studying', 'items-missing'])
    expect(laterPaise).toBeGreaterThan(0)
    const issue = (reason: string | null, mayOverride: boolean) =>
      issueCertificate(school.scope, id, { version: draft.version, reason, mayOverride })
    expect(await issue('Because', false)).toMatchObject({ reason: 'not-allowed', doubts })
    expect(await issue(null, true)).toMatchObject({ reason: 'say-why', doubts })
    expect(await issue('RTE forbids to withhold it', true)).toMatchObject({ ok: true })
    expect(await findCertificate(school.scope, id)).toMatchObject({ overrideReason: 'RTE forbids to withhold it' })
    const entry = await readRow<{ details: string }>(
      `SELECT details FROM audit_entries WHERE school_id = :id AND action = 'certificate.issued' ORDER BY id DESC LIMIT 1`,
      { id: school.id },
    )
    expect(JSON.parse(entry?.details ?? '{}')).toMatchObject({ reason: 'RTE forbids to withhold it' })
    expect(entry?.details).toContain('dues-open')
  })

  it('requires a reason for a second certificate for one withdrawal, even if issued concurrently', async () => {
    const leaver = await makeStudent(school)
    const leave = (on: string) =>
      execute("UPDATE students SET status = 'left', left_on = :on, leaving_reason = 'Moves' WHERE id = :id", {
        on,
        id: leaver.id,
      })
    await leave(addDays(today, -10))
    const items = { items: 'name\nbirth_date\nbirth_proof\nleft_on', kind: kindOf.leaving }
    await execute('UPDATE certificate_kinds SET items = :items WHERE public_id = :kind', items)
    const begin = async () => {
      const id = await makeDraft(school.scope, leaver, kindOf.leaving)
      const { content = {} } = (await findCertificate(school.scope, id)) ?? {}
      await correctDraft(school.scope, id, 1, { ...draftValues({ content }), birthProof: 'Passport' })
      return id
    }
    const drafts = [await begin(), await begin()]
    const issue = (id: string, reason: string | null) =>
      issueCertificate(school.scope, id, { version: 2, reason, mayOverride: true })
    const both = await Promise.all(drafts.map((id) => issue(id, null)))
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
    const second = drafts[both.findIndex(({ ok }) => !ok)] ?? ''
    expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: 'say-why', doubts: ['issued-before'] })
    const found = await findCertificate(school.scope, second)
    const first = both.find(({ ok }) => ok)
    expect(found && (await doubtsOfDraft(school.scope, found)).before?.number).toBe(first?.ok && first.value.number)
    // A transfer certificate for the same withdrawal counts as a second original.
    const transfer = await findCertificate(school.scope, await makeDraft(school.scope, leaver, kindOf.transfer))
    const seen = transfer && (await doubtsOfDraft(school.scope, transfer))
    expect(seen?.doubts).toContain('issued-before')
    expect(seen?.before).toMatchObject({ kindName: found?.kindName, number: first?.ok && first.value.number })
    // A certificate for an earlier withdrawal does not block one for the next withdrawal.
    await execute('UPDATE certificates SET issued_on = :on WHERE student_id = :id AND issued_on IS NOT NULL', {
      on: addDays(today, -5),
      id: leaver.id,
    })
    await leave(addDays(today, -2))
    expect(await issue(await begin(), null)).toMatchObject({ ok: true })
  })

  it('requires a reason when a draft differs from the register, and audits both values', async () => {
    const one = await makeStudent(school, { firstName: 'Kiran', lastName: 'Shah', dateOfBirth: '2011-01-02' })
    const id = await makeDraft(school.scope, one, kindOf.transfer)
    const draft = await findCertificate(school.scope, id)
    if (!draft) throw new Error('no draft')
    const values = { ...draftValues(draft), name: 'Kiran S. Shah', birthDate: '2011-02-01' }
    await correctDraft(school.scope, id, draft.version, values)
    const corrected = await findCertificate(school.scope, id)
    if (!corrected) throw new Error('no draft')
    expect((await doubtsOfDraft(school.scope, corrected)).doubts).toContain('register-differs')
    await issueDraft(school.scope, id)
    const details = async (action: string) => {
      const entry = await readRow<{ details: string }>(
        'SELECT details FROM audit_entries WHERE school_id = :id AND action = :action ORDER BY id DESC LIMIT 1',
        { id: school.id, action },
      )
      return JSON.parse(entry?.details ?? '{}')
    }
    const changed = 'name: Kiran Shah → Kiran S. Shah; birth_date: 2011-01-02 → 2011-02-01'
    expect(await details('certificate.corrected')).toMatchObject({ changed })
    expect(await details('certificate.issued')).toMatchObject({ register: changed, student: 'Kiran Shah' })
  })

  it('refuses a no-dues certificate when dues are owed, whatever the reason, but not when they fall due later', async () => {
    const one = await makeStudent(school)
    const due = await makeDue(one)
    const issue = async () => {
      const id = await makeDraft(school.scope, one, kindOf.no_dues)
      return issueCertificate(school.scope, id, { version: 1, reason: 'He is a friend', mayOverride: true })
    }
    const falls = (on: string) => execute('UPDATE dues SET due_on = :on WHERE id = :id', { on, id: due.id })
    await falls(today)
    expect(await issue()).toMatchObject({ reason: 'untrue', doubts: expect.arrayContaining(['dues-owed']) })
    await falls(addDays(today, 1))
    expect(await issue()).toMatchObject({ ok: true })
  })

  it('gives fifty concurrent clerks numbers without gaps or duplicates', async () => {
    const busy = await makeOffice()
    const kind = (await makeKinds(busy)).bonafide
    const one = await makeStudent(busy)
    const drafts = await Promise.all(Array.from({ length: 50 }, () => makeDraft(busy.scope, one, kind)))
    // Each draft is issued once; two more concurrent calls try to issue the first two again.
    const issued = await Promise.all(
      [...drafts, ...drafts.slice(0, 2)].map((id) =>
        issueCertificate(busy.scope, id, { version: 1, reason: 'No session yet', mayOverride: true }),
      ),
    )
    expect(issued.filter(({ ok }) => ok)).toHaveLength(50)
    const rows = await readRows<{ number: number }>(
      "SELECT number FROM certificates WHERE school_id = :id AND state = 'issued' ORDER BY number",
      { id: busy.id },
    )
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  })

  it('starts numbering at the school’s first number, but only in the year in which it was set', async () => {
    const office = await makeOffice()
    const kind = (await makeKinds(office)).bonafide
    const found = await kinds.find(office.scope, kind)
    if (!found) throw new Error('no kind')
    const { name, base, prefix, items, text, isRequestable } = found
    const values = { name, base, prefix, items, text, isRequestable, bookNumber: '12', firstNumber: 12_341 }
    expect(await kinds.update(office.scope, kind, found.version, values)).toMatchObject({ ok: true })
    const one = await makeStudent(office)
    const issue = async () => issueDraft(office.scope, await makeDraft(office.scope, one, kind))
    expect((await issue()).number).toBe(`BC/${year}/12341`)
    expect((await issue()).number).toBe(`BC/${year}/12342`)
    await execute('UPDATE certificate_kinds SET first_year = :past WHERE public_id = :kind', { past: '2001-02', kind })
    await execute('DELETE FROM certificate_counters WHERE school_id = :id', { id: office.id })
    await execute("UPDATE certificates SET financial_year = '2001-02' WHERE school_id = :id", { id: office.id })
    expect((await issue()).number).toBe(`BC/${year}/0001`)
  })
})

describe('ensureCertificateFile', () => {
  it('returns the same bytes each time, also when rendered again after the school changed', async () => {
    const office = await makeOffice()
    const kind = (await makeKinds(office)).transfer
    const settings = {
      affiliationLine: null,
      schoolCode: '13021',
      firstSignatory: 'Class teacher',
      secondSignatory: null,
      thirdSignatory: null,
      answerDays: 7,
      returnRule: 'resume' as const,
    }
    const showLogo = async (background: string) => {
      const create = { width: 90, height: 60, channels: 3 as const, background }
      const bytes = await sharp({ create }).png().toBuffer()
      const received = await receiveFile(office.scope, logoRule, { name: 'logo.png', bytes, studentId: null })
      if (!received.ok) throw new Error(received.reason)
      expect(await saveLogo(office.scope, received.value.key)).toMatchObject({ ok: true })
    }
    await saveCertificateSettings(office.scope, 0, settings)
    await showLogo('red')
    const id = await makeDraft(office.scope, await makeStudent(office), kind, 'hi')
    const { copy } = await issueDraft(office.scope, id)
    const hash = async () =>
      createHash('sha256')
        .update(await bytesOf(copy, office))
        .digest('hex')
    const [first, beside] = await Promise.all([hash(), hash()])
    expect(beside).toBe(first)
    // Changes the school's name, the signatory and the logo.
    await execute("UPDATE schools SET name = 'Another name' WHERE id = :id", { id: office.id })
    await saveCertificateSettings(office.scope, 1, { ...settings, firstSignatory: 'Registrar', schoolCode: '1' })
    await showLogo('blue')
    expect(await hash()).toBe(first)
    // A lost file is rendered again from the frozen content.
    await execute('UPDATE certificate_copies SET file_id = NULL WHERE public_id = :copy', { copy })
    expect(await hash()).toBe(first)
    // New certificates show the new name, signatory and logo.
    await issueDraft(office.scope, await makeDraft(office.scope, await makeStudent(office), kind, 'hi'))
    const logos = await readRows('SELECT DISTINCT logo_file_id FROM certificates WHERE school_id = :id', {
      id: office.id,
    })
    expect(logos).toHaveLength(2)
    const pdf = await bytesOf(copy, office)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('labels duplicates, with number and reason', async () => {
    const id = await draftOf('bonafide')
    const { copy } = await issueDraft(school.scope, id)
    const made = await Promise.all(
      [1, 2, 3].map((nth) =>
        duplicateCertificate(school.scope, id, { formKey: randomUUID(), reason: `Lost for the ${nth}` }),
      ),
    )
    expect(made.map((one) => one.ok && one.value.number).sort()).toEqual([1, 2, 3])
    const twice = { formKey: randomUUID(), reason: 'Pressed twice' }
    const both = await Promise.all([
      duplicateCertificate(school.scope, id, twice),
      duplicateCertificate(school.scope, id, twice),
    ])
    expect(both.map((one) => one.ok && one.value.number)).toEqual([4, 4])
    const copies = await copiesOf(school.scope, id)
    expect(copies.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4])
    expect(new Set(copies.map(({ token }) => token)).size).toBe(5)
    const words = wordsOfPdf(await bytesOf(copies[1]?.publicId ?? ''))
    expect(words).toMatch(/DUPLICATE/)
    expect(wordsOfPdf(await bytesOf(copy))).not.toMatch(/DUPLICATE/)
    const listed = await listCopies(school.scope, (await findCertificate(school.scope, id))?.id ?? 0)
    expect(listed[0]).toMatchObject({ number: 0, madeByName: 'Meenakshi Joshi', reason: null })
  })

  it('labels cancelled certificates, which keep their number', async () => {
    const id = await draftOf('character')
    const { copy, number } = await issueDraft(school.scope, id)
    const before = await bytesOf(copy)
    expect(await cancelCertificate(school.scope, id, 'Wrong father’s name')).toMatchObject({ ok: true })
    expect(await cancelCertificate(school.scope, id, 'Again')).toMatchObject({ reason: 'not-issued' })
    expect(await duplicateCertificate(school.scope, id, { formKey: randomUUID(), reason: 'Lost' })).toMatchObject({
      reason: 'not-issued',
    })
    const after = await bytesOf(copy)
    expect(after.equals(before)).toBe(false)
    const found = await findCertificate(school.scope, id)
    expect(found).toMatchObject({ state: 'cancelled', numberText: number, cancelReason: 'Wrong father’s name' })
    const [next] = [await issueDraft(school.scope, await draftOf('character'))]
    expect(next?.number).not.toBe(number)
  })

  it('renders the paper again when its certificate is cancelled during rendering', async () => {
    const id = await draftOf('bonafide')
    const { copy } = await issueDraft(school.scope, id)
    const drawn: unknown[] = []
    const render: typeof renderCertificate = async (view, printed, language, options) => {
      drawn.push(options?.cancelled)
      if (!options?.cancelled) await cancelCertificate(school.scope, id, 'Wrong class')
      return renderCertificate(view, printed, language, options)
    }
    await ensureCertificateFile(school.scope, copy, render, verifyUrl)
    expect(drawn).toEqual([false, true])
  })

  it('returns no papers to other schools and families', async () => {
    const { copy } = await issueDraft(school.scope, await draftOf('bonafide'))
    const other = await makeOffice()
    expect(await ensureCertificateFile(other.scope, copy, renderCertificate, verifyUrl)).toBeNull()
    expect(await ensureCertificateFile(student.scope, copy, renderCertificate, verifyUrl)).toBeNull()
  })
})

describe('verifyCertificate', () => {
  const asked = (token: string, network = randomUUID()) => verifyCertificate(visitorScope(), token, network)

  it('distinguishes valid, duplicate and cancelled certificates, and shows only initials and class', async () => {
    const id = await draftOf('bonafide')
    const { token, number } = await issueDraft(school.scope, id)
    const answer = await asked(token)
    expect(answer).toMatchObject({
      ok: true,
      found: { state: 'valid', number, initials: 'A. P.', className: 'Class 8', schoolName: school.name },
    })
    expect(JSON.stringify(answer)).not.toMatch(/Asha|Patel|2012/)
    await duplicateCertificate(school.scope, id, { formKey: randomUUID(), reason: 'Lost in the rain' })
    const duplicate = (await copiesOf(school.scope, id))[1]?.token ?? ''
    expect(await asked(duplicate)).toMatchObject({ found: { state: 'duplicate' } })
    await cancelCertificate(school.scope, id, 'Wrong name')
    expect(await asked(token)).toMatchObject({ found: { state: 'cancelled' } })
    expect(await asked(duplicate)).toMatchObject({ found: { state: 'cancelled' } })
    expect(await asked('23456789bcdf')).toMatchObject({ ok: true, found: null })
    await execute('UPDATE schools SET approved_at = NULL WHERE id = :id', { id: school.id })
    expect(await asked(token)).toMatchObject({ ok: true, found: null })
    await execute('UPDATE schools SET approved_at = UTC_TIMESTAMP(3) WHERE id = :id', { id: school.id })
  })

  it('accepts a code typed from paper in capitals or with hyphens', async () => {
    const { token } = await issueDraft(school.scope, await draftOf('bonafide'))
    const read = (typed: string) => {
      const request = new Request(`http://localhost:3000/verify/${encodeURIComponent(typed)}`)
      return verifyPage({ request, params: { token: typed }, context: {} })
    }
    const spelled = token.replace(/(.{4})(?=.)/g, '$1-')
    for (const typed of [token, token.toUpperCase(), spelled, spelled.toUpperCase()])
      expect(await read(typed)).toMatchObject({ data: { found: { state: 'valid' } }, init: { status: 200 } })
    expect(await read('BCDF')).toMatchObject({ data: { found: null }, init: { status: 404 } })
  })

  it('slows down guesses of codes, but not requests for existing certificates', async () => {
    const { token } = await issueDraft(school.scope, await draftOf('bonafide'))
    const network = randomUUID()
    for (let nth = 0; nth < 60; nth += 1) expect(await asked(token, network)).toMatchObject({ ok: true })
    const guesses = []
    for (let nth = 0; nth < 40; nth += 1) guesses.push(await asked('23456789bcdf', network))
    expect(guesses.filter(({ ok }) => ok)).toHaveLength(31)
    expect(guesses.at(-1)).toMatchObject({ ok: false, waitSeconds: 10 })
  })

  it(
    'finds no certificate with ten thousand guessed codes, and allows each network only a few guesses',
    { timeout: hourMs },
    () =>
      steadily(async (report) => {
        const { token } = await issueDraft(school.scope, await draftOf('bonafide'))
        const guesses = Array.from({ length: 10_000 }, newPublicId)
        const hits = await readRows('SELECT token FROM certificate_copies WHERE token IN (:guesses)', { guesses })
        expect(hits).toEqual([])
        // Verifies the guesses (all in a deep run, otherwise a thousand) with the page's own function, from ten
        // networks.
        const tried = guesses.slice(0, isDeep ? guesses.length : 1_000)
        const each = tried.length / 10
        for (let from = 0; from < tried.length; from += each) {
          const network = randomUUID()
          report(`guess ${from}`)
          const answers = []
          for (const guess of tried.slice(from, from + each)) answers.push(await asked(guess, network))
          const told = answers.filter(({ ok }) => ok)
          expect(told.every((answer) => answer.ok && answer.found === null)).toBe(true)
          expect(told).toHaveLength(31)
          // A slowed-down client cannot verify existing certificates either.
          expect(await asked(token, network)).toMatchObject({ ok: false })
        }
      }),
  )

  it('reads a code as people type it', () => {
    expect(tokenAsTyped(' BCDF-2345 ghjk ')).toBe('bcdf2345ghjk')
  })
})

describe('kinds and settings', () => {
  it('creates the usual kinds once, and lists those that families may request', async () => {
    expect(await addUsualKinds(school.scope)).toMatchObject({ reason: 'there-already' })
    const office = await makeOffice()
    const both = await Promise.all([addUsualKinds(office.scope), addUsualKinds(office.scope)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await listKinds(office.scope)).toHaveLength(6)
    expect(await entriesOf({ id: office.scope.schoolId }, 'certificate-kinds.added')).toMatchObject([
      { kind: 'school', id: office.scope.schoolId },
    ])
    const listed = await kinds.list(office.scope, {
      search: 'bona',
      sort: 'name',
      descending: false,
      filters: {},
      page: 1,
      pageSize: 20,
    })
    expect(listed.rows).toMatchObject([{ prefix: 'BC', certificates: 0 }])
    await execute("UPDATE certificate_kinds SET is_requestable = 0 WHERE school_id = :id AND base = 'bonafide'", {
      id: office.id,
    })
    expect(await listKinds((await makeStudent(office)).scope)).toHaveLength(4)
  })

  it('reports unknown items and placeholders beside their fields', () => {
    const typed = { name: 'X', prefix: 'x1', first_number: '1', items: '', text_en: '', text_hi: '', text_gu: '' }
    const wrong = (more: object) => {
      const read = kinds.schema.safeParse({ ...typed, ...more })
      return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join()}: ${message}`)
    }
    expect(wrong({ base: 'transfer', items: 'name\nbirthday' })[0]).toMatch(/^items: birthday is not one of the items/)
    expect(wrong({ base: 'transfer', items: 'name\nname' })).toEqual(['items: An item is listed twice'])
    expect(wrong({ base: 'own' })).toEqual(['text_en: Enter the text in at least one language'])
    expect(wrong({ base: 'own', text_gu: 'આથી {naam}' })[0]).toMatch(/^text_gu: \{naam\} is not a known placeholder/)
    expect(wrong({ base: 'own', text_en: 'We know {name}.' })).toEqual([])
    expect(wrong({ base: 'leaving', items: 'name: Name in full\nissued_on' })).toEqual([])
  })

  it('keeps base and prefix of a kind once a certificate exists, and deletes only unused kinds', async () => {
    const used = await kinds.find(school.scope, kindOf.bonafide)
    if (!used) throw new Error('no kind')
    await draftOf('bonafide')
    const { name, prefix, items, text, isRequestable, bookNumber, firstNumber } = used
    const values = { name, prefix, items, text, isRequestable, bookNumber, firstNumber }
    const letters = { ...values, base: 'bonafide' as const, prefix: 'BX' }
    expect(await kinds.update(school.scope, kindOf.bonafide, used.version, letters)).toMatchObject({
      reason: 'numbered',
    })
    const change = { ...values, base: 'own' as const }
    expect(await kinds.update(school.scope, kindOf.bonafide, used.version, change)).toMatchObject({ reason: 'in-use' })
    expect(await kinds.remove(school.scope, kindOf.bonafide)).toMatchObject({ reason: 'in-use' })
    const later = { ...values, base: 'bonafide' as const, firstNumber: 500 }
    expect(await kinds.update(school.scope, kindOf.bonafide, used.version, later)).toMatchObject({
      reason: 'numbers-taken',
    })
    const office = await makeOffice()
    const spare = await makeKinds(office)
    expect(await kinds.remove(office.scope, spare.fee)).toMatchObject({ ok: true })
    const family = await makeStudent(office)
    const asked = { kind: spare.character, language: 'en', purpose: 'A camp' } as const
    const request = await requestCertificate(family.scope, randomUUID(), asked)
    await withdrawRequest(family.scope, request.ok ? request.value : '')
    expect(await kinds.remove(office.scope, spare.character)).toMatchObject({ reason: 'asked-for' })
  })

  it('applies settings to later certificates, and refuses a second save from the same version', async () => {
    const office = await makeOffice()
    const { version, ...unset } = await findCertificateSettings(office.scope)
    expect(unset).toMatchObject({ answerDays: 7, schoolCode: null })
    const values = { ...unset, schoolCode: '64021', thirdSignatory: 'Principal (with seal)' }
    expect(await saveCertificateSettings(office.scope, version, values)).toMatchObject({ ok: true })
    expect(await saveCertificateSettings(office.scope, version, values)).toMatchObject({ reason: 'changed' })
    const kind = (await makeKinds(office)).bonafide
    const id = await makeDraft(office.scope, await makeStudent(office), kind)
    await issueDraft(office.scope, id)
    const { view } = (await findCertificate(office.scope, id)) ?? {}
    expect(view?.school.lines).toEqual(['School code 64021'])
    expect(view?.signatories).toEqual(['Principal (with seal)'])
  })

  it('lists only the school’s certificates, and filters them by student, number, kind and status', async () => {
    const query = { search: '', sort: 'issued', descending: false, page: 1, pageSize: 100 } as const
    const all = await listCertificates(school.scope, { ...query, filters: { kind: '', state: '' } })
    expect(all.total).toBeGreaterThan(5)
    const issued = { ...query, sort: 'number', filters: { kind: kindOf.bonafide, state: 'issued' } } as const
    const some = await listCertificates(school.scope, { ...issued, search: 'Patel' })
    expect(some.rows.every((row) => row.state === 'issued' && row.number?.startsWith('BC/'))).toBe(true)
    expect(some.total).toBeGreaterThan(0)
    const number = some.rows[0]?.number ?? ''
    expect((await listCertificates(school.scope, { ...issued, search: number })).total).toBe(1)
    const other = await makeOffice()
    expect(
      (await listCertificates(other.scope, { ...query, sort: 'student', filters: { kind: '', state: '' } })).total,
    ).toBe(0)
  })
})
