import type { ActionFunctionArgs } from '@remix-run/node'
import { takeSmsReports } from '~/models/message-setup/message-reports.server'
import { notAllowed, takeReports } from './__message-reports.server'

/** SMS gateways report deliveries here; the school's message settings show the address. The token in it proves who speaks. */
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
