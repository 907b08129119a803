import { schoolPaths } from '~/http/school-paths'
import { findCertificate } from '~/models/certificates/certificates.server'

/** What every page of one certificate opens with. */
export const ofCertificate = { may: 'certificates:edit', find: findCertificate } as const

export const backTo = (id: string) => schoolPaths.certificate(id)

export const issuedAlready = 'It is issued: nothing of it can be changed any more. Cancel it and issue another one.'
