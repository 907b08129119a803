import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui'
import { readSessionToken } from '~/http/own-cookies.server'
import { foundOr404, parseForm, redirectWithToast, requireAnyStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { m } from '~/language/paraglide/messages'
import { listPasskeys, removePasskey } from '~/models/people/accounts/second-factor/passkeys.server'
import { removePasskeySchema } from '~/models/people/accounts/second-factor/second-factor-schema'
import { currentPasswordErrors } from '~/routes/school+/__second-factor.server'
import { ChangeFactorForm } from './__change-factor-form'

export const handle = pageTitle(() => m.factor_passkeys_title(), { hasForm: true })

async function ownPasskey({ context, request, params }: LoaderFunctionArgs) {
  const staff = await requireAnyStaff(context, request)
  const passkeys = await listPasskeys(staff.scope)
  return { staff, passkey: foundOr404(passkeys.find(({ publicId }) => publicId === params.id)) }
}

export async function loader(args: LoaderFunctionArgs) {
  const { passkey } = await ownPasskey(args)
  return { name: passkey.name }
}

export async function action(args: ActionFunctionArgs) {
  const { staff, passkey } = await ownPasskey(args)
  const form = await parseForm(args.request, removePasskeySchema, { secret: ['current_password'] })
  if (!form.ok) return form.reply()
  const errors = await currentPasswordErrors(args.request, staff, form.value.current_password)
  if (errors) return form.refuse(null, errors)
  const token = (await readSessionToken(args.request, 'school')) ?? ''
  const removed = await removePasskey(staff.scope, passkey.publicId, token)
  if (!removed.ok) return foundOr404(null)
  const toast = { type: 'success', title: m.accounts_updated(), message: m.factor_passkey_removed() } as const
  return redirectWithToast(schoolPaths.passkeys, toast)
}

export default function RemovePasskeyPage() {
  const { name } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={m.factor_passkey_remove_title({ name })} />
      <ChangeFactorForm
        text={m.factor_passkey_remove_text()}
        button={m.factor_passkey_remove()}
        isDangerous
        withoutCode
        cancelHref={schoolPaths.passkeys}
        lastResult={useActionData<typeof action>()}
      />
    </>
  )
}
