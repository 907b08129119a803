import { schoolPaths } from '~/http/school-paths'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { type FoundCertificate, findCertificate } from '~/models/learning/certificates/certificates.server'
import { doubtsOfDraft, itemLabel } from '~/models/learning/certificates/issue.server'
import { isUntrue } from '~/models/learning/certificates/options'
import { doubtWords } from './__words'

export const certificatePageOptions = { may: 'certificates:edit', find: findCertificate } as const

/** Warnings about a draft in words; `before` is the certificate already issued for the same withdrawal, or null. */
export async function doubtsInWords(scope: SchoolScope, draft: FoundCertificate) {
  const { doubts, differing, ...facts } = await doubtsOfDraft(scope, draft)
  const differences = differing.map(({ name, registered }) => `${itemLabel(name, 'en')}: ${registered}`).join('; ')
  return {
    doubts: doubts.map((doubt) => doubtWords(doubt, { ...facts, differing: differences })),
    before: facts.before,
    isUntrue: doubts.some(isUntrue),
  }
}

export const backTo = (id: string) => schoolPaths.certificate(id)

export const issuedAlready = 'It is issued and can no longer be changed. Cancel it and issue another one.'
