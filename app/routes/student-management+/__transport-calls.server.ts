import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { callAnswer, callBody, changingStudent, notAllowed } from '~/http/student-call.server'
import { m } from '~/language/paraglide/messages'
import { type Point, readPoint } from '~/models/core/shared/geo'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { addressLength } from '~/models/money/transport/options'
import { pointWords } from '~/models/money/transport/words.server'

/**
 * Response to a call of the hostel and transport specification, section 7: `success`, `message`, `data`; `errors` has
 * the errors by field.
 */
export type TransportAnswer =
  | { success: true; message: string; data: object }
  | { success: false; message: string; errors?: Record<string, string[]> }

/** Address and coordinates as calls send them. */
export const degrees = z.union([z.number(), z.string().max(40)]).transform(String)
export const callAddress = z.string().trim().max(addressLength)
export const callId = z.string().regex(/^[2-9b-z]{12}$/)

/** Reads the coordinates of a call; refuses invalid ones with the messages of the pages. */
export function callPoint(latitude: string, longitude: string): { point: Point } | { message: string } {
  const read = readPoint(latitude, longitude)
  return 'point' in read ? read : { message: pointWords(read.refusal) }
}

export function wrongField(name: string, message: string): TransportAnswer {
  return { success: false, message, errors: { [name]: [message] } }
}

/** Refuses a call with the pages' message about the quote; `pickupName` names the pickup field in this call. */
export function wrongQuote(
  { field, message }: { field: string; message: string },
  pickupName: string,
): TransportAnswer {
  return wrongField(field === 'pickup_address' ? pickupName : field || 'body', message)
}

/** Action of a call of the map pages: requires a session, its token, and a valid body. */
export function transportCall<Schema extends z.ZodType>(
  schema: Schema,
  answer: (scope: StudentScope, input: z.output<Schema>) => Promise<TransportAnswer>,
) {
  return async ({ context, request }: ActionFunctionArgs): Promise<Response> => {
    const student = await changingStudent(context, request)
    if (student instanceof Response) return asRefusal(student)
    if (request.method !== 'POST') return asRefusal(notAllowed('POST'))
    const read = await callBody(request)
    if (read instanceof Response) return asRefusal(read)
    const parsed = schema.safeParse(read.body)
    if (!parsed.success) {
      const errors: Record<string, string[]> = {}
      for (const issue of parsed.error.issues) errors[String(issue.path[0] ?? 'body')] = [m.shared_problem()]
      return callAnswer({ success: false, message: m.shared_problem(), errors }, 422)
    }
    const answered = await answer(student.scope, parsed.data)
    return callAnswer(answered, answered.success ? 200 : 422)
  }
}

/** Answers 405 to a student with a valid session and token: these calls accept only POST. */
export async function nothingToRead({ context, request }: LoaderFunctionArgs): Promise<Response> {
  const student = await changingStudent(context, request)
  return asRefusal(student instanceof Response ? student : notAllowed('POST'))
}

/** Rewrites a refusal as a `TransportAnswer`, with the same status and headers. */
async function asRefusal(response: Response): Promise<Response> {
  const { message } = (await response.json()) as { message: string }
  return callAnswer({ success: false, message }, response.status, response.headers)
}
