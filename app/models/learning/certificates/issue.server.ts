import { inTransaction } from '~/database/database.server'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import { findProfile, holdLogo } from '~/models/core/schools/profile.server'
import { financialYearOf, formatDay, isDay, todayInIndia } from '~/models/core/shared/calendar'
import { takeNumbers } from '~/models/core/shared/numbering/take-numbers.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { lockLedger } from '~/models/money/ledger/locks.server'
import { writeCancelled } from '~/models/money/ledger/untrue-certificates.server'
import type { CertificateView, Fact } from './certificate-view'
import { type FoundCertificate, lockCertificate } from './certificates.server'
import { dayInWords } from './day-in-words'
import { itemsForm } from './item-fields'
import { certificateTitle } from './kind-names'
import { kindTextOf } from './kinds.server'
import { type CertificateBase, type Doubt, hasItems, isLetter, isUntrue } from './options'
import { answerRequestOf } from './requests.server'
import {
  certificateNumber,
  differingItems,
  doubtsOf,
  fillLetter,
  initialsOf,
  type ListedItem,
  listedItems,
} from './rules'
import { findCertificateSettings } from './settings.server'
import { circumstancesOf, findIssuedBefore, type Register, registeredOf, registerFacts } from './student-facts.server'
import { Certificate, CertificateCopy, type KindRow } from './tables.server'

/**
 * Returns the doubts about a draft as of today, with the data for their messages: dues, earlier certificates,
 * differences from the register.
 */
export async function doubtsOfDraft(scope: SchoolScope, draft: FoundCertificate) {
  return checkDraft(scope, draft, await registerFacts(scope, draft.studentId))
}

async function checkDraft(scope: SchoolScope, draft: FoundCertificate, register: Register) {
  const { base, content, language } = draft
  const listed = hasItems(base) ? listedItems(draft.items) : []
  const letter = isLetter(base) ? (kindTextOf(draft, language) ?? '') : null
  const circumstances = await circumstancesOf(scope, register)
  const before = hasItems(base) ? await findIssuedBefore(scope, register) : null
  const differing = differingItems(listed, letter, content, registeredOf(register, language))
  const allCircumstances = { ...circumstances, isIssuedBefore: before !== null, differs: differing.length > 0 }
  return { doubts: doubtsOf(base, listed, content, allCircumstances), before, differing, ...circumstances }
}

/**
 * Issues a draft with the next number of its kind in the financial year, without gaps, and freezes its printed content.
 * If there are doubts, only a user who `mayOverride` can issue it, with a reason, which is audited. Refuses
 * `not-found`, `changed` (saved since `version`) and `issued-already`. Returns the doubts with the refusals `untrue`
 * (the content is false: no reason is accepted), `not-allowed` and `say-why` (no reason was given).
 */
export function issueCertificate(
  scope: SchoolScope,
  publicId: string,
  input: { version: number; reason: string | null; mayOverride: boolean },
): Promise<
  | Outcome<{ number: string }, 'not-found' | 'changed' | 'issued-already'>
  | { ok: false; reason: 'untrue' | 'not-allowed' | 'say-why'; doubts: Doubt[] }
> {
  return inTransaction(async () => {
    const draft = await lockCertificate(scope, publicId)
    if (!draft) return refused('not-found')
    if (draft.state !== 'draft') return refused('issued-already')
    if (draft.version !== input.version) return refused('changed')
    // Locks the student's ledger, so that of two concurrent certificates for one departure, the second finds the first.
    await lockLedger(scope, draft.studentId)
    const register = await registerFacts(scope, draft.studentId)
    const { doubts, differing } = await checkDraft(scope, draft, register)
    if (doubts.some(isUntrue)) return { ...refused('untrue'), doubts }
    if (doubts.length > 0 && !input.mayOverride) return { ...refused('not-allowed'), doubts }
    if (doubts.length > 0 && !input.reason) return { ...refused('say-why'), doubts }
    const issuedOn = todayInIndia(new Date())
    const listed = listedItems(draft.items)
    const parts = draftParts(draft, listed, issuedOn)
    const overrideReason = doubts.length > 0 ? input.reason : null
    const saysDay = listed.some(({ name }) => name === 'issued_on')
    const { number } = await writeIssued(scope, draft, { register, issuedOn, parts, overrideReason, saysDay })
    await answerRequestOf(scope, draft)
    const changed = differing.map(({ name, said, registered }) => `${name}: ${registered} → ${said ?? '–'}`)
    const details = {
      number,
      student: draft.studentName,
      doubts: doubts.join(', '),
      reason: overrideReason,
      ...(changed.length > 0 ? { register: changed.join('; ') } : {}),
    }
    await recordAudit(scope, { action: 'certificate.issued', subject: { kind: 'certificate', id: draft.id }, details })
    return done({ number })
  })
}

