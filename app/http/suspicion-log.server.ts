import { recordSecurityEvent } from '~/models/core/audit/record-security-event.server'

type Suspicion = 'foreign-origin' | 'tampered' | 'forged-payment'

/**
 * Records a message with a false sender. Omits its query and body, which the sender controls.
 * @param what our own word for the part that is not genuine
 * @param schoolId school whose payments the message concerns
 */
export function recordSuspicion(kind: Suspicion, what: string, schoolId: number | null = null): Promise<void> {
  return recordSecurityEvent({ schoolId }, { kind, details: { what } })
}

/** Records a form from a foreign page that the server refused. */
export function recordForeignOrigin(): Promise<void> {
  return recordSuspicion('foreign-origin', 'form')
}
