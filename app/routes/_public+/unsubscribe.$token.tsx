import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { PublicShell } from '~/components/shell/public-shell'
import { Alert, SubmitButton } from '~/components/ui'
import { pageTitle } from '~/http/paths'
import { anyone, readForm } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { findSubscription, resubscribe, unsubscribe } from '~/models/contact/mail/addresses.server'
import { readUnsubscribeToken } from '~/models/core/outbox/unsubscribe-token.server'

export const handle = pageTitle(() => m.unsubscribe_title())

/** Asks for confirmation instead of unsubscribing at once, since mail scanners also open the links of a mail. */
export async function loader({ params }: LoaderFunctionArgs) {
  const reader = readUnsubscribeToken(params.token)
  const subscription = reader && (await findSubscription(anyone(), reader))
  if (!reader || !subscription) return data({ found: null }, { status: 404 })
  return data({ found: { ...subscription, address: reader.address } })
}

/**
 * Handles the page's two buttons, and one-click requests from mail programs (RFC 8058), which need no cookies and get
 * no redirect.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const reader = readUnsubscribeToken(params.token)
  if (!reader || !(await findSubscription(anyone(), reader))) return data({ done: null }, { status: 404 })
  const body = await readForm(request)
  if (body.get('wanted') === '1') {
    await resubscribe(anyone(), reader)
    return data({ done: 'subscribed' as const })
  }
  const isOneClick = body.get('List-Unsubscribe') === 'One-Click'
  await unsubscribe(anyone(), reader, isOneClick ? 'one_click' : 'page')
  return data({ done: 'unsubscribed' as const })
}

export default function UnsubscribePage() {
  const { found } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { language, address } = useRootData()
  return (
    <PublicShell language={language} path={address} column="text">
      <h1>{m.unsubscribe_title()}</h1>
      {found ? (
        <Form method="post">
          {answer?.done ? (
            <Alert tone="good" text={answer.done === 'subscribed' ? m.unsubscribe_back() : m.unsubscribe_done()} />
          ) : null}
          <p>{m.unsubscribe_about({ school: found.schoolName, address: found.address })}</p>
          <p>{found.isUnsubscribed ? m.unsubscribe_is_off() : m.unsubscribe_what()}</p>
          {found.isUnsubscribed ? <input type="hidden" name="wanted" value="1" /> : null}
          <SubmitButton busyText={m.unsubscribe_busy()}>
            {found.isUnsubscribed ? m.unsubscribe_again() : m.unsubscribe_button()}
          </SubmitButton>
        </Form>
      ) : (
        <Alert tone="bad" text={m.unsubscribe_unknown()} />
      )}
    </PublicShell>
  )
}