type Parts = Pick<CertificateView, 'items' | 'paragraphs' | 'amounts' | 'notes'>
type Numbered = Pick<KindRow, 'prefix' | 'bookNumber' | 'firstNumber' | 'firstYear' | 'base'> & {
  id: number
  kindId: number
  kindName: string
  language: Language
}
/** `saysDay`: the items already include the day of issue. */
type Issuing = { register: Register; issuedOn: string; parts: Parts; overrideReason: string | null; saysDay: boolean }

/**
 * Runs in the caller's transaction: numbers a certificate whose row is locked, freezes its content and creates its
 * original. A job or the first download renders the PDF, which is then kept.
 */
export async function writeIssued(
  scope: SchoolScope | StudentScope,
  { id, kindId, ...kind }: Numbered,
  { register, issuedOn, parts, overrideReason, saysDay }: Issuing,
): Promise<{ number: string; view: CertificateView }> {
  const { schoolId } = scope
  const financialYear = financialYearOf(issuedOn)
  // Reads everything before it takes a number, because other certificates of the kind then wait for this transaction.
  const frame = await frameOf(scope, kind, register)
  const logoFileId = await holdLogo(scope)
  const key = { kind_id: kindId, financial_year: financialYear }
  const start = kind.firstYear === financialYear ? kind.firstNumber : 1
  const serial = await takeNumbers(scope, 'certificate_counters', key, { start })
  const number = certificateNumber(kind.prefix, financialYear, serial)
  const locale = { locale: kind.language }
  const facts: Fact[] = [
    ...(kind.bookNumber ? [[m.certificates_book_number({}, locale), kind.bookNumber] satisfies Fact] : []),
    [m.certificates_number({}, locale), number],
    ...frame.facts,
    ...(saysDay
      ? []
      : [[m.certificates_item_issued_on({}, locale), formatDay(issuedOn, kind.language)] satisfies Fact]),
  ]
  const view: CertificateView = { ...frame, ...parts, facts, number, issuedOn }
  const issuance = { issuedOn, issuedByName: scope.actor.name, overrideReason }
  await Certificate.update(
    { state: 'issued', financialYear, number: serial, numberText: number, view, logoFileId, ...issuance },
    { where: { id, schoolId } },
  )
  await makeCopy(scope, id, { number: 0, madeOn: issuedOn, reason: null, formKey: newPublicId() })
  return { number, view }
}

/**
 * Returns the lines under the school's address, on certificates and in the register: board, affiliation number and
 * school code.
 */
export function schoolLines(
  { affiliationNumber }: { affiliationNumber: string | null },
  { affiliationLine, schoolCode }: { affiliationLine: string | null; schoolCode: string | null },
  language: Language,
): string[] {
  const locale = { locale: language }
  const codes = [
    affiliationNumber ? m.certificates_affiliation_number({ number: affiliationNumber }, locale) : '',
    schoolCode ? m.certificates_school_code({ code: schoolCode }, locale) : '',
  ].filter(Boolean)
  return [affiliationLine ?? '', codes.join('  ·  ')].filter(Boolean)
}

/** Returns the content around the items: the school as of today, and the student. */
async function frameOf(
  scope: SchoolScope | StudentScope,
  { kindName, base, language }: { kindName: string; base: CertificateBase; language: Language },
  register: Register,
) {
  const locale = { locale: language }
  const [profile, settings] = [await findProfile(scope), await findCertificateSettings(scope)]
  if (!profile) throw new Error('The school of the certificate is gone')
  const { name, address, phone, email } = profile
  const lines = schoolLines(profile, settings, language)
  const { firstSignatory, secondSignatory, thirdSignatory } = settings
  const signatories = [firstSignatory, secondSignatory, thirdSignatory].filter((one) => one !== null)
  const registered: Fact[] = [
    [m.certificates_admission_number({}, locale), register.admissionNumber ?? register.enrollmentNumber],
  ]
  return {
    title: certificateTitle(base, kindName, language),
    school: { name, address, phone, email, lines },
    facts: registered,
    signatories: signatories.length > 0 ? signatories : [m.certificates_principal({}, locale)],
    subject: { initials: initialsOf(register.name), className: register.className },
  }
}

