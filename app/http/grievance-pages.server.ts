import { viewOf } from '~/kit/forms/fields'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { reopenForm } from '~/models/contact/grievances/grievance-fields'
import { reopenGrievance, reopenSchema } from '~/models/contact/grievances/grievances.server'
import {
  findOwnGrievance,
  listEntries,
  listOwnGrievances,
  markRead,
} from '~/models/contact/grievances/read-grievances.server'
import { formatInstant } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { GuardianScope, StudentScope } from '~/models/core/shared/scope.server'
import { parseForm, type Reply } from './forms.server'
import { foundAtOpenSchool, foundOr404 } from './guards.server'
import { redirectWithToast } from './toast.server'

type Writer = StudentScope | GuardianScope

/** Rows of the writer's grievance list. */
export async function ownGrievances(scope: Writer) {
  const rows = await listOwnGrievances(scope)
  return rows.map(({ publicId, number, topic, state, isUnread, receivedOn, answerBy }) => ({
    publicId,
    number,
    topic,
    state,
    isUnread,
    receivedOn,
    answerBy,
  }))
}

/**
 * One of the writer's grievances.
 * @throws Response 404; a redirect for a guardian at a suspended school
 */
async function requireOwn(scope: Writer, id: string | undefined) {
  const found = isPublicId(id) ? await findOwnGrievance(scope, id) : null
  return 'accountId' in scope ? foundAtOpenSchool(scope, 'grievances', id, found) : foundOr404(found)
}

/**
 * One of the writer's grievances with its messages, which are marked as read.
 * @throws Response as `requireOwn`
 */
export async function openOwnGrievance(scope: Writer, id: string | undefined) {
  const found = await requireOwn(scope, id)
  const entries = await listEntries(found.id)
  if (found.isUnread) await markRead(found.id)
  const { publicId, number, topic, state, words, receivedOn, answerBy, lawBy, studentName, hasRight } = found
  return {
    grievance: { publicId, number, topic, state, words, receivedOn, answerBy, lawBy, studentName, hasRight },
    entries: entries.map(({ kind, words, createdAt }) => ({
      kind,
      words,
      at: formatInstant(createdAt, currentLanguage()),
    })),
    form: viewOf(reopenForm),
  }
}

/**
 * Reopens one of the writer's grievances.
 * @throws Response as `requireOwn`
 */
export async function reopenOwn(
  scope: Writer,
  request: Request,
  id: string | undefined,
  here: (id: string) => string,
): Promise<Reply | Response> {
  const { publicId } = await requireOwn(scope, id)
  const form = await parseForm(request, reopenSchema)
  if (!form.ok) return form.reply()
  const outcome = await reopenGrievance(scope, publicId, form.value.words)
  if (outcome.ok) return redirectWithToast(here(publicId), { type: 'success', title: m.grievances_sent() })
  if (outcome.reason === 'not-found') throw new Response(null, { status: 404 })
  const words = {
    'no-right': m.grievances_no_right,
    'not-answered': m.grievances_not_open,
    'too-many': m.grievances_too_many,
  }
  return form.refuse(words[outcome.reason]())
}
