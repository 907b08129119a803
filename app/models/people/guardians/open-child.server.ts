import { afterCommit, inTransaction } from '~/database/database.server'
import { recordSecurityEvent } from '~/models/core/audit/record-security-event.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { Browser } from '~/models/people/accounts/open-account.server'
import { closeSession, type GuardianSession, openSession } from '~/models/people/accounts/sign-in/sessions.server'
import { listChildren } from './children.server'

/**
 * Opens the pages of one child for a guardian who may see or pay. They stay open as long as the guardian's own session,
 * and each request checks the rights again. Returns the token for the student cookie of this browser; the student
 * session open there before is closed.
 */
export async function openChild(guardian: GuardianSession, publicId: string, browser: Browser) {
  const children = await listChildren(guardian.scope)
  const child = children.find((one) => one.publicId === publicId)
  if (!child || !(child.maySee || child.mayPay)) return refused('not-found')
  const { schoolId, studentId } = child
  return inTransaction(async () => {
    if (browser.oldToken) await closeSession(guardian.scope, browser.oldToken)
    const token = await openSession(
      guardian.scope,
      { kind: 'student', schoolId, id: studentId },
      { stage: 'full', idleMinutes: guardian.idleMinutes, origin: browser.origin, openedFrom: guardian.publicId },
    )
    const subject = { kind: 'student', id: studentId }
    afterCommit(() =>
      recordSecurityEvent({ schoolId, actor: guardian.scope.actor }, { kind: 'account-chosen', subject }),
    )
    return done({ token, child })
  })
}
