import { randomUUID } from 'node:crypto'
import type { Language } from '~/language/language'
import { financialYearOf, todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { draftCertificate } from '~/models/learning/certificates/drafts.server'
import { issueFeeCertificate } from '~/models/learning/certificates/fee-certificates.server'
import { issueCertificate } from '~/models/learning/certificates/issue.server'
import { addUsualKinds } from '~/models/learning/certificates/kinds.server'
import type { CertificateBase } from '~/models/learning/certificates/options'
import { requestCertificate } from '~/models/learning/certificates/requests.server'
import { listHeads, markHeads } from '~/models/learning/certificates/tuition-heads.server'
import { readRow, readRows } from './read'
import type { MadeSchool } from './school'
import type { MadeStudent } from './student'

/** Returns the public ids of the school's usual certificate kinds by their base; creates them on first use. */
export async function makeKinds(school: Pick<MadeSchool, 'id' | 'scope'>): Promise<Record<CertificateBase, string>> {
  await addUsualKinds(school.scope)
  const rows = await readRows<{ base: CertificateBase; publicId: string }>(
    'SELECT base, public_id AS publicId FROM certificate_kinds WHERE school_id = :id',
    { id: school.id },
  )
  return Object.fromEntries(rows.map((row) => [row.base, row.publicId])) as Record<CertificateBase, string>
}

/** Creates a draft of one of the school's kinds; returns its public id. */
export async function makeDraft(
  scope: SchoolScope,
  student: Pick<MadeStudent, 'publicId'>,
  kind: string,
  language: Language = 'en',
): Promise<string> {
  const made = await draftCertificate(scope, randomUUID(), { student: student.publicId, kind, language })
  if (!made.ok) throw new Error(made.reason)
  return made.value
}

/**
 * Issues a draft as an owner, who may override warnings; returns its number, and the public id and token of its
 * original.
 */
export async function issueDraft(scope: SchoolScope, draft: string) {
  const row = await readRow<{ version: number }>(
    'SELECT version FROM certificates WHERE school_id = :schoolId AND public_id = :draft',
    { schoolId: scope.schoolId, draft },
  )
  const input = { version: row?.version ?? 0, reason: 'The family moves on Monday', mayOverride: true }
  const issued = await issueCertificate(scope, draft, input)
  if (!issued.ok) throw new Error(issued.reason)
  const [original] = await copiesOf(scope, draft)
  if (!original) throw new Error('The certificate has no original')
  return { number: issued.value.number, copy: original.publicId, token: original.token }
}

/** Returns public ids and tokens of a certificate's copies, the original first. */
export function copiesOf(scope: SchoolScope, certificate: string) {
  return readRows<{ publicId: string; token: string; number: number }>(
    `SELECT c.public_id AS publicId, c.token, c.number FROM certificate_copies c JOIN certificates x ON x.id = c.certificate_id
     WHERE c.school_id = :schoolId AND x.public_id = :certificate ORDER BY c.number`,
    { schoolId: scope.schoolId, certificate },
  )
}

/** Public ids behind the pages of certificates: kinds, drafts and issued certificates. */
export type CertificateThings = Awaited<ReturnType<typeof makeCertificateThings>>

export async function makeCertificateThings(school: MadeSchool, student: MadeStudent) {
  const { scope } = school
  const kinds = await makeKinds(school)
  const [draft, spareDraft, toIssue] = [
    await makeDraft(scope, student, kinds.transfer),
    await makeDraft(scope, student, kinds.bonafide),
    await makeDraft(scope, student, kinds.character),
  ]
  const issued = await makeDraft(scope, student, kinds.bonafide, 'gu')
  const request = await requestCertificate(student.scope, randomUUID(), {
    kind: kinds.bonafide,
    language: 'en',
    purpose: 'Passport',
  })
  if (!request.ok) throw new Error(request.reason)
  return {
    kinds,
    draft,
    spareDraft,
    toIssue,
    issued,
    ...(await issueDraft(scope, issued)),
    request: request.value,
    feeYear: thisYear(),
    feeCopy: await makeFeeCertificate(school, student),
  }
}

const thisYear = () => financialYearOf(todayInIndia(new Date()))

/**
 * Marks every head as tuition and issues this year's fee certificate in Gujarati; returns the public id of its
 * original.
 */
async function makeFeeCertificate({ scope }: MadeSchool, student: MadeStudent): Promise<string> {
  const heads = await listHeads(scope)
  const names = heads.map(({ head }) => head)
  await markHeads(scope, names, names)
  const issued = await issueFeeCertificate(scope, { studentId: student.id, financialYear: thisYear(), language: 'gu' })
  if (!issued.ok) throw new Error(issued.reason)
  return issued.value.copy
}
