import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import { paths } from '~/addresses/paths'
import { type Form, type Option, type ValuesOf, viewOf } from '~/kit/forms/fields'
import { currentLanguage } from '~/language/current'
import type { Language } from '~/language/language'
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
import type { Outcome } from '~/models/core/shared/outcome'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { GuardianScope, StudentScope } from '~/models/core/shared/scope.server'
import { formKeyOf, parseFields, parseForm, type Reply, readForm } from './forms.server'
import { foundAtOpenSchool, foundOr404, requireGuardian, requireStudentInPerson } from './guards.server'
import { redirectWithToast } from './toast.server'

// Loaders and actions of the grievance pages that students and guardians share, by side.

type Writer = StudentScope | GuardianScope
const signedIn = { student: requireStudentInPerson, guardian: requireGuardian }
export type WriterSide = keyof typeof signedIn

export function listingGrievances(side: WriterSide) {
  return async ({ context, request }: LoaderFunctionArgs) => {
    const { scope } = await signedIn[side](context, request)
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
}

/** Shows one of the writer's grievances with its messages, which are marked as read; the action reopens it. */
export function showingGrievance(side: WriterSide) {
  return {
    loader: async ({ context, request, params }: LoaderFunctionArgs) => {
      const { scope } = await signedIn[side](context, request)
      return openOwnGrievance(scope, params.id)
    },
    action: async ({ context, request, params }: ActionFunctionArgs) => {
      const { scope } = await signedIn[side](context, request)
      return reopenOwn(scope, request, params.id, paths[side].grievance)
    },
  }
}

type Filing<Scope extends Writer, Of extends Form> = {
  side: WriterSide
  guard: (context: object, request: Request) => Promise<{ scope: Scope }>
  form: Of
  schema: z.ZodType<ValuesOf<Of>>
  /** Choices of the form's fields. */
  known?: (scope: Scope) => Promise<Record<string, { options: readonly Option[] }>>
  file: (
    scope: Scope,
    formKey: string,
    values: ValuesOf<Of>,
    language: Language,
  ) => Promise<Outcome<string, 'no-child' | 'too-many'>>
}

export function filingGrievance<Scope extends Writer, Of extends Form>(filing: Filing<Scope, Of>) {
  return {
    loader: async ({ context, request }: LoaderFunctionArgs) => {
      const { scope } = await filing.guard(context, request)
      return { formKey: randomUUID(), form: viewOf(filing.form), known: (await filing.known?.(scope)) ?? {} }
    },
    action: async ({ context, request }: ActionFunctionArgs) => {
      const { scope } = await filing.guard(context, request)
      const body = await readForm(request)
      const form = parseFields(body, filing.schema, {})
      if (!form.ok) return form.reply()
      const outcome = await filing.file(scope, formKeyOf(body), form.value, currentLanguage())
      if (!outcome.ok) {
        return outcome.reason === 'no-child'
          ? form.refuse(null, { child: [m.grievances_child_required()] })
          : form.refuse(m.grievances_too_many())
      }
      const number = (await findOwnGrievance(scope, outcome.value))?.number ?? ''
      const toast = {
        type: 'success',
        title: m.grievances_sent(),
        message: m.grievances_sent_text({ number }),
      } as const
      return redirectWithToast(paths[filing.side].grievances, toast)
    },
  }
}

/**
 * One of the writer's grievances.
 * @throws Response 404; a redirect for a guardian at a suspended school
 */
async function requireOwn(scope: Writer, id: string | undefined) {
  const grievance = isPublicId(id) ? await findOwnGrievance(scope, id) : null
  return 'accountId' in scope ? foundAtOpenSchool(scope, 'grievances', id, grievance) : foundOr404(grievance)
}

/**
 * One of the writer's grievances with its messages, which are marked as read.
 * @throws Response as `requireOwn`
 */
async function openOwnGrievance(scope: Writer, id: string | undefined) {
  const grievance = await requireOwn(scope, id)
  const entries = await listEntries(grievance.id)
  if (grievance.isUnread) await markRead(grievance.id)
  const { publicId, number, topic, state, words, receivedOn, answerBy, lawBy, studentName, hasRight } = grievance
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
async function reopenOwn(
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
