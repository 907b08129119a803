import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { TextField } from '~/components/forms'
import { PublicShell } from '~/components/shell/public-shell'
import { Button } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { anyone } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { tokenAsTyped } from '~/models/learning/certificates/verify.server'

export const handle = pageTitle(() => m.certificates_verification_title())

const maxTyped = 40

/** Redirects to the verification page of a typed certificate code. */
export async function loader({ request }: LoaderFunctionArgs) {
  anyone()
  const typedCode = new URL(request.url).searchParams.get('code')?.slice(0, maxTyped) ?? null
  if (typedCode === null) return { typed: '', error: null }
  const token = tokenAsTyped(typedCode)
  if (isPublicId(token)) throw redirect(paths.verify(token))
  return data({ typed: typedCode, error: m.certificates_code_required() }, { status: 422 })
}

export default function VerificationPage() {
  const { typed, error } = useLoaderData<typeof loader>()
  const { language, address } = useRootData()
  return (
    <PublicShell language={language} path={address}>
      <h1>{m.certificates_verification_title()}</h1>
      <p>{m.certificates_verification_text()}</p>
      <form action={paths.verification}>
        <TextField
          name="code"
          label={m.certificates_code()}
          defaultValue={typed}
          errors={error === null ? [] : [error]}
          maxLength={maxTyped}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <p>
          <Button type="submit">{m.certificates_verify()}</Button>
        </p>
      </form>
    </PublicShell>
  )
}
