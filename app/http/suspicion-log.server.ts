import { recordSecurityEvent } from '~/models/audit/record-security-event.server'

type Suspicion = 'foreign-origin' | 'tampered' | 'forged-payment'

/**
 * Records a message that claimed to come from somebody else: nothing of its query and body, they are whatever the sender wanted.
 * @param what a word of ours for what was not genuine
 * @param schoolId whose payments it spoke of
 */
export function recordSuspicion(kind: Suspicion, what: string, schoolId: number | null = null): Promise<void> {
  return recordSecurityEvent({ schoolId }, { kind, details: { what } })
}

/** The door refused a form that a page of somebody else sent. */
export function recordForeignOrigin(): Promise<void> {
  return recordSuspicion('foreign-origin', 'form')
}
