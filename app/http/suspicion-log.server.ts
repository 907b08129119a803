import { recordSecurityEvent } from '~/models/core/audit/record-security-event.server'

type Suspicion = 'foreign-origin' | 'tampered' | 'forged-payment'

/**
 * Records a request that is not genuine, such as one with a forged signature. Omits its query and body, which the
 * sender controls.
 * @param forgedPart our own word for the part that is not genuine
 * @param schoolId school whose payments the message concerns
 */
export function recordSuspicion(kind: Suspicion, forgedPart: string, schoolId: number | null = null): Promise<void> {
  return recordSecurityEvent({ schoolId }, { kind, details: { what: forgedPart } })
}

/** Records that the server refused a form sent from a foreign page. */
export function recordForeignOrigin(): Promise<void> {
  return recordSuspicion('foreign-origin', 'form')
}