/**
 * Returns the printed content of a draft: items in the school's order with its labels, or the paragraphs of a letter.
 */
export function draftParts(
  { base, content, language }: Pick<FoundCertificate, 'base' | 'content' | 'language'>,
  listed: readonly ListedItem[],
  issuedOn: string,
): Parts {
  const nothing = { items: [], paragraphs: [], amounts: null, notes: [] }
  if (isLetter(base)) {
    const text = fillLetter(content.text ?? '', { today: formatDay(issuedOn, language) })
    const paragraphs = text.split('\n').map((paragraph) => paragraph.trim())
    return { ...nothing, paragraphs: paragraphs.filter(Boolean) }
  }
  const printed = { ...content, issued_on: issuedOn }
  const items = listed.map(({ name, label }): Fact => {
    const value = printed[name as keyof typeof printed] ?? null
    return [label ?? itemLabel(name, language), itemValue(name, value, language)]
  })
  return { ...nothing, items }
}

const fieldsByName = new Map(Object.values(itemsForm.fields).map((itemField) => [itemField.name, itemField]))

export function itemLabel(name: string, language: Language): string {
  if (name === 'issued_on') return m.certificates_item_issued_on({}, { locale: language })
  const label: unknown = fieldsByName.get(name)?.label
  if (typeof label !== 'function') return name
  return (label as typeof m.certificates_item_name)({}, { locale: language })
}

/** Formats a birth date in figures and words, other days in figures, and empty values as a dash. */
function itemValue(name: string, value: string | null, language: Language): string {
  if (value === null || value === '') return '–'
  if (!isDay(value)) return value
  const day = formatDay(value, language)
  return name === 'birth_date' ? `${day} (${dayInWords(value, language)})` : day
}

type NewCopy = { number: number; madeOn: string; reason: string | null; formKey: string }

/** Runs in the caller's transaction: adds one copy of a certificate, with a random token for verification. */
async function makeCopy(scope: SchoolScope | StudentScope, certificateId: number, copy: NewCopy) {
  const publicId = newPublicId()
  const keys = { schoolId: scope.schoolId, certificateId, publicId, token: newPublicId(), madeByName: scope.actor.name }
  await CertificateCopy.create({ ...copy, ...keys })
  const uniqueKey = `certificate:${publicId}`
  await enqueueJob({ kind: 'make-certificate', schoolId: scope.schoolId, payload: { copyId: publicId }, uniqueKey })
  return publicId
}

/**
 * Makes a duplicate, labelled with its date. Idempotent by form key. Refuses `not-found` and `not-issued` (a draft or a
 * cancelled certificate).
 */
export function duplicateCertificate(
  scope: SchoolScope,
  publicId: string,
  { formKey, reason }: { formKey: string; reason: string },
): Promise<Outcome<{ number: number }, 'not-found' | 'not-issued'>> {
  const { schoolId } = scope
  return inTransaction(async () => {
    const issued = await lockCertificate(scope, publicId)
    if (!issued) return refused('not-found')
    const same = await CertificateCopy.findOne({ where: { schoolId, certificateId: issued.id, formKey }, raw: true })
    if (same) return done({ number: same.number })
    if (issued.state !== 'issued') return refused('not-issued')
    const number = await CertificateCopy.count({ where: { schoolId, certificateId: issued.id } })
    await makeCopy(scope, issued.id, { number, madeOn: todayInIndia(new Date()), reason, formKey })
    const details = { number: issued.numberText, student: issued.studentName, duplicate: number, reason }
    await recordAudit(scope, {
      action: 'certificate.duplicated',
      subject: { kind: 'certificate', id: issued.id },
      details,
    })
    return done({ number })
  })
}

/**
 * Cancels a certificate: it keeps its number, and verification shows every copy as cancelled. Refuses `not-found` and
 * `not-issued`.
 */
export function cancelCertificate(
  scope: SchoolScope,
  publicId: string,
  reason: string,
): Promise<Outcome<undefined, 'not-found' | 'not-issued'>> {
  return inTransaction(async () => {
    const issued = await lockCertificate(scope, publicId)
    if (!issued) return refused('not-found')
    if (issued.state !== 'issued') return refused('not-issued')
    await writeCancelled(scope, issued.id, reason)
    const details = { number: issued.numberText, student: issued.studentName, reason }
    await recordAudit(scope, {
      action: 'certificate.cancelled',
      subject: { kind: 'certificate', id: issued.id },
      details,
    })
    return done()
  })
}
