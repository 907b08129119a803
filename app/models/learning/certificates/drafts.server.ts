import { inTransaction, selectRow } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { columnsOf } from '~/kit/tables/table.server'
import type { Language } from '~/language/language'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { createOnce } from '~/models/core/shared/once/make-once.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lockCertificate } from './certificates.server'
import { contentForm } from './item-fields'
import { isWrittenIn, kindTextOf } from './kinds.server'
import { hasItems } from './options'
import { listWaiting, lockRequest, reopenRequestOf } from './requests.server'
import { fillLetter, listedItems } from './rules'
import { findRegister, knownItems, letterWords, type Register } from './student-facts.server'
import { Certificate, CertificateKind, CertificateRequest, type KindRow } from './tables.server'

type Kind = Pick<KindRow, 'base' | 'items' | 'text'>

/** Returns the initial content of a draft, in its language: data from register, marks, attendance and ledger. */
async function firstContent(scope: SchoolScope, kind: Kind, register: Register, language: Language) {
  if (!hasItems(kind.base))
    return { text: fillLetter(kindTextOf(kind, language) ?? '', letterWords(register, language)) }
  const itemValues: Record<string, string | null> = await knownItems(scope, register, language)
  return Object.fromEntries(
    listedItems(kind.items).flatMap(({ name }) => (name === 'issued_on' ? [] : [[name, itemValues[name] ?? null]])),
  )
}

const kindColumns = columnsOf(CertificateKind, 'k', 'id', 'name', 'base', 'items', 'text')

/**
 * Starts a certificate for a student, filled in with the school's data; it has no number yet. Refuses `not-found` (the
 * student), `no-kind`, `fee-kind` (fee certificates have no draft) and `no-text` (a letter without a text in this
 * language).
 * @param request public id of the family's request that the draft answers; refuses `decided-already` when the request
 * has been decided. By default the draft answers a pending request for this kind in this language, if there is one.
 */
export async function draftCertificate(
  scope: SchoolScope,
  formKey: string,
  input: { student: string; kind: string; language: Language },
  request?: string,
): Promise<Outcome<string, 'not-found' | 'no-kind' | 'fee-kind' | 'no-text' | 'decided-already'>> {
  const { schoolId } = scope
  const { language } = input
  const register = await findRegister(scope, input.student)
  if (!register) return refused('not-found')
  const fromClause = 'FROM certificate_kinds k WHERE k.school_id = :schoolId AND k.public_id = :kind'
  const kind = await selectRow(kindColumns, fromClause, { schoolId, kind: input.kind })
  if (!kind) return refused('no-kind')
  if (kind.base === 'fee') return refused('fee-kind')
  if (!isWrittenIn(kind, language)) return refused('no-text')
  const content = await firstContent(scope, kind, register, language)
  return createOnce({ table: Certificate, scope, formKey, taken: {} }, async () => {
    const publicId = newPublicId()
    const ids = { publicId, schoolId, studentId: register.id, kindId: kind.id, formKey }
    const requestId = request ?? (await waitingFor(scope, { ...ids, language }))
    const pendingRequest = requestId === undefined ? null : await lockRequest(scope, requestId)
    if (request !== undefined && pendingRequest?.state !== 'pending') return refused('decided-already')
    const { id } = await Certificate.create({ ...ids, language, state: 'draft', content })
    if (pendingRequest?.state === 'pending')
      await CertificateRequest.update(
        { state: 'taken_up', certificateId: id },
        { where: { id: pendingRequest.id, schoolId } },
      )
    const details = { kind: kind.name, student: register.name }
    await recordAudit(scope, { action: 'certificate.drafted', subject: { kind: 'certificate', id }, details })
    return done(publicId)
  })
}

async function waitingFor(scope: SchoolScope, draftKeys: { studentId: number; kindId: number; language: Language }) {
  const waiting = await listWaiting(scope, draftKeys.studentId)
  return waiting.find(({ kindId, language }) => kindId === draftKeys.kindId && language === draftKeys.language)
    ?.publicId
}

/**
 * Corrects a draft; only items of its kind are kept. Refuses `not-found`, `changed` (saved since `version`) and
 * `issued-already`.
 */
export function correctDraft(
  scope: SchoolScope,
  publicId: string,
  version: number,
  values: ValuesOf<typeof contentForm>,
): Promise<Outcome<undefined, 'not-found' | 'changed' | 'issued-already'>> {
  return inTransaction(async () => {
    const draft = await lockCertificate(scope, publicId)
    if (!draft) return refused('not-found')
    if (draft.state !== 'draft') return refused('issued-already')
    if (draft.version !== version) return refused('changed')
    const valuesByName = byNames(values)
    const content = Object.fromEntries(namesOfDraft(draft).map((name) => [name, valuesByName[name] ?? null]))
    await Certificate.update({ content, version: version + 1 }, { where: { id: draft.id, schoolId: scope.schoolId } })
    const changed = Object.keys(content).filter((name) => content[name] !== draft.content[name])
    // A letter is too long for the audit log.
    const changedItems = changed.map((name) =>
      name === 'text' ? name : `${name}: ${draft.content[name] ?? '–'} → ${content[name] ?? '–'}`,
    )
    const details = { kind: draft.kindName, student: draft.studentName, changed: changedItems.join('; ') }
    await recordAudit(scope, {
      action: 'certificate.corrected',
      subject: { kind: 'certificate', id: draft.id },
      details,
    })
    return done()
  })
}

/** Returns the names of a draft's items: all current items of its kind, even later ones, without the day of issue. */
function namesOfDraft({ base, items }: { base: KindRow['base']; items: string | null }): string[] {
  if (!hasItems(base)) return ['text']
  return listedItems(items).flatMap(({ name }) => (name === 'issued_on' ? [] : [name]))
}

function byNames(values: ValuesOf<typeof contentForm>): Record<string, string | null> {
  const namedValues = Object.entries(contentForm.fields).map(([key, { name }]) => [
    name,
    values[key as keyof typeof values],
  ])
  return Object.fromEntries(namedValues)
}

/** Returns a draft's content by the form's field keys. */
export function draftValues({ content }: { content: Record<string, string | null> }): ValuesOf<typeof contentForm> {
  const keyedValues = Object.entries(contentForm.fields).map(([key, { name }]) => [key, content[name] ?? null])
  return Object.fromEntries(keyedValues) as ValuesOf<typeof contentForm>
}

/** Deletes a draft, which has no number yet. Refuses `not-found` and `issued-already`. */
export function deleteDraft(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'issued-already'>> {
  return inTransaction(async () => {
    const draft = await lockCertificate(scope, publicId)
    if (!draft) return refused('not-found')
    if (draft.state !== 'draft') return refused('issued-already')
    await reopenRequestOf(scope, draft.id)
    await Certificate.destroy({ where: { id: draft.id, schoolId: scope.schoolId } })
    const details = { kind: draft.kindName, student: draft.studentName }
    await recordAudit(scope, {
      action: 'certificate.draft-deleted',
      subject: { kind: 'certificate', id: draft.id },
      details,
    })
    return done()
  })
}
