import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { isVerifyToken, takeWhatsappReports } from '~/models/contact/message-setup/message-reports.server'
import { schoolOf, takeReports } from './__message-reports.server'

/**
 * Webhook for delivery reports of WhatsApp; the school's message settings show its URL. The signature over the raw body
 * authenticates it.
 */
export function action(args: ActionFunctionArgs) {
  return takeReports(args, (scope, body) =>
    takeWhatsappReports(scope, { body, signature: args.request.headers.get('X-Hub-Signature-256') }),
  )
}

/** Answers WhatsApp's check when the school enters the URL there: returns the challenge for the right verify token. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const scope = await schoolOf(params.school)
  const query = new URL(request.url).searchParams
  const challenge = query.get('hub.challenge') ?? ''
  const isAsking = query.get('hub.mode') === 'subscribe' && /^[\w-]{1,200}$/.test(challenge)
  if (!scope) return new Response(null, { status: 404 })
  if (!isAsking || !(await isVerifyToken(scope, query.get('hub.verify_token') ?? '')))
    return new Response(null, { status: 403 })
  return new Response(challenge, { headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' } })
}
