import type { ActionFunctionArgs } from '@remix-run/node'
import { takeSmsReports } from '~/models/contact/message-setup/message-reports.server'
import { notAllowed, takeReports } from './__message-reports.server'

/**
 * Webhook for delivery reports of SMS gateways; the school's message settings show its URL, whose token authenticates
 * it.
 */
export function action(args: ActionFunctionArgs) {
  return takeReports(args, (scope, body) =>
    takeSmsReports(scope, {
      body,
      token: new URL(args.request.url).searchParams.get('token'),
      contentType: args.request.headers.get('Content-Type'),
    }),
  )
}

export function loader() {
  return notAllowed('POST')
}
