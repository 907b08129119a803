import { currentLanguage } from '~/language/current'
import { wordsIn } from '~/language/localized'
import { m } from '~/language/paraglide/messages'
import type { DecidedConsent } from '~/models/contact/consents/consents.server'
import { type Answer, answers } from '~/models/contact/consents/decide.server'
import { isAsked, type ShownConsent } from '~/models/contact/consents/options'
import type { StudentConsents } from '~/models/contact/consents/section-consents.server'
import { formatInstant } from '~/models/core/shared/calendar'
import { readForm } from './forms.server'

/** Consents by purpose for the family's page; `reader` is the guardian's id, or null for the student. */
export function shownConsents({ consents, decided }: StudentConsents, reader: number | null): ShownConsent[] {
  const describeDecision = (name: string, at: Date) =>
    m.consents_by({ name, date: formatInstant(at, currentLanguage()) })
  return consents.map(({ notice, counted, read }) => {
    const asks = isAsked(notice.purpose)
    const ownDecision = decided.find(
      (each: DecidedConsent) =>
        each.purpose === notice.purpose && each.guardianId === reader && each.decision !== 'read',
    )
    const hasRead = decided.some(
      (each) => each.noticeId === notice.id && each.guardianId === reader && each.decision === 'read',
    )
    const counts = ownDecision?.decision === 'given' && ownDecision.noticeNumber >= notice.askedAgainSince
    return {
      notice: notice.publicId,
      title: wordsIn(notice.title, currentLanguage()),
      isAsked: asks,
      state: counted.state,
      isDisputed: counted.isDisputed,
      isAskedAgain: asks && counted.isAskedAgain,
      by: asks
        ? counted.by && describeDecision(counted.by.byName, counted.by.at)
        : read && describeDecision(read.decidedByName, read.decidedAt),
      hasSaidYes: asks ? counts : hasRead,
      hasSaidNo: ownDecision !== undefined && ownDecision.decision !== 'given',
    }
  })
}

/**
 * Reads the answer of the pressed button, with the child and the notice that it belongs to.
 * @throws Response 400 for an answer that our pages do not offer
 */
export async function readAnswer(request: Request): Promise<{ child: string; notice: string; answer: Answer }> {
  const body = await readForm(request)
  const answer = answers.find((one) => one === body.get('answer'))
  if (!answer) throw new Response(null, { status: 400 })
  return { child: String(body.get('child') ?? ''), notice: String(body.get('notice') ?? ''), answer }
}
