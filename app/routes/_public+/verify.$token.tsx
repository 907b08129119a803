import { data, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PublicShell } from '~/components/shell/public-shell'
import { Alert, DefinitionList, LinkParagraph } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { networkOfRequest } from '~/http/request-context.server'
import { anyone } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { tokenAsTyped, verifyCertificate } from '~/models/learning/certificates/verify.server'

export const handle = pageTitle(() => m.certificates_verification_title())

/** Passes on Retry-After once too many codes were tried. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** Shows anyone who has the paper whether the certificate of this token is genuine. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const visitor = anyone()
  // A typed token may be in capitals.
  const token = tokenAsTyped(params.token ?? '')
  if (!isPublicId(token)) return data({ found: null, waitSeconds: 0 }, { status: 404 })
  const answer = await verifyCertificate(visitor, token, networkOfRequest(request))
  if (!answer.ok) {
    const headers = { 'Retry-After': String(answer.waitSeconds) }
    return data({ found: null, waitSeconds: answer.waitSeconds }, { status: 429, headers })
  }
  return data({ found: answer.found, waitSeconds: 0 }, { status: answer.found ? 200 : 404 })
}

const states = {
  valid: { tone: 'good', words: m.certificates_valid },
  duplicate: { tone: 'warn', words: m.certificates_is_duplicate },
  cancelled: { tone: 'bad', words: m.certificates_is_cancelled },
} as const

export default function VerifyPage() {
  const { found, waitSeconds } = useLoaderData<typeof loader>()
  const { language, address } = useRootData()
  return (
    <PublicShell language={language} path={address} column="text">
      <h1>{m.certificates_verification_title()}</h1>
      {found ? (
        <Told found={found} />
      ) : (
        <Alert tone="bad">
          <p>{waitSeconds > 0 ? m.certificates_too_many({ count: waitSeconds }) : m.certificates_unknown()}</p>
        </Alert>
      )}
      <LinkParagraph href={paths.verification} label={m.certificates_other()} />
    </PublicShell>
  )
}

type Found = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['found']>

function Told({ found }: { found: Found }) {
  const language = currentLanguage()
  const { tone, words } = states[found.state]
  const day = (label: string, date: string | null) =>
    date === null ? [] : [{ label, value: formatDay(date, language) }]
  return (
    <>
      <Alert tone={tone} text={words()} />
      {found.isSuspended ? <Alert tone="warn" text={m.certificates_suspended()} /> : null}
      <p>{m.certificates_compare()}</p>
      <DefinitionList
        items={[
          { label: m.certificates_school(), value: found.schoolName },
          { label: m.certificates_kind(), value: found.title },
          { label: m.certificates_number(), value: found.number },
          { label: m.certificates_initials(), value: found.initials },
          { label: m.certificates_class(), value: found.className ?? '–' },
          ...day(m.certificates_issued_on(), found.issuedOn),
          ...day(m.certificates_copied_on(), found.madeOn),
          ...day(m.certificates_cancelled_on(), found.cancelledOn),
        ]}
      />
    </>
  )
}
